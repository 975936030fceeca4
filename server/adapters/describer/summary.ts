import { lettersIn, type TextToken, type TokenSentence } from './tokens.ts'

/** Sentences of the text that say most of it, word for word. */

interface Scored extends TokenSentence {
  at: number
  stems: Set<string>
  score: number
}

const SHORTEST = 25
const LONGEST = 420

const FOUR_WORDS = /\s\S+\s+\S+\s/

const looksLikeProse = ({ text }: TokenSentence) =>
  text.length >= SHORTEST &&
  text.length <= LONGEST &&
  !text.includes('\n\n') &&
  !text.includes('\t') &&
  // Headings, tables, requisites and contents are no sentences.
  !/^\s*#{1,6}\s/.test(text) &&
  !/\s\.$|(?:\. ?){4}|…{2}/.test(text) &&
  lettersIn(text) > text.length * 0.6 &&
  /\p{Ll}/u.test(text) &&
  FOUR_WORDS.test(text)

/** Of addresses and lists of names most words begin with a capital. */
const isRunning = ({ text }: TokenSentence) =>
  /[.!?…][»")\]”’]*$/.test(text) ||
  (text.match(/(?<![\p{L}\p{N}])\p{Ll}/gu)?.length ?? 0) * 5 >= text.split(/\s+/).length * 2

/** The English words of a licence before a Russian text are not what it says. */
function ownTongue(sentences: TokenSentence[]): TokenSentence[] {
  const russian = sentences.filter(({ text }) => /[а-яё]/i.test(text))
  return russian.length * 3 > sentences.length * 2 ? russian : sentences
}

/** What a sentence is about, of the words of the text that stand in it. */
function stemsOf(sentences: TokenSentence[], words: TextToken[]): Set<string>[] {
  let at = 0
  return sentences.map(({ start, end }) => {
    const stems = new Set<string>()
    while (at < words.length && words[at]!.start < start) at++
    for (; at < words.length && words[at]!.end <= end; at++) {
      const { stem, telling } = words[at]!.known
      if (telling) stems.add(stem)
    }
    return stems
  })
}

function scored(sentences: TokenSentence[], words: TextToken[]): Scored[] {
  const stems = stemsOf(sentences, words)
  const counts = new Map<string, number>()
  for (const set of stems) for (const stem of set) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return sentences.map((sentence, at) => {
    let sum = 0
    for (const stem of stems[at]!) sum += Math.log(counts.get(stem)!) + 0.1
    const length = Math.sqrt(stems[at]!.size + 4)
    // The beginning says what follows; the very first sentence most of all.
    const place = 1 + 0.6 / (1 + at / 3)
    const { text, start, end } = sentence
    return { text, start, end, at, stems: stems[at]!, score: (sum / length) * place }
  })
}

const alike = (a: Set<string>, b: Set<string>) => {
  const common = [...a].filter(stem => b.has(stem)).length
  return common / Math.max(1, Math.min(a.size, b.size))
}

/** The prose of a text, the best first. */
export interface SentenceRanking {
  /** All sentences, prose or not. */
  of: number
  best: Scored[]
}

export function rankSentences(sentences: TokenSentence[], words: TextToken[]): SentenceRanking {
  const likely = sentences.filter(looksLikeProse)
  // Headings and items have no end; only where nothing else is said are they what a text says.
  const whole = likely.filter(({ text }) => /[.!?…;:][»")\]”’]*$/.test(text))
  const ended = whole.length > 1 || (whole.length === 1 && likely.length < 7)
  const prose = ownTongue(ended ? whole : likely.filter(isRunning)).slice(0, 300)
  return { of: sentences.length, best: scored(prose, words).sort((a, b) => b.score - a.score) }
}

/** The best sentences, none of them saying what another says, in the order of the text. */
function chooseSentences({ best }: SentenceRanking, count: number): TokenSentence[] {
  if (best.length <= count) return best.toSorted((a, b) => a.at - b.at)
  const chosen: Scored[] = []
  for (const candidate of best) {
    if (chosen.length >= count) break
    if (chosen.every(other => alike(candidate.stems, other.stems) < 0.6)) chosen.push(candidate)
  }
  return chosen.sort((a, b) => a.at - b.at)
}

/** On one line, without the marks of lists, quotes, links and bold letters. */
const asLine = (text: string) =>
  text
    .replace(/^[ \t]*(?:[-*+•·–—]|>|\d{1,3}(?:\.\d{1,3})*[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/\[([^[\]\n]+)\]\([^()\s]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()

export const summaryOf = (ranking: SentenceRanking): string =>
  chooseSentences(ranking, ranking.of > 40 ? 5 : ranking.of > 15 ? 4 : 3)
    .map(({ text }) => asLine(text))
    .join(' ')

const DESCRIPTION = 300

/** One or two of them, as long as a description may be. */
export function describeBySentences(ranking: SentenceRanking): string {
  const lines = chooseSentences(ranking, 2).map(({ text }) => asLine(text))
  const both = lines.join(' ')
  if (both.length <= DESCRIPTION) return both
  return lines.find(line => line.length <= DESCRIPTION) ?? shortened(lines[0]!)
}

function shortened(line: string): string {
  const cut = line.slice(0, DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION / 2)).toWellFormed()}…`
}
