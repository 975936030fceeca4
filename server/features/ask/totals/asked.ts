import { MONTHS } from '../../../lib/when/words.ts'
import { isIdentifier, isStopWord, type Word, wordsOf } from '../../../lib/words.ts'
import { figuresIn } from '../verify/figures.ts'
import {
  ABOUT_NAMES,
  COUNTED,
  HARMLESS,
  HOW_MANY,
  LEGAL_FORMS,
  NOT_WHOLE,
  OF_SUMS,
  PAID,
  PLURALS,
  RELATIVE,
  type Relative,
  SINCE,
  SUM_OF,
  SUMS,
  UNCERTAIN,
  YEAR,
} from './grammar.ts'

/** Questions that add up or count papers of one kind: "сколько всего по счетам за 2026 год", "how many contracts". */

export interface AskedTotal {
  what: 'sum' | 'count'
  docType: string
  year?: number
  month?: number
  /** Counted from the day of the question: last month is one month ago. */
  relative?: Relative
  /** Whose papers are meant, in small letters. */
  names: string[]
}

/** A grammar of few words: with any other word the question asks for something that a plain total does not tell. */
export function totalAskedBy(question: string): AskedTotal | undefined {
  const words = wordsOf(question)
  if (words.some(({ word }) => NOT_WHOLE.has(word))) return undefined
  const noun = nounIn(question, words)
  const period = periodIn(question, words)
  if (!noun || !period) return undefined
  const what = isCount(words, noun.at) ? 'count' : isSum(words, noun.at) ? 'sum' : undefined
  if (!what || (what === 'sum' && isAboutPaying(words, noun.at))) return undefined
  const phrases = what === 'sum' ? SUMS : [...SUMS, ...HOW_MANY]
  const taken = new Set([noun.at, ...period.taken, ...phrases.flatMap(phrase => placesOf(phrase, words))])
  const names: string[] = []
  for (const [at, { word }] of words.entries()) {
    if (taken.has(at) || HARMLESS.has(word) || (what === 'sum' && OF_SUMS.has(word))) continue
    if (!isName(question, words, at) || !isPlaced(question, words, at, noun.at)) return undefined
    if (!LEGAL_FORMS.has(word)) names.push(word)
  }
  const { year, month, relative } = period
  return { what, docType: noun.docType, year, month, relative, names }
}

/** `today` is by the clock of whoever asks. */
export function periodAgo({ unit, ago }: Relative, today: number): Pick<AskedTotal, 'year' | 'month'> {
  const now = new Date(today)
  if (unit === 'year') return { year: now.getUTCFullYear() - ago }
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago))
  return { year: then.getUTCFullYear(), month: then.getUTCMonth() + 1 }
}

/** The one kind of paper that is asked about, in the plural. */
function nounIn(question: string, words: Word[]): { at: number; docType: string } | undefined {
  const at = words.findIndex(({ word }) => PLURALS.has(word))
  const noun = words[at]
  if (!noun) return undefined
  const said = question.slice(noun.start, noun.end).toLowerCase()
  // "сумма счета" is that of one; "сложи счета", "за все договора" are many.
  const before = words[at - 1]?.word ?? ''
  const isOne = said.includes('ё') || (UNCERTAIN.has(noun.word) && !ABOUT_MANY.has(before))
  return isOne ? undefined : { at, docType: PLURALS.get(noun.word)! }
}

const ABOUT_MANY = new Set(
  'за все мои наши сложи сумму оплатил оплатила оплатили выставили получил получила'.split(' '),
)

interface Period extends Pick<AskedTotal, 'year' | 'month' | 'relative'> {
  taken: number[]
}

/** Undefined where it is none that a total can be bounded by. */
function periodIn(question: string, words: Word[]): Period | undefined {
  const { days, quantities } = figuresIn(question)
  const [day, ...more] = days
  // A number or a day of its own asks for one paper, not for all of them.
  if (quantities.length > 0 || more.length > 0 || day?.day !== undefined || day?.weekday !== undefined) return undefined
  const relatives = RELATIVE.map(([phrase, relative]) => ({ relative, taken: placesOf(phrase, words) })).filter(
    ({ taken }) => taken.length > 0,
  )
  if (relatives.length + days.length === 0) return { taken: [] }
  if (relatives.length + days.length > 1) return undefined
  const taken = day ? placesWithin(words, day) : relatives[0]!.taken
  const [first, last] = [taken[0]!, taken.at(-1)!]
  if (SINCE.has(words[first - 1]?.word ?? '') || (!day && words[first - 1]?.word === 'the')) return undefined
  for (const at of [first - 1, last + 1]) if (day?.year && YEAR.has(words[at]?.word ?? '')) taken.push(at)
  return { year: day?.year, month: day?.month, relative: relatives[0]?.relative, taken }
}

const placesWithin = (words: Word[], { start, end }: { start: number; end: number }): number[] =>
  words.flatMap((word, at) => (word.start >= start && word.end <= end ? at : []))

/** Where the words of a phrase stand, in a row. */
function placesOf(phrase: string, words: Word[]): number[] {
  const parts = phrase.split(' ')
  const from = words.findIndex((_, at) => parts.every((part, n) => words[at + n]?.word === part))
  return from < 0 ? [] : parts.map((_, n) => from + n)
}

/** "сколько у меня договоров", but not "сколько по договорам", "сколько составляет сумма договоров". */
function isCount(words: Word[], noun: number): boolean {
  const from = HOW_MANY.flatMap(phrase => placesOf(phrase, words).slice(-1)).find(at => at < noun)
  if (from === undefined || !COUNTED.has(words[noun]!.word)) return false
  const isBetween = (word: string) => word === 'у' || word === 'of' || !(ABOUT_NAMES.has(word) || OF_SUMS.has(word))
  return words.slice(from + 1, noun).every(({ word }) => isBetween(word))
}

function isSum(words: Word[], noun: number): boolean {
  const has = (word: string) => words.some(one => one.word === word)
  if (has('сколько') && has('всего')) return true
  // "Сумма всех моих счетов".
  const before = words.slice(0, noun).findLast(({ word }) => !HARMLESS.has(word))
  if (before && SUM_OF.has(before.word) && COUNTED.has(words[noun]!.word)) return true
  return SUMS.some(phrase => {
    const places = placesOf(phrase, words)
    // "in all contracts" is where, not how much.
    const next = places.at(-1)! + 1
    return places.length > 0 && !(phrase === 'in all' && (next === noun || HARMLESS.has(words[next]?.word ?? '')))
  })
}

/** "paid invoices", "invoices paid in May": whether and when they were paid is not known. */
const isAboutPaying = (words: Word[], noun: number) => [noun - 1, noun + 1].some(at => PAID.has(words[at]?.word ?? ''))

function isName(question: string, words: Word[], at: number): boolean {
  const { word, start } = words[at]!
  if (isIdentifier(word) || MONTHS.has(word)) return false
  if (isQuoted(question, start)) return true
  const isCapital = /\p{Lu}/u.test(question[start] ?? '') && /\p{Ll}/u.test(question)
  return at > 0 && isCapital && !isStopWord(word) && !PLURALS.has(word)
}

function isQuoted(question: string, at: number): boolean {
  const before = question.slice(0, at)
  return (
    before.lastIndexOf('«') > before.lastIndexOf('»') ||
    before.lastIndexOf('“') > before.lastIndexOf('”') ||
    before.split('"').length % 2 === 0
  )
}

/** Names stand behind a preposition or beside the noun, so that "НДС" in "сколько всего НДС по счетам" is none. */
function isPlaced(question: string, words: Word[], at: number, noun: number): boolean {
  const isPart = (n: number) => words[n] !== undefined && isName(question, words, n) && !HARMLESS.has(words[n].word)
  let [first, last] = [at, at]
  while (first > 0 && first - 1 !== noun && isPart(first - 1)) first--
  while (last + 1 !== noun && isPart(last + 1)) last++
  return first - 1 === noun || last + 1 === noun || ABOUT_NAMES.has(words[first - 1]?.word ?? '')
}
