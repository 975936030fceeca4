/** Small models fitted by Adam: a softmax over lists, and a logistic. */

import { dot, logistic } from '../../server/features/ask/local/ranker.ts'

const EPOCHS = 12
const RATE = 0.05

/** Adam: small steps in the direction that has helped lately, each weight at its own pace. */
function stepper(size: number) {
  const weights = new Float64Array(size)
  const mean = new Float64Array(size)
  const square = new Float64Array(size)
  let steps = 0
  return {
    weights,
    step(gradient: Float64Array, decay: number) {
      steps++
      for (let i = 0; i < size; i++) {
        const g = gradient[i]! - decay * weights[i]!
        mean[i] = 0.9 * mean[i]! + 0.1 * g
        square[i] = 0.999 * square[i]! + 0.001 * g * g
        const m = mean[i]! / (1 - 0.9 ** steps)
        const v = square[i]! / (1 - 0.999 ** steps)
        weights[i]! += ((RATE / (1 + steps / 2000)) * m) / (Math.sqrt(v) + 1e-8)
      }
      gradient.fill(0)
    },
  }
}

const BATCH = 64

export interface Choice {
  features: number[][]
  right: number[]
  weight: number
}

/** Softmax over each question's sentences. */
export function trainRanker(examples: Choice[], size: number): number[] {
  const used = shuffled(examples.filter(({ right }) => right.length > 0))
  const { weights, step } = stepper(size)
  const gradient = new Float64Array(size)
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    used.forEach(({ features, right, weight }, n) => {
      const scores = features.map(row => dot(weights as unknown as number[], row))
      const top = Math.max(...scores)
      const powers = scores.map(score => Math.exp(score - top))
      const sum = powers.reduce((a, b) => a + b, 0)
      const hit = right.reduce((total, at) => total + powers[at]!, 0)
      features.forEach((row, at) => {
        const pull = weight * ((right.includes(at) ? powers[at]! / hit : 0) - powers[at]! / sum)
        for (let i = 0; i < size; i++) gradient[i]! += (pull * row[i]!) / BATCH
      })
      if (n % BATCH === BATCH - 1) step(gradient, 0.0005)
    })
  return [...weights]
}

export interface Labelled {
  x: number[]
  y: number
  weight: number
}

export function trainGate(rows: Labelled[], size: number): number[] {
  const { weights, step } = stepper(size)
  const gradient = new Float64Array(size)
  const used = shuffled(rows)
  for (let epoch = 0; epoch < 2 * EPOCHS; epoch++)
    used.forEach(({ x, y, weight }, n) => {
      const error = weight * (y - logistic(dot(weights as unknown as number[], x)))
      for (let i = 0; i < x.length; i++) gradient[i]! += (error * x[i]!) / BATCH
      if (n % BATCH === BATCH - 1) step(gradient, 0.0001)
    })
  return [...weights]
}

/** The same order each time. */
function shuffled<T>(items: T[]): T[] {
  const order = [...items]
  let seed = 1
  for (let i = order.length - 1; i > 0; i--) {
    seed = (seed * 48271) % 2147483647
    const j = seed % (i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

export function auc(positive: number[], negative: number[]): number {
  const all = [...positive.map(s => ({ s, y: 1 })), ...negative.map(s => ({ s, y: 0 }))].sort((a, b) => a.s - b.s)
  let ranks = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]!.s === all[from]!.s) to++
    for (let i = from; i < to; i++) if (all[i]!.y) ranks += (from + to + 1) / 2
    from = to
  }
  return (ranks - (positive.length * (positive.length + 1)) / 2) / (positive.length * negative.length)
}

export function calibrationError(rows: { p: number; y: number }[]): number {
  let error = 0
  for (let bin = 0; bin < 10; bin++) {
    const inside = rows.filter(({ p }) => p >= bin / 10 && (p < (bin + 1) / 10 || bin === 9))
    if (inside.length === 0) continue
    const mean = (of: (row: { p: number; y: number }) => number) =>
      inside.reduce((sum, row) => sum + of(row), 0) / inside.length
    error += (inside.length / rows.length) * Math.abs(mean(r => r.p) - mean(r => r.y))
  }
  return error
}
