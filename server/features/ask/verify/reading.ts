import { termsOfForms } from '../../../lib/russian.ts'
import { isStopWord, termOf, type Word, wordsOf } from '../../../lib/words.ts'
import { isCyrillic } from '../question.ts'
import { type Denial, denialOf, isDenying } from './denial.ts'
import { type Figures, figuresIn } from './figures.ts'
import { isLight, partyOf, thingOf, verbGroupOf } from './lexicon.ts'
import { isSameName, type Name, namesIn } from './names.ts'

/** A sentence, taken apart as far as rules can compare it. */

export interface Clause {
  start: number
  end: number
  words: Word[]
  /** What it is about: no names, no numbers, nothing that every sentence has. */
  about: Word[]
  denial: Denial
}

export interface ClaimReading {
  text: string
  cyrillic: boolean
  words: Word[]
  about: Word[]
  clauses: Clause[]
  figures: Figures
  names: Name[]
  /** Parties of the lexicon, by their group. */
  parties: Map<number, Word>
}

/** Not behind initials and short words: "Жилин П. Р.", "кв. м". */
const BREAK =
  /[;!?\n]|,(?=\s)|(?<=[\p{L}\p{N}]{3}|[)»"”])[.](?=\s)|\s(?:а|но|и|and|but|while|whereas|although|если|if|because|потому)(?=\s)/gu

export function readingOf(text: string, known?: Set<string>): ClaimReading {
  const words = wordsOf(text)
  const figures = figuresIn(text)
  const names = namesIn(text, words, known)
  const nameStarts = new Set(names.map(({ start }) => start))
  const inFigure = ({ start }: Word) =>
    figures.days.some(day => start >= day.start && start < day.end) ||
    figures.quantities.some(quantity => start >= quantity.start && start < quantity.end)
  const isTelling = ({ word }: Word) => !isStopWord(word) && !isDenying(word)
  const isAbout = (word: Word) =>
    isTelling(word) && !isLight(word) && !nameStarts.has(word.start) && !inFigure(word) && !/\d/u.test(word.word)
  const clauses = clausesOf(text).map(({ start, end }): Clause => {
    const own = words.filter(word => word.start >= start && word.end <= end)
    return { start, end, words: own, about: own.filter(isAbout), denial: denialOf(text, own, isTelling) }
  })
  const parties = new Map(
    words.flatMap((word): [number, Word][] => {
      const party = partyOf(word)
      return party === undefined ? [] : [[party, word]]
    }),
  )
  return { text, cyrillic: isCyrillic(text), words, about: words.filter(isAbout), clauses, figures, names, parties }
}

function clausesOf(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(BREAK)].map(({ index }) => index)
  const clauses: { start: number; end: number }[] = []
  let start = 0
  for (const end of [...ends, text.length]) {
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) clauses.push({ start, end })
    start = end
  }
  return clauses
}

const LEAST_PREFIX = 5

/** The same word in another form, or near it: "аренда" and "арендная". */
function isNear(a: Word, b: Word): boolean {
  if (a.term === b.term) return true
  const shorter = Math.min(a.term.length, b.term.length)
  let same = 0
  while (same < shorter && a.term[same] === b.term[same]) same++
  return same >= LEAST_PREFIX && same >= 0.6 * Math.max(a.term.length, b.term.length)
}

const groupOf = (word: Word) => {
  const party = partyOf(word)
  if (party !== undefined) return `p${party}`
  const thing = thingOf(word)
  return thing === undefined ? undefined : `t${thing}`
}

const isCyrillicWord = ({ word }: Word) => /[а-я]/u.test(word)

const KNOWN = 100_000
const same = new Map<string, boolean>()

/** Asked of the same pairs for each sentence of an answer. */
export function isSameWord(a: Word, b: Word): boolean {
  if (a.word === b.word) return true
  const pair = `${a.word} ${b.word}`
  let found = same.get(pair)
  if (found === undefined) {
    if (same.size >= KNOWN) same.clear()
    found = compareWords(a, b)
    same.set(pair, found)
  }
  return found
}

/** "society's" is the society. */
const owned = (word: Word): Word => {
  if (!/['’]s$/u.test(word.word)) return word
  const bare = word.word.slice(0, -2)
  return { ...word, word: bare, term: termOf(bare) }
}

function compareWords(given: Word, other: Word): boolean {
  const [a, b] = [owned(given), owned(other)]
  const group = groupOf(a)
  if (group !== undefined && group === groupOf(b)) return true
  // A party is that party or another, however like it is written: арендатор, арендодатель.
  if (group?.startsWith('p') && groupOf(b)?.startsWith('p')) return false
  if (isCyrillicWord(a) !== isCyrillicWord(b)) return a.word.length >= LEAST_PREFIX && isSameName(a.word, b.word)
  const verb = verbGroupOf(a.word)
  if (verb !== undefined && verb === verbGroupOf(b.word)) return true
  if (isNear(a, b)) return true
  return isCyrillicWord(a) && termsOfForms(a.word).includes(b.term)
}

export const met = (words: Word[], there: Word[]): Word[] =>
  words.filter(word => there.some(other => isSameWord(word, other)))
