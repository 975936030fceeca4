import type { Word } from '../../../lib/words.ts'
import type { QuestionProfile } from '../question.ts'
import { type AlikeSentence, either, meterOf } from './alike.ts'
import { fitOf, novelties } from './fit.ts'
import { type PassageSentence, sentencesIn } from './sentences.ts'

/** Sentences that may answer, each with what speaks for it in numbers. */

export interface LocalPassage {
  text: string
  /** What the search gave it, for its words and for its meaning. */
  score: number
  /** How much nearer in meaning than chance; null where that is not known. */
  zScore: number | null
}

export interface SentenceCandidate {
  passage: number
  /** UTF-16 range in the passage, without blanks at its ends. */
  start: number
  end: number
  /** As it is read: a row of a table with its header. */
  text: string
  isRow: boolean
  isRecord: boolean
  /** The sentence before it. */
  before: string
  /** Where the sentence before begins, of one that says "it" or "they" first: it is understood only with that. */
  leansFrom?: number
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
  'alike',
  'passage alike',
  'neighbours alike',
  'behind the most alike',
  'close together',
  'number',
  'time',
  'full name',
  'name, of any kind',
  'number, of any kind',
  'next coverage',
  'behind the best passage',
] as const

/** Known only where an encoder works; they follow the others. */
export const MEANING_FEATURES = ['passage meaning', 'sentence meaning', 'lead in meaning'] as const

const flag = (is: boolean) => (is ? 1 : 0)

/** What the question and the passages have in common, sentence by sentence. The passages come in the order of the search. */
export function candidatesOf(
  question: QuestionProfile,
  passages: LocalPassage[],
  split = sentencesIn,
): SentenceCandidate[] {
  const parted = passages.map(({ text }) => split(text))
  const scores = parted.map(sentences =>
    scoreOf(
      question,
      sentences.flatMap(({ words }) => words),
    ),
  )
  const pieces = pieceMeter(
    question,
    parted.flat().map(({ contentWords }) => contentWords),
  )
  const meter = meterOf([...question.worth.keys()])
  const met = parted.map(sentences => sentences.map(({ words }) => meter(words)))
  const alike = met.map(list => list.map(one => shareMet(question, one)))
  const mostAlike = Math.max(...alike.flat(), 0)
  const wholeAlike = met.map(list => (list.length > 0 ? shareMet(question, either(...list)) : 0))
  const bestAlike = Math.max(...wholeAlike, 0)
  return passages.flatMap((_passage, at) => {
    const sentences = parted[at]!
    const whole = new Set(sentences.flatMap(({ terms }) => [...terms]))
    const passageCoverage = coverage(question, whole)
    const own = sentences.map(({ terms }) => coverage(question, terms))
    const top = Math.max(...own, 0)
    return sentences.flatMap((sentence, i): SentenceCandidate[] => {
      // A title resembles many questions and answers none; the sentence after it gains from it as its neighbour.
      if (sentence.isTitle) return []
      const around = new Set(sentences.slice(Math.max(0, i - 1), i + 2).flatMap(({ terms }) => [...terms]))
      const fits = fitOf(question, sentence)
      const named = namesMet(question, sentence.terms, whole)
      const novel = sentence.contentWords.filter(({ term }) => !question.terms.has(term)).length
      return [
        {
          passage: at,
          start: sentence.start,
          end: sentence.end,
          ...readingWith(sentence, sentences[i - 1]),
          features: [
            own[i]!,
            pieces(sentence.contentWords),
            pairsMet(question.words, sentence.contentWords),
            passageCoverage,
            coverage(question, around),
            own[i - 1] ?? 0,
            scores[at]!,
            1 / (1 + at),
            Math.log(1 + sentence.words.length) / 5,
            flag(sentence.words.length < 5),
            flag(i === 0),
            flag(sentence.terms.has(question.rarest)),
            flag(fits > 0),
            flag(fits < 0),
            novel / Math.max(sentence.contentWords.length, 1),
            flag(own[i] === top && top > 0),
            flag(/\?["'»”)\]]*$/.test(sentence.text)),
            named.here,
            named.nowhere,
            flag(sentence.words.length > 60),
            flag(i > 0 && top > 0 && own[i - 1] === top),
            flag(top > 0 && own[i + 1] === top),
            LEANING.test(sentence.text) ? (own[i - 1] ?? 0) : 0,
            fits > 0 ? (own[i - 1] ?? 0) : 0,
            alike[at]![i]!,
            wholeAlike[at]!,
            shareMet(question, either(...met[at]!.slice(Math.max(0, i - 1), i + 2))),
            mostAlike - alike[at]![i]!,
            closeCoverage(question, sentence),
            ...novelties(question, sentence),
            own[i + 1] ?? 0,
            bestAlike - wholeAlike[at]!,
          ],
        },
      ]
    })
  })
}

/** The share of the question's worth that is met. */
export function shareMet(question: QuestionProfile, met: AlikeSentence): number {
  let sum = 0
  let at = 0
  for (const worth of question.worth.values()) sum += worth * met[at++]!
  return sum / question.total
}

const CLOSE = 12

/** The most of the question that stands within a dozen words. */
function closeCoverage(question: QuestionProfile, { words }: PassageSentence): number {
  const places = words.flatMap(({ term }, at) => (question.worth.has(term) ? [{ term, at }] : []))
  let most = 0
  places.forEach((first, n) => {
    const terms = new Set<string>()
    for (let i = n; i < places.length && places[i]!.at < first.at + CLOSE; i++) terms.add(places[i]!.term)
    most = Math.max(most, coverage(question, terms))
  })
  return most
}

/** The candidates with what the encoder makes of their sentences: how much nearer to the question than chance. */
export function withMeaning(
  candidates: SentenceCandidate[],
  passages: LocalPassage[],
  nearness: (number | null)[],
): SentenceCandidate[] {
  const best = Math.max(...nearness.map(value => value ?? 0))
  return candidates.map((candidate, i) => ({
    ...candidate,
    features: [
      ...candidate.features,
      meaningOf(passages[candidate.passage]!.zScore),
      meaningOf(nearness[i] ?? null),
      (best - (nearness[i] ?? 0)) / 4,
    ],
  }))
}

/** Between 0 and about 1: what is beyond chance, with nothing known as little. */
export const meaningOf = (zScore: number | null) => Math.max(-0.5, Math.min(2, (zScore ?? 0) / 4))

const K1 = 1.2
const B = 0.75
const USUAL_WORDS = 130

/** BM25 of a passage, as a share of the most that the question could give. */
export function scoreOf(question: QuestionProfile, words: Word[]): number {
  const counts = new Map<string, number>()
  for (const { term } of words) if (question.worth.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const norm = K1 * (1 - B + (B * words.length) / USUAL_WORDS)
  let score = 0
  for (const [term, count] of counts) score += (question.worth.get(term)! * count) / (count + norm)
  return score / question.total
}

export function coverage(question: QuestionProfile, terms: Set<string>): number {
  let met = 0
  for (const [term, worth] of question.worth) if (terms.has(term)) met += worth
  return met / question.total
}

function pairsMet(asked: Word[], words: Word[]): number {
  if (asked.length < 2) return 0
  const pairs = new Set(words.slice(1).map(({ term }, i) => `${words[i]!.term} ${term}`))
  let met = 0
  for (let i = 1; i < asked.length; i++) if (pairs.has(`${asked[i - 1]!.term} ${asked[i]!.term}`)) met++
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

/** How it is read, and with what. */
const readingWith = (sentence: PassageSentence, before: PassageSentence | undefined) => ({
  text: sentence.text,
  isRow: sentence.isRow,
  isRecord: sentence.isRecord,
  before: sentence.isRow ? '' : (before?.text ?? ''),
  ...(leans(sentence, before) ? { leansFrom: before!.start } : {}),
})

const leans = (sentence: PassageSentence, before: PassageSentence | undefined) =>
  before !== undefined && !before.isTitle && !before.isRow && !sentence.isRow && STANDS_FOR.test(sentence.text)

/** Begins with a pronoun, so the sentence alone does not say whom or what it is about. */
const STANDS_FOR =
  /^["«(]*(он|она|оно|они|его|её|ее|их|ему|ей|им|это|it|its|he|she|they|his|her|their|this|these)(?=[^\p{L}])/iu

function namesMet(question: QuestionProfile, terms: Set<string>, whole: Set<string>) {
  const names = [...question.names, ...question.numbers]
  if (names.length === 0) return { here: 0, nowhere: 0 }
  return {
    here: names.filter(name => terms.has(name)).length / names.length,
    nowhere: names.filter(name => !whole.has(name)).length / names.length,
  }
}
