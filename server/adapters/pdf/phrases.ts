import { remembered } from '../../lib/remembered.ts'
import { termsOfForms } from '../../lib/russian.ts'
import { normalise, termOf } from '../../lib/words.ts'
import type { PageWord } from './words.ts'

/** Which words of a page say what is to be redacted. In doubt they do: a place too many is seen, one too few is a leak. */

/** Letters and digits apart, whatever glues them: `И.И.Иванов`, `ИНН:7707083893`, `ivanov.petr@mail.ru`. */
const PIECE = /\d+|(?:(?!\d)[\p{L}\p{M}\p{N}])+/gu
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]|\u00ad(?=.)/gu
const isDigits = (piece: string) => /^\d/.test(piece)

const piecesOf = (text: string): string[] =>
  normalise(text.replaceAll(INVISIBLE, '')).replaceAll(POSSESSIVE, '').match(PIECE) ?? []

const ENDINGS = (
  'а я у ю о е ы и й ь ом ем ым им ой ей ою ею ам ям ами ями ах ях ых их ыми ими ' +
  'ого его ому ему ая яя ую юю ое ее ые ие ый ий'
).split(' ')
const SHORT_WORD = 5

/**
 * Names in their cases have a beginning in common, but not always a stem: that of "Иванов" is "иван", that of "Иванова" is
 * "иванов".
 */
function beginningsOf(word: string): string[] {
  if (!/\p{Script=Cyrillic}/u.test(word)) return []
  const fewest = word.length <= SHORT_WORD ? 2 : 3
  return ENDINGS.filter(ending => word.endsWith(ending) && word.length - ending.length >= fewest).map(ending =>
    word.slice(0, -ending.length),
  )
}

const SHORTEST_STEMMED = 3
const keysOf = remembered((word: string): string[] => [
  word,
  ...beginningsOf(word),
  ...(word.length > SHORTEST_STEMMED ? [termOf(word)] : []),
])

/** The digits of a number, or the keys of a word, one of which must be met. */
export type SearchPhrase = { numbers: string[] } | { keys: Set<string> }

/** Of `+7 (495) 123-45-67` and `4012 888888` the digits count, however they are set apart. */
const FEWEST_DIGITS = 4

/** A telephone's number is told with either. */
const spellingsOf = (digits: string) =>
  /^[78]\d{10}$/.test(digits) ? [`7${digits.slice(1)}`, `8${digits.slice(1)}`] : [digits]

export function wantedOf(query: string): SearchPhrase[] {
  const pieces: string[][] = []
  for (const piece of piecesOf(query)) {
    const last = pieces.at(-1)
    if (last && isDigits(piece) && isDigits(last[0]!)) last.push(piece)
    else pieces.push([piece])
  }
  return pieces.flatMap((group): SearchPhrase[] => {
    const digits = group.join('')
    if (!isDigits(digits)) return [{ keys: new Set([...keysOf(digits), ...termsOfForms(digits)]) }]
    const parts = digits.length >= FEWEST_DIGITS ? [digits] : group
    return parts.map(part => ({ numbers: spellingsOf(part) }))
  })
}

interface Placed {
  word: PageWord
  piece: string
  /** A word that goes on in the next line: what both make together. */
  joined?: string
}

function placedOf(words: PageWord[]): Placed[] {
  const placed: Placed[] = []
  let broken: Placed | undefined
  for (const word of words) {
    const own = piecesOf(word.text).map((piece): Placed => ({ word, piece }))
    if (broken && own[0]) broken.joined = broken.piece + own[0].piece
    for (const one of own) placed.push(one)
    broken = /[-\u00ad\u2010\u2011]$/.test(word.text) ? own.at(-1) : undefined
  }
  return placed
}

/** Where the pieces end that say this from `at` on: there may be several ways to read them. */
function endsOf(placed: Placed[], at: number, wanted: SearchPhrase): number[] {
  if ('numbers' in wanted) return numberEnds(placed, at, wanted.numbers)
  const { piece, joined } = placed[at]!
  const says = (word: string) => keysOf(word).some(key => wanted.keys.has(key))
  return [...(says(piece) ? [at + 1] : []), ...(joined && says(joined) ? [at + 2] : [])]
}

/** A number may be set in several pieces; more digits around a piece make it another number. */
function numberEnds(placed: Placed[], at: number, numbers: string[]): number[] {
  const most = numbers[0]!.length
  let digits = ''
  for (let end = at; end < placed.length && isDigits(placed[end]!.piece); end++) {
    digits += placed[end]!.piece
    if (digits.length >= most || most < FEWEST_DIGITS) return numbers.includes(digits) ? [end + 1] : []
  }
  return []
}

/** Runs of words on one page that say what is asked for. */
export function matchesOf(words: PageWord[], wanted: SearchPhrase[]): PageWord[][] {
  const placed = placedOf(words)
  const found: PageWord[][] = []
  for (let at = 0; wanted.length > 0 && at < placed.length; at++) {
    let ends = [at]
    for (const one of wanted)
      ends = [...new Set(ends.flatMap(end => (end < placed.length ? endsOf(placed, end, one) : [])))]
    if (ends.length > 0) found.push([...new Set(placed.slice(at, Math.max(...ends)).map(({ word }) => word))])
  }
  return found
}
