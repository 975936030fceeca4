import { DIM } from './mfcc.ts'

/** A voice as a mixture of Gaussians with diagonal covariances, learned from the frames that are said to be its. */
export interface Mixture {
  weights: Float64Array
  means: Float64Array
  /** One over the variance. */
  inverse: Float64Array
  constants: Float64Array
}

const ROUNDS = 6
const LEAST_VARIANCE = 0.05

export function learn(values: Float32Array, frames: number[], parts: number): Mixture {
  const mixture: Mixture = {
    weights: new Float64Array(parts).fill(1 / parts),
    means: new Float64Array(parts * DIM),
    inverse: new Float64Array(parts * DIM),
    constants: new Float64Array(parts),
  }
  const { mean, variance } = spreadOf(values, frames)
  for (let part = 0; part < parts; part++) {
    // Begun at frames spread over the time, drawn halfway to the middle.
    const from = frames[Math.floor(((part + 0.5) * frames.length) / parts)]! * DIM
    for (let i = 0; i < DIM; i++) {
      mixture.means[part * DIM + i] = (values[from + i]! + mean[i]!) / 2
      mixture.inverse[part * DIM + i] = 1 / Math.max(LEAST_VARIANCE, variance[i]!)
    }
  }
  settle(mixture)
  for (let round = 0; round < ROUNDS; round++) improve(mixture, values, frames, variance)
  return mixture
}

function spreadOf(values: Float32Array, frames: number[]) {
  const mean = new Float64Array(DIM)
  const variance = new Float64Array(DIM)
  for (const frame of frames) for (let i = 0; i < DIM; i++) mean[i]! += values[frame * DIM + i]! / frames.length
  for (const frame of frames)
    for (let i = 0; i < DIM; i++) variance[i]! += (values[frame * DIM + i]! - mean[i]!) ** 2 / frames.length
  return { mean, variance }
}

function settle({ weights, inverse, constants }: Mixture): void {
  for (let part = 0; part < weights.length; part++) {
    let sum = Math.log(Math.max(1e-8, weights[part]!)) - (DIM / 2) * Math.log(2 * Math.PI)
    for (let i = 0; i < DIM; i++) sum += Math.log(inverse[part * DIM + i]!) / 2
    constants[part] = sum
  }
}

const scores = new Float64Array(64)

/** How likely the frame is, as a logarithm; the parts' shares are left in `scores`. */
export function likelihood({ weights, means, inverse, constants }: Mixture, values: Float32Array, at: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let part = 0; part < weights.length; part++) {
    let sum = constants[part]!
    for (let i = 0, k = part * DIM; i < DIM; i++, k++) {
      const off = values[at + i]! - means[k]!
      sum -= (off * off * inverse[k]!) / 2
    }
    scores[part] = sum
    if (sum > most) most = sum
  }
  let total = 0
  for (let part = 0; part < weights.length; part++) {
    scores[part] = Math.exp(scores[part]! - most)
    total += scores[part]!
  }
  for (let part = 0; part < weights.length; part++) scores[part]! /= total
  return most + Math.log(total)
}

function improve(mixture: Mixture, values: Float32Array, frames: number[], whole: Float64Array): void {
  const parts = mixture.weights.length
  const count = new Float64Array(parts)
  const sum = new Float64Array(parts * DIM)
  const square = new Float64Array(parts * DIM)
  for (const frame of frames) {
    likelihood(mixture, values, frame * DIM)
    for (let part = 0; part < parts; part++) {
      const share = scores[part]!
      if (share < 1e-4) continue
      count[part]! += share
      for (let i = 0; i < DIM; i++) {
        const x = values[frame * DIM + i]!
        sum[part * DIM + i]! += share * x
        square[part * DIM + i]! += share * x * x
      }
    }
  }
  for (let part = 0; part < parts; part++) {
    if (count[part]! < 1) continue
    mixture.weights[part] = count[part]! / frames.length
    for (let i = 0, k = part * DIM; i < DIM; i++, k++) {
      mixture.means[k] = sum[k]! / count[part]!
      const own = square[k]! / count[part]! - mixture.means[k]! ** 2
      // A part of few frames leans on the whole.
      const lean = 10 / (count[part]! + 10)
      mixture.inverse[k] = 1 / Math.max(LEAST_VARIANCE, (1 - lean) * own + lean * whole[i]!)
    }
  }
  settle(mixture)
}
