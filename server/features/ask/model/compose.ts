import type { Language } from '../../../lib/language.ts'
import { sentencesOf } from '../../../lib/sentences.ts'
import { withoutEnd } from '../../../lib/trim.ts'
import { isStopWord, wordsOf } from '../../../lib/words.ts'
import type { Retrieved } from '../../search/index.ts'
import { asText } from '../clean.ts'
import type { Quote } from '../local/answer.ts'
import { figuresIn } from '../verify/figures.ts'
import { NOT_THERE } from './prompt.ts'
import { type Verifier, verifierOf } from './verify.ts'

/** What is left of a model's answer once every sentence has been held against its passage. */
export interface Composed {
  answer: string
  /** In the order of their numbers in the answer. */
  quotes: Quote[]
  dropped: { text: string; why: string }[]
  /** Some statement is borne by a passage, or comes from the web. */
  usable: boolean
  /** It says itself that the passages do not answer. */
  notThere: boolean
}

const UNSUPPORTED: Record<Language, string> = { ru: '(не подтверждено)', en: '(unsupported)' }
const MARKS = /(?<!\s)\s*\[(\d{1,3}(?:\s{0,3}[,;]\s{0,3}\d{1,3})*)\]/gu

interface Statement {
  text: string
  numbers: number[]
  /** What stood between it and the one before. */
  gap: string
}

export async function compose(written: string, judging: Judging): Promise<Composed> {
  const notThere = written.includes(NOT_THERE)
  const result: Composed = { answer: '', quotes: [], dropped: [], usable: false, notThere }
  if (notThere) return result
  for (const statement of statementsOf(asText(written))) {
    const kept = await checkStatement(statement, judging, result)
    if (kept) result.answer += `${result.answer ? statement.gap : ''}${kept}`
  }
  return result
}

/** Sentences, each with the numbers that stand in or right behind it. */
export function statementsOf(text: string): Statement[] {
  // A mark behind the full stop belongs to the sentence before it.
  const joined = text.replaceAll(/([.!?…]["'»”)]*)((?:\s*\[[\d\s,;]+\])+)/gu, '$2$1')
  let before = ''
  return endedByMarks(joined).flatMap(({ start, end }) => {
    const piece = joined.slice(start, end)
    const numbers = [...piece.matchAll(MARKS)].flatMap(([, list]) => list!.split(/[,;]/u).map(Number))
    const bare = piece.replaceAll(MARKS, '').trim()
    // Blank lines are segments of their own.
    if (!/[\p{L}\p{N}]/u.test(bare)) {
      before += piece
      return []
    }
    const lines = before.slice(before.trimEnd().length).split('\n').length
    const gap = lines > 2 ? '\n\n' : lines > 1 ? '\n' : ' '
    before = piece
    return [{ text: bare, numbers, gap }]
  })
}

/** Sentences; a mark with its full stop ends one even where a number follows. */
function endedByMarks(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(/\[[\d\s,;]+\][.!?…]+["'»”)]*\s/gu)].map(({ index, 0: mark }) => index + mark.length)
  return [...ends, text.length].flatMap((end, at) => {
    const from = at === 0 ? 0 : ends[at - 1]!
    return sentencesOf(text.slice(from, end)).map(span => ({ start: from + span.start, end: from + span.end }))
  })
}

export interface Judging {
  passages: Retrieved[]
  /** Of the web; their numbers follow those of the passages. */
  pages: number
  language: Language
  verifier?: Verifier
}

/** The sentence as it may stand in the answer; undefined when it may not. */
async function checkStatement(
  { text, numbers }: Statement,
  judging: Judging,
  result: Composed,
): Promise<string | undefined> {
  const { passages, pages, language, verifier = verifierOf(passages) } = judging
  const cited = [...new Set(numbers)].flatMap(n => passages[n - 1] ?? [])
  const fromWeb = numbers.some(n => n > passages.length && n <= passages.length + pages)
  if (fromWeb && cited.length === 0) {
    result.usable = true
    return text
  }
  // Whatever number stands there: the passage that bears it best is cited.
  const verdict = await verifier.verify(text)
  if (verdict.supported) {
    result.usable = true
    return withMark(text, numberOf(result.quotes, verdict.quote))
  }
  if (cited.length === 0 && saysLittle(text)) return text
  result.dropped.push({ text, why: verdict.why })
  return verdict.contradicted ? undefined : `${text} ${UNSUPPORTED[language]}`
}

/** "Here is what the contract says:", "Yes.": nothing that a passage could bear or deny. */
const saysLittle = (text: string) =>
  !/\d/u.test(text) &&
  figuresIn(text).quantities.length === 0 &&
  wordsOf(text).filter(({ word }) => !isStopWord(word)).length <= 4

function numberOf(quotes: Quote[], quote: Quote): number {
  const same = quotes.findIndex(
    ({ passage, charStart, charEnd }) =>
      passage.object.id === quote.passage.object.id && charStart === quote.charStart && charEnd === quote.charEnd,
  )
  return same >= 0 ? same + 1 : quotes.push(quote)
}

/** Before the full stop, as people write it. */
const withMark = (text: string, n: number) => {
  const unquoted = withoutEnd(text, /["'»”)]/u)
  const bare = withoutEnd(unquoted, /[.!?…:]/u)
  return bare === unquoted ? `${text} [${n}]` : `${bare} [${n}]${text.slice(bare.length)}`
}
