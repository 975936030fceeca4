import { tokensBy } from '../../lib/pieces.ts'
import { remembered } from '../../lib/remembered.ts'
import { stemOf } from './stems.ts'
import { isStopWord } from './stop-words.ts'

/** Words and sentences with their places, in UTF-16 units; the places that go out are turned into code points at the end. */

export interface TextToken {
  text: string
  lower: string
  start: number
  end: number
  known: Spelling
}

/** What a word is by itself, wherever it stands: texts repeat their words, so it is worked out once. */
export interface Spelling {
  text: string
  lower: string
  stem: string
  /** Says something of what a text is about. */
  telling: boolean
  hasDigit: boolean
  /** Its first letters, by which most words are told from those of a lexicon. */
  beginning: string
  /** Begins with a capital. */
  capital: boolean
  /** All capitals, more than one. */
  upper: boolean
  russian: boolean
}

export const BEGINNING = 3

/** "I’m" and "don’t" say no more than "I" and "do". */
function isShortened(lower: string): boolean {
  const at = lower.search(/['’]/)
  return at > 0 && (at < 3 || isStopWord(lower.slice(0, at)))
}

const spellingOf = remembered((text: string): Spelling => {
  const lower = text.toLowerCase()
  return {
    text,
    lower,
    stem: stemOf(text),
    telling: text.length > 2 && !isStopWord(lower) && !isShortened(lower),
    hasDigit: /\p{N}/u.test(text),
    beginning: lower.slice(0, BEGINNING).replaceAll('ё', 'е'),
    capital: /^\p{Lu}/u.test(text),
    upper: text.length > 1 && /^[\p{Lu}\d-]+$/u.test(text) && /\p{Lu}{2}/u.test(text),
    russian: /^[а-яё-]+$/i.test(text),
  }
})

const tokensIn = tokensBy(/[\p{L}\p{N}]+(?:['’\u2010\u2011-][\p{L}\p{N}]+)*/gu, {
  letters: /[\p{L}\p{N}]/u,
  joints: /['’\u2010\u2011-]/,
  joined: /[\p{L}\p{N}]/u,
})

export function wordsOf(text: string): TextToken[] {
  const words: TextToken[] = []
  const tokens = tokensIn(text)
  for (let n = 0; n < tokens.length; n += 2) {
    const start = tokens[n]!
    const end = tokens[n + 1]!
    const known = spellingOf(text.slice(start, end))
    // Its own copy of the word is found faster in whatever is looked up by it.
    words.push({ text: known.text, lower: known.lower, start, end, known })
  }
  return words
}

/** Counts the units of a text that are of a kind, up to `most`. Half of a pair is of none. */
function counterOf(kind: RegExp): (text: string, most?: number) => number {
  /** Of each unit: not looked at yet, of the kind, not of it. */
  const units = new Uint8Array(0x10000)
  const look = (unit: number) => (kind.test(String.fromCharCode(unit)) ? 1 : 2)
  return (text, most = Number.POSITIVE_INFINITY) => {
    let count = 0
    for (let at = 0; at < text.length && count < most; at++) {
      const unit = text.charCodeAt(at)
      if (units[unit] === 0) units[unit] = look(unit)
      if (units[unit] === 1) count++
    }
    return count
  }
}

export const lettersIn = counterOf(/\p{L}/u)
export const cyrillicIn = counterOf(/\p{Script=Cyrillic}/u)

export interface TokenSentence {
  text: string
  start: number
  end: number
}

/** After these a full stop does not end a sentence. */
const SHORT = new Set(
  (
    'г гг в вв ул пр просп пер пл наб д кв корп стр оф обл р н с пос дер им т п др тыс млн млрд руб коп тел факс доб рис табл ' +
    'гл ст ч п пп абз см ср напр зам нач ред изд инн кпп огрн бик гор м л э долл чел экз ' +
    'mr mrs ms dr prof st no vs etc inc ltd co corp fig vol pp ed eds art sec ref tel e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
)

const END =
  /(?<![.!?…])[.!?…]+[»")\]]*(?=\s|$)|\n[^\S\n]*\n|\n(?=[^\S\n]*(?:[-–—•*]|\d{1,3}(?:\.\d{1,3})*[.)])\s)|(\n)(?=[ \t]*[\p{Lu}\d«"“])/gu

/** Sentences as they stand. A line end alone ends one only where the next line begins a paragraph, a list item or a heading ended. */
export function sentencesOf(text: string, limit = 600): TokenSentence[] {
  const sentences: TokenSentence[] = []
  let start = 0
  const add = (end: number) => {
    const raw = text.slice(start, end)
    const lead = raw.length - raw.trimStart().length
    const trimmed = raw.trim()
    if (trimmed !== '') sentences.push({ text: trimmed, start: start + lead, end: start + lead + trimmed.length })
    start = end
  }
  for (const match of text.matchAll(END)) {
    if (sentences.length >= limit) return sentences
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && !endsHere(text, match.index, end)) continue
    if (match[1] && !endsLine(text, match.index)) continue
    add(end)
  }
  add(text.length)
  return sentences
}

/** A line that had room for the next word and did not take it is a heading, an item or the end of a paragraph. */
function endsLine(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1)
  const stop = text.indexOf('\n', at + 1)
  const line = at - start - 1
  const next = (stop < 0 ? text.length : stop) - at - 1
  const before = start > 0 ? start - text.lastIndexOf('\n', start - 1) - 1 : 0
  const space = text.indexOf(' ', at + 2)
  const word = space < 0 ? next : Math.min(next, space - at - 1)
  return line + word < 0.8 * Math.max(line, next, before)
}

/** Not after an initial, an abbreviation or a number of a list, and only before what may begin a sentence. */
function endsHere(text: string, stop: number, end: number): boolean {
  const before = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(0, stop - 20), stop))?.[0] ?? ''
  if (/^\p{Lu}$/u.test(before) || SHORT.has(before.toLowerCase())) return false
  if (/^\d{1,3}(\.\d{1,3})*$/.test(before) && /(^|\n)\s*[\d.]+$/.test(text.slice(Math.max(0, stop - 16), stop)))
    return false
  return !/^\s*[\p{Ll}]/u.test(text.slice(end, end + 20))
}

/** Places in UTF-16 units to places in code points; for most texts they are the same. */
export function codePointsOf(text: string): (unit: number) => number {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return unit => unit
  const pairs: number[] = []
  for (const match of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(match.index)
  return unit => {
    let low = 0
    let high = pairs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[middle]! < unit) low = middle + 1
      else high = middle
    }
    return unit - low
  }
}
