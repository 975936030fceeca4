import type { Candidate } from './candidates.ts'

/** Chances of the sentences against each other, by trained weights; they add up to one. */
export const chancesOf = (candidates: Candidate[], weights: number[]): number[] =>
  softmax(candidates.map(({ features }) => dot(weights, features)))

export function softmax(scores: number[]): number[] {
  const top = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map(power => power / sum)
}

export const dot = (weights: number[], features: number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), 0)

export const logistic = (x: number) => 1 / (1 + Math.exp(-x))
