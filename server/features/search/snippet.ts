import { codePointCounter } from '../../lib/code-points.ts'
import { sentencesOf } from '../../lib/sentences.ts'
import { type Word, wordsAmong } from '../../lib/words.ts'
import { asItIs } from './plain.ts'

export interface Snippet {
  text: string
  /** Half-open ranges in code points of the snippet. */
  highlights: [number, number][]
  /** Where it begins and ends in the passage, in code points. */
  from: number
  to: number
}

/** What finding each word is worth; only these are shown. */
export interface Worth {
  terms: Set<string>
  of(word: Word): number
  /** Finds them in a text; whoever shows many texts brings one along. */
  find?(text: string): Word[]
}

const wordsIn = (text: string, { find, terms }: Worth) => find?.(text) ?? wordsAmong(text, terms)

const LONG = 320
const MOST = 480

/**
 * The part of a passage that shows best why it was found: whole sentences where they are not too long, and never a heading or
 * a sign alone. `plain` is the passage as it is shown.
 */
export function snippetOf(passage: string, worth: Worth, plain = asItIs(passage)): Snippet {
  const words = wordsIn(plain.text, worth)
  const { start, end } = bestPart(plain.text, words, worth.of)
  const points = codePointCounter(passage)
  const from = points(plain.at(start))
  const to = end > start ? points(plain.at(end - 1) + 1) : from
  const text = plain.text.slice(start, end)
  const inside = words.filter(word => word.start >= start && word.end <= end)
  return { text, highlights: rangesOf(text, inside, start), from, to }
}

export const highlightsOf = (text: string, worth: Worth): [number, number][] => rangesOf(text, wordsIn(text, worth), 0)

function rangesOf(text: string, words: Word[], offset: number): [number, number][] {
  const points = codePointCounter(text)
  return words.map(({ start, end }) => [points(start - offset), points(end - offset)])
}

interface Part {
  start: number
  end: number
}

function bestPart(passage: string, words: Word[], worth: (word: Word) => number): Part {
  const sentences = sentencesOf(passage).flatMap(sentence => shorter(passage, sentence))
  const telling = sentences.map(({ start, end }) => isTelling(passage.slice(start, end)))
  let best = { first: Math.max(0, telling.indexOf(true)), last: Math.max(0, telling.indexOf(true)), value: 0 }
  // The shortest that has it all: one sentence before two, two before three.
  for (let more = 0, fits = true; fits; more++) {
    fits = false
    for (let first = 0; first + more < sentences.length; first++) {
      const { start } = sentences[first]!
      const { end } = sentences[first + more]!
      if (more > 0 && end - start > LONG) continue
      fits = true
      const value = valueIn(words, worth, start, end)
      if (value > best.value + (more > 0 ? 0.15 * best.value : 1e-9)) best = { first, last: first + more, value }
    }
  }
  const { first, last } = withSentence(sentences, telling, best)
  return trimmed(passage, { start: sentences[first]?.start ?? 0, end: sentences[last]?.end ?? 0 })
}

/** A heading is shown with the sentence under it; one that nothing follows with what stands before it. */
function withSentence(sentences: Part[], telling: boolean[], { first, last }: { first: number; last: number }) {
  const fits = (from: number, to: number) => sentences[to]!.end - sentences[from]!.start <= MOST + LONG
  const tells = () => telling.slice(first, last + 1).includes(true)
  while (!tells() && last + 1 < sentences.length && fits(first, last + 1)) last++
  while (!tells() && first > 0 && fits(first - 1, last)) first--
  return { first, last }
}

const LETTERS = /\p{L}[\p{L}\p{M}\p{N}]+/gu
const FEW = 3
/** A line without any sign of a sentence and not much longer than this is a heading. */
const HEADING = 80

function isTelling(sentence: string): boolean {
  const line = sentence.trim()
  const words = line.match(LETTERS)?.length ?? 0
  return words >= FEW && (line.length > HEADING || /[.,:;!?…=|\t]/.test(line) || words > 2 * FEW)
}

/** Each word counts once, however often it is repeated. */
function valueIn(words: Word[], worth: (word: Word) => number, start: number, end: number): number {
  const seen = new Set<string>()
  let value = 0
  for (const word of words) {
    if (word.start < start || word.end > end || seen.has(word.term)) continue
    seen.add(word.term)
    value += worth(word)
  }
  return value
}

/** A sentence longer than any snippet is cut at blanks. */
function shorter(text: string, { start, end }: Part): Part[] {
  const parts: Part[] = []
  let from = start
  while (end - from > MOST) {
    const blank = text.lastIndexOf(' ', from + LONG)
    let to = blank > from + LONG / 2 ? blank + 1 : from + LONG
    if (/[\ud800-\udbff]/.test(text[to - 1]!)) to--
    parts.push({ start: from, end: to })
    from = to
  }
  parts.push({ start: from, end })
  return parts
}

function trimmed(text: string, { start, end }: Part): Part {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  return { start: from, end: to }
}
