import { codePointCounter } from '../../lib/code-points.ts'
import { sentencesOf } from '../../lib/sentences.ts'
import { type Word, wordsAmong } from '../../lib/words.ts'

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
  stems: Set<string>
  of(word: Word): number
  /** Finds them in a text; whoever shows many texts brings one along. */
  find?(text: string): Word[]
}

const wordsIn = (text: string, { find, stems }: Worth) => find?.(text) ?? wordsAmong(text, stems)

const LONG = 320
const MOST = 480

/** The part of a passage that shows best why it was found: whole sentences where they are not too long. */
export function snippetOf(passage: string, worth: Worth): Snippet {
  const words = wordsIn(passage, worth)
  const { start, end } = bestPart(passage, words, worth.of)
  const points = codePointCounter(passage)
  const from = points(start)
  const to = points(end)
  const text = passage.slice(start, end)
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
  let best: Part & { value: number } = { start: 0, end: 0, value: -1 }
  for (let first = 0; first < sentences.length; first++) {
    for (let last = first; last < sentences.length; last++) {
      const { start } = sentences[first]!
      const { end } = sentences[last]!
      if (last > first && end - start > LONG) break
      const value = valueIn(words, worth, start, end)
      if (value > best.value + (last > first ? 0.15 * Math.max(best.value, 0) : 1e-9)) best = { start, end, value }
    }
  }
  return trimmed(passage, best)
}

/** Each word counts once, however often it is repeated. */
function valueIn(words: Word[], worth: (word: Word) => number, start: number, end: number): number {
  const seen = new Set<string>()
  let value = 0
  for (const word of words) {
    if (word.start < start || word.end > end || seen.has(word.stem)) continue
    seen.add(word.stem)
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
