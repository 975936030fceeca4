import { sentencesOf } from '../../../lib/sentences.ts'
import { isStopWord, stemOf, type Word, wordsOf } from '../../../lib/words.ts'
import type { Retrieved } from '../../search/index.ts'
import { type Quote, quoteOf } from '../local/answer.ts'
import { isCyrillic } from '../local/question.ts'

/** Whether a sentence that a model wrote is in the passages that it was given, and where. */

export type Verdict =
  | { supported: true; quote: Quote }
  /** `contradicted`: it says what the passages do not, so it must not stay. */
  | { supported: false; contradicted: boolean; why: string }

interface Claim {
  text: string
  words: Word[]
  telling: Word[]
  numbers: string[]
  names: Word[]
  denies: boolean
  /** In the other language than the passage, where words cannot be compared. */
  across: boolean
}

const LEAST_SHARE = 0.5
/** Consecutive sentences of a passage that together may bear one statement. */
const MOST_SENTENCES = 3

const NEGATION =
  /(^|[^\p{L}])(не|нет|ни|нельзя|без|никогда|никто|ничего|никак\p{L}*|отсутству\p{L}+|not|no|never|none|nobody|nothing|neither|nor|without|cannot|\p{L}+n['’]t)(?=[^\p{L}]|$)/iu

export function verify(sentence: string, passages: Retrieved[], question: string): Verdict {
  let failure: Verdict = { supported: false, contradicted: false, why: 'no passage says it' }
  for (const passage of passages) {
    const claim = claimOf(sentence, question, passage)
    const verdict = verifyIn(claim, passage)
    if (verdict.supported) return verdict
    if (verdict.contradicted || failure.why === 'no passage says it') failure = verdict
  }
  return failure
}

function claimOf(text: string, question: string, passage: Retrieved): Claim {
  const words = wordsOf(text)
  const asked = new Set(wordsOf(question).map(({ stem }) => stem))
  const telling = words.filter(({ word }) => !isStopWord(word))
  return {
    text,
    words,
    telling,
    numbers: numbersOf(text).filter(number => !numbersOf(question).includes(number)),
    names: telling.filter(
      ({ start, stem }, at) => at > 0 && words[0]?.start !== start && /\p{Lu}/u.test(text[start]!) && !asked.has(stem),
    ),
    denies: NEGATION.test(text),
    across: isCyrillic(text) !== isCyrillic(passage.text),
  }
}

/** Digits as they are meant, however they are grouped: 1 200,50 and 1,200.50 are one number. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(/\d[\d\s\u00a0\u202f.,:/-]*\d|\d/gu)].flatMap(([match]) => {
    const parts = /^\d{1,3}([\s\u00a0\u202f.,]\d{3})+([.,]\d{1,2})?$/u.test(match)
      ? [match.replace(/[.,](\d{1,2})$/u, '#$1').replaceAll(/[\s\u00a0\u202f.,]/gu, '')]
      : match.split(/[\s\u00a0\u202f:/-]+/u)
    return parts
      .flatMap(part => part.replace(',', '#').replace('.', '#').split(/[.,]/u))
      .map(plain)
      .filter(Boolean)
  })
}

const plain = (number: string) =>
  number
    .replace(/^0+(?=\d)/u, '')
    .replace(/(#\d*?)0+$/u, '$1')
    .replace(/#$/u, '')

/** The least number of sentences in a row that bears the claim. */
function verifyIn(claim: Claim, passage: Retrieved): Verdict {
  const spans = sentencesOf(passage.text)
  const all = numbersOf(passage.text)
  const missing = claim.numbers.find(number => !all.includes(number))
  if (missing)
    return { supported: false, contradicted: true, why: `${missing.replace('#', '.')} is not in the passage` }
  let best: { verdict: Verdict; share: number } | undefined
  for (let length = 1; length <= MOST_SENTENCES; length++)
    for (let from = 0; from + length <= spans.length; from++) {
      const [start, end] = trimmed(passage.text, spans[from]!.start, spans[from + length - 1]!.end)
      const found = compare(claim, passage.text.slice(start, end))
      if (found.ok) return { supported: true, quote: quoteOf(passage, start, end, found.share) }
      if (!best || found.share > best.share)
        best = { share: found.share, verdict: { supported: false, contradicted: found.contradicted, why: found.why } }
    }
  return best?.verdict ?? { supported: false, contradicted: false, why: 'the passage is empty' }
}

function compare(claim: Claim, span: string) {
  const stems = new Set(wordsOf(span).map(({ stem }) => stem))
  const numbers = numbersOf(span)
  const share = claim.across
    ? 1
    : claim.telling.filter(({ stem, word }) => stems.has(stem) || numbers.includes(plain(word))).length /
      Math.max(claim.telling.length, 1)
  const fail = (why: string, contradicted: boolean) => ({ ok: false as const, share, why, contradicted })
  const number = claim.numbers.find(value => !numbers.includes(value))
  if (number) return fail(`${number.replace('#', '.')} is not in the passage`, true)
  const name = claim.across ? undefined : claim.names.find(({ stem, word }) => !stems.has(stem) && !near(word, stems))
  if (name) return fail(`"${name.word}" is not in the passage`, true)
  if (share < LEAST_SHARE) return fail('the passage says something else', false)
  if (!claim.across && claim.denies !== NEGATION.test(likest(claim, span)))
    return fail('one of the two denies it', true)
  // Nothing to hold on to across languages but numbers: without one it is only likely.
  if (claim.across && claim.numbers.length === 0 && claim.names.length === 0) return { ok: true as const, share: 0.5 }
  return { ok: true as const, share }
}

/** The sentence of a span that has most of the claim: whether it denies is what counts. */
function likest({ telling }: Claim, span: string): string {
  const sentences = sentencesOf(span).map(({ start, end }) => span.slice(start, end))
  const shares = sentences.map(sentence => {
    const stems = new Set(wordsOf(sentence).map(({ stem }) => stem))
    return telling.filter(({ stem }) => stems.has(stem)).length
  })
  return sentences[shares.indexOf(Math.max(...shares))] ?? span
}

/** Forms of names that stemming does not bring together: the beginning decides. */
const near = (word: string, stems: Set<string>) => {
  const start = stemOf(word).slice(0, Math.max(4, word.length - 3))
  return (
    start.length >= 4 && [...stems].some(stem => stem.startsWith(start) || (stem.length >= 4 && start.startsWith(stem)))
  )
}

function trimmed(text: string, from: number, to: number): [number, number] {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return [start, end]
}
