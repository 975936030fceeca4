import { sentencesOf } from '../../../lib/sentences.ts'
import { isStopWord, type Word, wordsOf } from '../../../lib/words.ts'

/** A sentence that may be quoted, with its words. */
export interface Sentence {
  /** UTF-16 range in the passage, without blanks at its ends. */
  start: number
  end: number
  text: string
  words: Word[]
  telling: Word[]
  stems: Set<string>
  /** A line that stands for itself like a title: it names what follows and says nothing of it. */
  isTitle: boolean
}

const SHORTEST_WORDS = 3
const LONGEST = 1200

export function sentencesIn(text: string): Sentence[] {
  const sentences = sentencesOf(text)
    .map(({ start, end }) => trimmed(text, start, Math.min(end, start + LONGEST)))
    .filter(({ start, end }) => end > start)
    .map(({ start, end }): Sentence => {
      const piece = text.slice(start, end)
      const words = wordsOf(piece)
      const telling = words.filter(({ word }) => !isStopWord(word))
      const stems = new Set(words.map(({ stem }) => stem))
      return { start, end, text: piece, words, telling, stems, isTitle: false }
    })
    .filter(({ words }, _at, all) => words.length >= SHORTEST_WORDS || all.length === 1)
  return sentences.map((sentence, i) => ({ ...sentence, isTitle: isTitle(text, sentence, sentences[i + 1]) }))
}

const LONGEST_TITLE = 14
const ENDED = /[.!?…;:,]["'»”)\]]*$/

/** A short line above a whole sentence. Lines with a number or a colon may be rows of a form: these do say something. */
const isTitle = (text: string, { end, text: piece, words }: Sentence, next: Sentence | undefined) =>
  next !== undefined &&
  words.length <= LONGEST_TITLE &&
  !/[\d:]/.test(piece) &&
  !ENDED.test(piece) &&
  /^[ \t]*[\r\n]/.test(text.slice(end, next.start)) &&
  next.words.length > words.length &&
  /[.!?…]["'»”)\]]*$/.test(next.text)

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  // Never half of a character.
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  return { start, end }
}
