import { stemOf } from './stems.ts'
import { isStopWord } from './stop-words.ts'
import { type Sentence, wordsOf } from './tokens.ts'

/** Sentences of the text that say most of it, word for word. */

interface Scored extends Sentence {
  at: number
  stems: Set<string>
  score: number
}

const SHORTEST = 25
const LONGEST = 420

const looksLikeProse = ({ text }: Sentence) =>
  text.length >= SHORTEST &&
  text.length <= LONGEST &&
  !text.includes('\n\n') &&
  !text.includes('\t') &&
  // Headings, tables, requisites and contents are no sentences.
  !/^\s*#{1,6}\s/.test(text) &&
  (text.match(/\p{L}/gu)?.length ?? 0) > text.length * 0.6 &&
  /\p{Ll}/u.test(text) &&
  text.split(/\s+/).length >= 4

function scored(sentences: Sentence[]): Scored[] {
  const stems = sentences.map(
    ({ text }) =>
      new Set(
        wordsOf(text)
          .filter(word => word.text.length > 2 && !isStopWord(word.text.toLowerCase()))
          .map(word => stemOf(word.text)),
      ),
  )
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

/** The best sentences, none of them saying what another says, in the order of the text. */
export function chooseSentences(sentences: Sentence[], count: number): Sentence[] {
  const prose = sentences.filter(looksLikeProse).slice(0, 300)
  if (prose.length <= count) return prose
  const chosen: Scored[] = []
  for (const candidate of scored(prose).sort((a, b) => b.score - a.score)) {
    if (chosen.length >= count) break
    if (chosen.every(other => alike(candidate.stems, other.stems) < 0.6)) chosen.push(candidate)
  }
  return chosen.sort((a, b) => a.at - b.at)
}

/** On one line, without the marks of lists, quotes, links and bold letters. */
const asLine = (text: string) =>
  text
    .replace(/^[ \t]*(?:[-*+•·–—]|>|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/\[([^\]\n]+)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()

export const summaryOf = (sentences: Sentence[]): string =>
  chooseSentences(sentences, sentences.length > 40 ? 5 : sentences.length > 15 ? 4 : 3)
    .map(({ text }) => asLine(text))
    .join(' ')

const DESCRIPTION = 300

/** One or two of them, as long as a description may be. */
export function describeBySentences(sentences: Sentence[]): string {
  const lines = chooseSentences(sentences, 2).map(({ text }) => asLine(text))
  const both = lines.join(' ')
  if (both.length <= DESCRIPTION) return both
  return lines.find(line => line.length <= DESCRIPTION) ?? shortened(lines[0]!)
}

function shortened(line: string): string {
  const cut = line.slice(0, DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION / 2)).toWellFormed()}…`
}
