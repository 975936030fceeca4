import { wordsOf } from '../../../lib/words.ts'
import type { QuestionProfile } from '../question.ts'
import { either, meterOf } from './alike.ts'
import {
  coverage,
  FEATURES,
  type LocalPassage,
  meaningOf,
  type SentenceCandidate,
  scoreOf,
  shareMet,
} from './candidates.ts'

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
  'most alike sentence',
  'most alike passage',
  'passage of the chosen alike',
  'neighbours of the chosen alike',
  'three best passages alike',
  'largest miss',
  'lead of the most alike passage',
  'chance of three',
  'chance of the passage',
  'close together',
  'words met',
  'alike and chosen',
] as const

/** Known only where an encoder works; they follow the others. */
export const GATE_MEANING_FEATURES = [
  'nearest passage',
  'passage of the chosen',
  'nearest sentence',
  'sentence of the chosen',
  'lead of the nearest passage',
  'the chosen is in the nearest passage',
  'lead of the nearest sentence',
  'best in the search',
  'lead in the search',
  'beyond the others in the search',
] as const

export interface GateInput {
  question: QuestionProfile
  passages: LocalPassage[]
  candidates: SentenceCandidate[]
  chances: number[]
  /** The share of the question's worth in words that no file has. */
  unknown: number
}

const LOOKED_AT = 3

type Feature = (typeof FEATURES)[number]
const PLACES = new Map<Feature, number>(FEATURES.map((name, at) => [name, at]))

export function gateFeatures(
  { question, passages, candidates, chances, unknown }: GateInput,
  read: (text: string) => ReturnType<typeof wordsOf> = wordsOf,
): number[] {
  const at = chances.indexOf(Math.max(...chances))
  const chosen = candidates[at]
  const of = (name: Feature, candidate = chosen) => candidate?.features[PLACES.get(name)!] ?? 0
  const most = (name: Feature) => Math.max(...candidates.map(candidate => of(name, candidate)), 0)
  const words = passages.slice(0, LOOKED_AT).map(({ text }) => read(text))
  const terms = words.map(list => new Set(list.map(({ term }) => term)))
  const scores = words.map(list => scoreOf(question, list)).sort((a, b) => b - a)
  const meter = meterOf([...question.worth.keys()])
  const met = words.map(meter)
  const alike = met.map(one => shareMet(question, one))
  const order = alike.map((_, i) => i).sort((a, b) => alike[b]! - alike[a]!)
  const best = met[order[0] ?? 0] ?? new Float64Array(question.worth.size)
  const missed = [...question.worth.values()].map((worth, i) => (worth * (1 - best[i]!)) / question.total)
  const inPassage = candidates.reduce((sum, { passage }, i) => sum + (passage === chosen?.passage ? chances[i]! : 0), 0)
  const three = [...chances].sort((a, b) => b - a).slice(0, 3)
  return [
    1,
    most('coverage'),
    of('coverage'),
    of('pieces'),
    Math.max(...terms.map(set => coverage(question, set)), 0),
    coverage(question, new Set(terms.flatMap(set => [...set]))),
    terms.some(set => set.has(question.rarest)) ? 1 : 0,
    chances[at] ?? 0,
    scores.length > 1 ? 1 - scores[1]! / Math.max(scores[0]!, 1e-9) : 1,
    scores[0] ?? 0,
    of('kind fits'),
    of('kind misses'),
    of('names missed'),
    of('names met'),
    of('pairs'),
    Math.min(question.words.length, 12) / 12,
    unknown,
    question.isCyrillic ? 1 : 0,
    most('alike'),
    alike[order[0] ?? 0] ?? 0,
    of('passage alike'),
    of('neighbours alike'),
    met.length > 0 ? shareMet(question, either(...met)) : 0,
    Math.max(...missed, 0),
    order.length > 1 ? alike[order[0]!]! - alike[order[1]!]! : (alike[0] ?? 0),
    three.reduce((sum, chance) => sum + chance, 0),
    inPassage,
    of('close together'),
    best.filter(value => value >= 0.5).length / Math.max(best.length, 1),
    of('alike'),
  ]
}

/** Of candidates with the features of their meaning. */
export function gateMeaning({ passages, candidates, chances }: GateInput): number[] {
  const chosen = candidates[chances.indexOf(Math.max(...chances))]
  const features = chosen?.features ?? []
  const [passage, sentence] = [FEATURES.length, FEATURES.length + 1]
  const order = passages.map(({ zScore }) => zScore ?? 0).sort((a, b) => b - a)
  const near = candidates.map(candidate => candidate.features[sentence] ?? 0).sort((a, b) => b - a)
  const found = passages.map(({ score }) => score).sort((a, b) => b - a)
  const others = found.slice(1).reduce((sum, score) => sum + score, 0) / Math.max(found.length - 1, 1)
  return [
    meaningOf(order[0] ?? null),
    features[passage] ?? 0,
    Math.max(near[0] ?? 0, 0),
    features[sentence] ?? 0,
    order.length > 1 ? (order[0]! - order[1]!) / 4 : 0,
    chosen && (passages[chosen.passage]!.zScore ?? 0) === order[0] ? 1 : 0,
    near.length > 1 ? near[0]! - near[1]! : 0,
    found[0] ?? 0,
    (found[0] ?? 0) - (found[1] ?? 0),
    (found[0] ?? 0) - others,
  ]
}
