import { DIM } from './mfcc.ts'

/** Where, within an utterance, one voice seems to give way to another. */

const SIDE = 100
const STEP = 5
const NEAR = 60
const LAMBDA = 1.3

export function changesIn(values: Float32Array, from: number, to: number): number[] {
  if (to - from < 2 * SIDE) return []
  const sums = runningSums(values, from, to)
  const scores: { at: number; score: number }[] = []
  for (let at = from + SIDE; at + SIDE <= to; at += STEP)
    scores.push({ at, score: gain(sums, at - SIDE - from, at - from, at + SIDE - from) })
  return scores
    .filter(
      ({ at, score }) => score > 0 && scores.every(other => Math.abs(other.at - at) > NEAR || other.score <= score),
    )
    .map(({ at }) => at)
    .filter((at, index, all) => index === 0 || at - all[index - 1]! > NEAR)
}

interface Running {
  sum: Float64Array
  square: Float64Array
}

function runningSums(values: Float32Array, from: number, to: number): Running {
  const count = to - from + 1
  const sums = { sum: new Float64Array(count * DIM), square: new Float64Array(count * DIM) }
  for (let at = 1; at < count; at++)
    for (let i = 0; i < DIM; i++) {
      const x = values[(from + at - 1) * DIM + i]!
      sums.sum[at * DIM + i] = sums.sum[(at - 1) * DIM + i]! + x
      sums.square[at * DIM + i] = sums.square[(at - 1) * DIM + i]! + x * x
    }
  return sums
}

/** How much better two Gaussians describe the two sides than one describes both, less what the second costs. */
function gain(sums: Running, a: number, b: number, c: number): number {
  let total = 0
  for (let i = 0; i < DIM; i++)
    total +=
      (c - a) * logVariance(sums, a, c, i) - (b - a) * logVariance(sums, a, b, i) - (c - b) * logVariance(sums, b, c, i)
  return total / 2 - LAMBDA * DIM * Math.log(c - a)
}

function logVariance({ sum, square }: Running, a: number, b: number, i: number): number {
  const mean = (sum[b * DIM + i]! - sum[a * DIM + i]!) / (b - a)
  return Math.log(Math.max(0.02, (square[b * DIM + i]! - square[a * DIM + i]!) / (b - a) - mean * mean))
}
