import { isStopWord, type Word, wordsOf } from '../../../lib/words.ts'
import type { QuestionProfile } from '../question.ts'
import { meterOf } from './alike.ts'
import { type LocalPassage, meaningOf, shareMet } from './candidates.ts'
import { dot } from './ranker.ts'

/** Passages in the other language than the question: what they share with it, by meaning and word by word. */

const LOOKED_AT = 2
/** Words of a passage that are compared. */
const MOST_WORDS = 120

export type SentenceVectors = Map<string, Float32Array | null>

export const nearestOf = <T extends LocalPassage>(passages: T[], most = LOOKED_AT): T[] =>
  passages
    .filter(({ zScore }) => zScore !== null)
    .sort((a, b) => b.zScore! - a.zScore!)
    .slice(0, most)

const contentWords = (text: string) => wordsOf(text).filter(({ word }) => !isStopWord(word))

/** The words that have to be known as vectors. */
export const wordsToCompare = (question: QuestionProfile, passages: LocalPassage[]): string[] => [
  ...new Set(
    [question.words, ...passages.map(({ text }) => contentWords(text).slice(0, MOST_WORDS))]
      .flat()
      .map(({ word }) => word),
  ),
]

/** Nearness of two words, where 0 is the mean of all that are there and 1 the word itself: chance up to the first, a translation from the second. */
const CHANCE = 0.3
const SAME = 0.8

/**
 * How much of the question a text has. The encoder knows single words of both languages well, and better than their use in a
 * sentence: "деньги" lies beside "money". How near two words are is seen against all words that are there.
 */
export function translator(question: QuestionProfile, vectors: SentenceVectors): (words: Word[]) => number {
  const terms = [...question.worth.keys()]
  const own = new Set(question.words.map(({ word }) => word))
  const there = [...vectors].flatMap(([word, vector]) => (vector && !own.has(word) ? [{ word, vector }] : []))
  const likeness = terms.map(term => {
    const vector = vectors.get(question.words.find(word => word.term === term)!.word)
    return vector ? likenessTo(vector, there) : new Map<string, number>()
  })
  const meter = meterOf(terms)
  return words => {
    // Numbers, and names in the other alphabet.
    const met = meter(words)
    likeness.forEach((like, at) => {
      for (const { word } of words) met[at] = Math.max(met[at]!, like.get(word) ?? 0)
    })
    return shareMet(question, met)
  }
}

function likenessTo(vector: Float32Array, there: { word: string; vector: Float32Array }[]): Map<string, number> {
  const near = there.map(other => dot(vector, other.vector))
  const mean = near.reduce((sum, value) => sum + value, 0) / Math.max(near.length, 1)
  const beyond = (value: number) => (value - mean) / Math.max(1 - mean, 0.01)
  return new Map(
    there.map(({ word }, i) => [word, Math.max(0, Math.min(1, (beyond(near[i]!) - CHANCE) / (SAME - CHANCE)))]),
  )
}

export const ACROSS_FEATURES = [
  'one',
  'nearest in meaning',
  'lead',
  'numbers missed',
  'nearest sentence',
  'in Russian',
  'words met in a passage',
  'words met in a sentence',
  'lead in words',
] as const

/** Of the nearest passages and their sentences. */
export interface AcrossScore {
  passages: LocalPassage[]
  /** How near the sentences are in meaning. */
  nearness: (number | null)[]
  /** How much of the question each passage and each sentence has. */
  passageShares: number[]
  sentenceShares: number[]
}

export function acrossFeatures(question: QuestionProfile, compared: AcrossScore): number[] {
  const { passages, nearness, passageShares, sentenceShares } = compared
  const [first, second] = passages
  const terms = new Set(first ? wordsOf(first.text).map(({ term }) => term) : [])
  const numbers = [...question.numbers]
  const shares = passageShares.toSorted((a, b) => b - a)
  return [
    1,
    meaningOf(first?.zScore ?? null),
    first && second ? (first.zScore! - second.zScore!) / 4 : 0,
    numbers.filter(number => !terms.has(number)).length / Math.max(numbers.length, 1),
    meaningOf(Math.max(...nearness.map(value => value ?? 0), 0)),
    question.isCyrillic ? 1 : 0,
    shares[0] ?? 0,
    Math.max(...sentenceShares, 0),
    (shares[0] ?? 0) - (shares[1] ?? 0),
  ]
}

/** Of sentences about as near, those of the nearest passage, and those that have most of the question's words. */
export const acrossScores = (places: { passage: number }[], compared: AcrossScore): number[] =>
  places.map(
    ({ passage }, i) =>
      2 * (compared.nearness[i] ?? 0) +
      (compared.passages[passage]!.zScore ?? 0) +
      6 * compared.sentenceShares[i]! +
      3 * compared.passageShares[passage]!,
  )

/** Shares of the passages and of their sentences, by words whose vectors are known. */
export function sharesOf(
  question: QuestionProfile,
  passages: LocalPassage[],
  sentences: { passage: number; start: number; end: number }[],
  vectors: SentenceVectors,
): Pick<AcrossScore, 'passageShares' | 'sentenceShares'> {
  const share = translator(question, vectors)
  return {
    passageShares: passages.map(({ text }) => share(contentWords(text))),
    sentenceShares: sentences.map(({ passage, start, end }) =>
      share(contentWords(passages[passage]!.text.slice(start, end))),
    ),
  }
}
