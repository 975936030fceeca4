import type { SentenceCandidate } from './candidates.ts'

/** Chances of the sentences against each other, by trained weights; they add up to one. */
export const chancesOf = (candidates: SentenceCandidate[], weights: number[]): number[] =>
  softmax(candidates.map(({ features }) => dot(weights, features)))

export function softmax(scores: number[]): number[] {
  const top = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map(power => power / sum)
}

export function dot(weights: ArrayLike<number>, features: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < features.length; i++) sum += weights[i]! * features[i]!
  return sum
}

export const logistic = (x: number) => 1 / (1 + Math.exp(-x))
