import { sentencesOf } from '../../../lib/sentences.ts'
import { isStopWord, type Word, wordsOf } from '../../../lib/words.ts'
import type { AnswerKind, QuestionProfile } from './question.ts'

/** Sentences that may answer, each with what speaks for it in numbers. */

export interface Passage {
  text: string
  /** How much nearer in meaning than chance; null where that is not known. */
  surprise: number | null
}

export interface Candidate {
  passage: number
  /** UTF-16 range in the passage, without blanks at its ends. */
  start: number
  end: number
  features: number[]
}

export const FEATURES = [
  'coverage',
  'pieces',
  'pairs',
  'passage coverage',
  'neighbour coverage',
  'previous coverage',
  'passage score',
  'passage rank',
  'length',
  'short',
  'first',
  'rarest word',
  'kind fits',
  'kind misses',
  'novelty',
  'best of passage',
  'asks',
  'names met',
  'names missed',
  'listing',
  'after the best',
  'before the best',
  'leans on the one before',
  'asked by the one before',
] as const

/** Known only where an encoder works; they follow the others. */
export const MEANING_FEATURES = ['passage meaning', 'sentence meaning', 'lead in meaning'] as const

interface Sentence {
  start: number
  end: number
  text: string
  words: Word[]
  telling: Word[]
  stems: Set<string>
}

const flag = (is: boolean) => (is ? 1 : 0)

const SHORTEST_WORDS = 3
const LONGEST = 1200

/** What the question and the passages have in common, sentence by sentence. The passages come in the order of the search. */
export function candidatesOf(question: QuestionProfile, passages: Passage[]): Candidate[] {
  const split = passages.map(({ text }) => sentencesIn(text))
  const scores = split.map(sentences =>
    scoreOf(
      question,
      sentences.flatMap(({ words }) => words),
    ),
  )
  const pieces = pieceMeter(
    question,
    split.flat().map(({ telling }) => telling),
  )
  return passages.flatMap((_passage, at) => {
    const sentences = split[at]!
    const whole = new Set(sentences.flatMap(({ stems }) => [...stems]))
    const passageCoverage = coverage(question, whole)
    const own = sentences.map(({ stems }) => coverage(question, stems))
    const top = Math.max(...own, 0)
    return sentences.map((sentence, i): Candidate => {
      const around = new Set(sentences.slice(Math.max(0, i - 1), i + 2).flatMap(({ stems }) => [...stems]))
      const fits = fitOf(question, sentence)
      const named = namesMet(question, sentence.stems, whole)
      const novel = sentence.telling.filter(({ stem }) => !question.stems.has(stem)).length
      return {
        passage: at,
        start: sentence.start,
        end: sentence.end,
        features: [
          own[i]!,
          pieces(sentence.telling),
          pairsMet(question.words, sentence.telling),
          passageCoverage,
          coverage(question, around),
          own[i - 1] ?? 0,
          scores[at]!,
          1 / (1 + at),
          Math.log(1 + sentence.words.length) / 5,
          flag(sentence.words.length < 5),
          flag(i === 0),
          flag(sentence.stems.has(question.rarest)),
          flag(fits > 0),
          flag(fits < 0),
          novel / Math.max(sentence.telling.length, 1),
          flag(own[i] === top && top > 0),
          flag(/\?["'»”)\]]*$/.test(sentence.text)),
          named.here,
          named.nowhere,
          flag(sentence.words.length > 60),
          flag(i > 0 && top > 0 && own[i - 1] === top),
          flag(top > 0 && own[i + 1] === top),
          LEANING.test(sentence.text) ? (own[i - 1] ?? 0) : 0,
          fits > 0 ? (own[i - 1] ?? 0) : 0,
        ],
      }
    })
  })
}

function sentencesIn(text: string): Sentence[] {
  return sentencesOf(text)
    .map(({ start, end }) => trimmed(text, start, Math.min(end, start + LONGEST)))
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => {
      const piece = text.slice(start, end)
      const words = wordsOf(piece)
      const telling = words.filter(({ word }) => !isStopWord(word))
      return { start, end, text: piece, words, telling, stems: new Set(words.map(({ stem }) => stem)) }
    })
    .filter(({ words }, _at, all) => words.length >= SHORTEST_WORDS || all.length === 1)
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  // Never half of a character.
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--
  return { start, end }
}

/** The candidates with what the encoder makes of their sentences: how much nearer to the question than chance. */
export function withMeaning(candidates: Candidate[], passages: Passage[], nearness: (number | null)[]): Candidate[] {
  const best = Math.max(...nearness.map(value => value ?? 0))
  return candidates.map((candidate, i) => ({
    ...candidate,
    features: [
      ...candidate.features,
      meaningOf(passages[candidate.passage]!.surprise),
      meaningOf(nearness[i] ?? null),
      (best - (nearness[i] ?? 0)) / 4,
    ],
  }))
}

/** Between 0 and about 1: what is beyond chance, with nothing known as little. */
export const meaningOf = (surprise: number | null) => Math.max(-0.5, Math.min(2, (surprise ?? 0) / 4))

const K1 = 1.2
const B = 0.75
const USUAL_WORDS = 130

/** BM25 of a passage, as a share of the most that the question could give. */
export function scoreOf(question: QuestionProfile, words: Word[]): number {
  const counts = new Map<string, number>()
  for (const { stem } of words) if (question.worth.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const norm = K1 * (1 - B + (B * words.length) / USUAL_WORDS)
  let score = 0
  for (const [stem, count] of counts) score += (question.worth.get(stem)! * count) / (count + norm)
  return score / question.total
}

export function coverage(question: QuestionProfile, stems: Set<string>): number {
  let met = 0
  for (const [stem, worth] of question.worth) if (stems.has(stem)) met += worth
  return met / question.total
}

function pairsMet(asked: Word[], words: Word[]): number {
  if (asked.length < 2) return 0
  const pairs = new Set(words.slice(1).map(({ stem }, i) => `${words[i]!.stem} ${stem}`))
  let met = 0
  for (let i = 1; i < asked.length; i++) if (pairs.has(`${asked[i - 1]!.stem} ${asked[i]!.stem}`)) met++
  return met / (asked.length - 1)
}

const SIZE = 4

function piecesOf(words: Word[]): Set<string> {
  const pieces = new Set<string>()
  for (const { word } of words) {
    const padded = ` ${word} `
    if (padded.length <= SIZE) pieces.add(padded)
    else for (let at = 0; at + SIZE <= padded.length; at++) pieces.add(padded.slice(at, at + SIZE))
  }
  return pieces
}

/** How much of the question's four-letter pieces a sentence has, the rarer among these sentences the more. */
function pieceMeter(question: QuestionProfile, all: Word[][]): (words: Word[]) => number {
  const asked = [...piecesOf(question.words)]
  const sets = new Map(all.map(words => [words, piecesOf(words)]))
  const worth = asked.map(piece => {
    let n = 0
    for (const set of sets.values()) if (set.has(piece)) n++
    return Math.log(1 + (all.length - n + 0.5) / (n + 0.5))
  })
  const total = worth.reduce((sum, value) => sum + value, 0) || 1
  return words => {
    const set = sets.get(words)!
    return asked.reduce((sum, piece, i) => sum + (set.has(piece) ? worth[i]! : 0), 0) / total
  }
}

/** Begins with a word that stands for something in the sentence before. */
const LEANING =
  /^["«(]*(он|она|оно|они|его|её|ее|их|ему|ей|им|это|этот|эта|эти|этого|этой|такой|такие|к ним|среди них|в них|точнее|затем|также|кроме того|в том числе|например|it|its|he|she|they|his|her|their|this|these|those|such|that|then|also|among|specifically|for example|in addition)(?=[^\p{L}])/iu

const NUMBER_WORDS =
  /(^|[^\p{L}])(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|dozen|third|quarter|один|одна|одно|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двадцать|тридцать|сорок|пятьдесят|сто|двести|тысяч\p{L}*|миллион\p{L}*|миллиард\p{L}*|полов\p{L}+|треть\p{L}*|дюжин\p{L}*|двое|трое)([^\p{L}]|$)/iu
const TIMES =
  /\b1\d{3}\b|\b20\d{2}\b|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d\s*(г\.|год|году|века|в\.|century|centuries|AD|BC|CE|BCE)|(^|[^\p{L}])(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|decade|years?|months?|days?|январ\p{L}+|феврал\p{L}+|март\p{L}*|апрел\p{L}+|ма[яйе]|июн\p{L}+|июл\p{L}+|август\p{L}*|сентябр\p{L}+|октябр\p{L}+|ноябр\p{L}+|декабр\p{L}+|век\p{L}*|год\p{L}*|лет|месяц\p{L}*|дн\p{L}+)([^\p{L}]|$)/iu
const REASONS =
  /(^|[^\p{L}])(because|due to|since|so that|in order to|as a result|caused|reason|therefore|thus|потому|из-за|поскольку|так как|чтобы|вследствие|благодаря|причин\p{L}*|поэтому|в связи с)([^\p{L}]|$)/iu

/** 1 when the sentence has what the question asks for, -1 when it has none of it, 0 when that cannot be told. */
function fitOf(question: QuestionProfile, sentence: Sentence): number {
  const fits: Record<AnswerKind, () => boolean | undefined> = {
    number: () => newNumber(question, sentence) || NUMBER_WORDS.test(sentence.text),
    time: () => newNumber(question, sentence) || TIMES.test(sentence.text),
    person: () => newName(question, sentence),
    place: () => newName(question, sentence),
    reason: () => REASONS.test(sentence.text) || undefined,
    other: () => undefined,
  }
  const fit = fits[question.kind]()
  return fit === undefined ? 0 : fit ? 1 : -1
}

const newNumber = (question: QuestionProfile, { words }: Sentence) =>
  words.some(({ word, stem }) => /\p{N}/u.test(word) && !question.stems.has(stem))

/** A word with a capital letter that the question does not have; the first word has one anyway. */
const newName = (question: QuestionProfile, { words, text }: Sentence) =>
  words.some(({ start, stem }, at) => at > 0 && /\p{Lu}/u.test(text[start] ?? '') && !question.stems.has(stem))

function namesMet(question: QuestionProfile, stems: Set<string>, whole: Set<string>) {
  const names = [...question.names, ...question.numbers]
  if (names.length === 0) return { here: 0, nowhere: 0 }
  return {
    here: names.filter(name => stems.has(name)).length / names.length,
    nowhere: names.filter(name => !whole.has(name)).length / names.length,
  }
}
