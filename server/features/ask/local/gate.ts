import { wordsOf } from '../../../lib/words.ts'
import { type Candidate, coverage, FEATURES, meaningOf, type Passage, scoreOf } from './candidates.ts'
import type { QuestionProfile } from './question.ts'

/** Whether what was found answers at all: in numbers, for a trained logistic. */
export const GATE_FEATURES = [
  'one',
  'best coverage',
  'coverage of the chosen',
  'pieces of the chosen',
  'passage coverage',
  'coverage of the three best passages',
  'rarest word there',
  'chance of the chosen',
  'lead of the best passage',
  'best score',
  'kind fits',
  'kind misses',
  'names missed',
  'names met',
  'pairs',
  'words asked',
  'unknown words',
  'in Russian',
] as const

/** Known only where an encoder works; they follow the others. */
export const GATE_MEANING_FEATURES = [
  'nearest passage',
  'passage of the chosen',
  'nearest sentence',
  'sentence of the chosen',
  'lead of the nearest passage',
] as const

export interface GateInput {
  question: QuestionProfile
  passages: Passage[]
  candidates: Candidate[]
  chances: number[]
  /** The share of the question's worth in words that no file has. */
  unknown: number
}

const LOOKED_AT = 3

export function gateFeatures({ question, passages, candidates, chances, unknown }: GateInput): number[] {
  const at = chances.indexOf(Math.max(...chances))
  const chosen = candidates[at]
  const f = chosen?.features ?? []
  const words = passages.slice(0, LOOKED_AT).map(({ text }) => wordsOf(text))
  const stems = words.map(list => new Set(list.map(({ stem }) => stem)))
  const scores = words.map(list => scoreOf(question, list)).sort((a, b) => b - a)
  return [
    1,
    Math.max(...candidates.map(({ features }) => features[0]!), 0),
    f[0] ?? 0,
    f[1] ?? 0,
    Math.max(...stems.map(set => coverage(question, set)), 0),
    coverage(question, new Set(stems.flatMap(set => [...set]))),
    stems.some(set => set.has(question.rarest)) ? 1 : 0,
    chances[at] ?? 0,
    scores.length > 1 ? 1 - scores[1]! / Math.max(scores[0]!, 1e-9) : 1,
    scores[0] ?? 0,
    f[12] ?? 0,
    f[13] ?? 0,
    f[18] ?? 0,
    f[17] ?? 0,
    f[2] ?? 0,
    Math.min(question.words.length, 12) / 12,
    unknown,
    question.isCyrillic ? 1 : 0,
  ]
}

/** Of candidates with the features of their meaning. */
export function gateMeaning({ passages, candidates, chances }: GateInput): number[] {
  const chosen = candidates[chances.indexOf(Math.max(...chances))]?.features ?? []
  const [passage, sentence] = [FEATURES.length, FEATURES.length + 1]
  const order = passages.map(({ surprise }) => surprise ?? 0).sort((a, b) => b - a)
  return [
    meaningOf(order[0] ?? null),
    chosen[passage] ?? 0,
    Math.max(...candidates.map(({ features }) => features[sentence] ?? 0), 0),
    chosen[sentence] ?? 0,
    order.length > 1 ? (order[0]! - order[1]!) / 4 : 0,
  ]
}

/** For passages in the other language: there words tell little, and meaning has to do. */
export const ACROSS_FEATURES = [
  'one',
  'nearest in meaning',
  'lead',
  'numbers met',
  'numbers missed',
  'nearest sentence',
  'in Russian',
] as const

export function acrossFeatures(question: QuestionProfile, passages: Passage[], nearest: number | null): number[] {
  const order = passages.filter(({ surprise }) => surprise !== null).sort((a, b) => b.surprise! - a.surprise!)
  const [first, second] = order
  const stems = new Set(first ? wordsOf(first.text).map(({ stem }) => stem) : [])
  const numbers = [...question.numbers]
  const met = numbers.filter(number => stems.has(number)).length
  return [
    1,
    meaningOf(first?.surprise ?? null),
    first && second ? (first.surprise! - second.surprise!) / 4 : 0,
    numbers.length > 0 ? met / numbers.length : 0,
    numbers.length > 0 ? 1 - met / numbers.length : 0,
    meaningOf(nearest),
    question.isCyrillic ? 1 : 0,
  ]
}
