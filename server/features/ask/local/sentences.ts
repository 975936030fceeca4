import { sentencesOf } from '../../../lib/sentences.ts'
import { isStopWord, type Word, wordsOf } from '../../../lib/words.ts'
import { rowsIn } from './tables.ts'

/** A sentence that may be quoted, with its words. */
export interface PassageSentence {
  /** UTF-16 range in the passage, without blanks at its ends. */
  start: number
  end: number
  /** As it is read: a row of a table with its header. */
  text: string
  words: Word[]
  contentWords: Word[]
  terms: Set<string>
  /** A title, the subject of a letter, a greeting, the header of a table: it names what follows and says nothing of it. */
  isTitle: boolean
  isRow: boolean
  /** A row of a table, and none of a form. */
  isRecord: boolean
}

const SHORTEST_WORDS = 2
const LONGEST = 1200

export function sentencesIn(text: string): PassageSentence[] {
  const rows = rowsIn(text)
  const apart = rows.map(({ start, end, reading, isHeader, isRecord }) => ({
    ...sentenceOf(start, end, reading),
    isTitle: isHeader,
    isRow: true,
    isRecord,
  }))
  const prose = between(text, rows)
    .flatMap(({ start, end }) =>
      sentencesOf(text.slice(start, end)).map(span =>
        trimmed(text, start + span.start, start + Math.min(span.end, span.start + LONGEST)),
      ),
    )
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => sentenceOf(start, end, text.slice(start, end)))
  const all = [...prose, ...apart]
    .sort((a, b) => a.start - b.start)
    .filter(({ words }, _at, list) => words.length >= SHORTEST_WORDS || list.length === 1)
  return all.map((sentence, i) =>
    sentence.isRow ? sentence : { ...sentence, isTitle: isTitle(text, sentence, all[i + 1]) },
  )
}

function sentenceOf(start: number, end: number, text: string): PassageSentence {
  const words = wordsOf(text)
  const contentWords = words.filter(({ word }) => !isStopWord(word))
  const terms = new Set(words.map(({ term }) => term))
  return { start, end, text, words, contentWords, terms, isTitle: false, isRow: false, isRecord: false }
}

/** What is left of the text beside the rows. */
function between(text: string, rows: { start: number; end: number }[]): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  let from = 0
  for (const { start, end } of rows) {
    if (start > from) pieces.push({ start: from, end: start })
    from = end
  }
  pieces.push({ start: from, end: text.length })
  return pieces
}

const LONGEST_TITLE = 14
const ENDED = /[.!?…;:,]["'»”)\]]*$/
const SUBJECT = /^(тема|subject|re|fwd?|на тему)\s*:/iu
const GREETING =
  /^(уважаем\p{L}+|дорог(ой|ая|ие)|здравствуйте|добрый (день|вечер)|доброе утро|dear|hello|hi)(?!\p{L})/iu
const MARKED = /^#{1,6}\s/u
const NUMBERED = /^(\d{1,2}\.)+\s*\p{Lu}\p{L}+/u

function isTitle(text: string, sentence: PassageSentence, next: PassageSentence | undefined): boolean {
  const { start, end, text: piece, words } = sentence
  if (MARKED.test(piece) || SUBJECT.test(piece)) return true
  if (GREETING.test(piece) && words.length <= 6) return true
  const alone =
    next !== undefined &&
    (start === 0 || /\n[ \t]*$/u.test(text.slice(Math.max(0, start - 80), start))) &&
    /^[ \t]*[\r\n]/.test(text.slice(end, next.start))
  if (!alone || words.length > LONGEST_TITLE || ENDED.test(piece)) return false
  const plain = !/[\d:]/.test(piece)
  if (plain && start === 0) return true
  if (NUMBERED.test(piece) && !/[\d:]/.test(piece.replace(NUMBERED, ''))) return true
  if (plain && isCapitals(piece)) return true
  // A short line above a whole sentence. Lines with a number or a colon may be rows of a form: these do say something.
  return plain && next.words.length > words.length && /[.!?…]["'»”)\]]*$/.test(next.text)
}

const isCapitals = (piece: string) => /\p{Lu}{4,}/u.test(piece) && !/\p{Ll}/u.test(piece)

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  // Never half of a character.
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  return { start, end }
}
