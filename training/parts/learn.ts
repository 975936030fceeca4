/** Small models fitted by Adam: a softmax over lists, and a logistic. */

import { dot, logistic } from '../../server/features/ask/local/ranker.ts'

const RATE = 0.05
const BATCH = 64

export interface Shape {
  /** How many features there are. */
  size: number
  epochs: number
  /** How strongly weights are drawn to nothing. */
  decay: number
}

/** Adam: small steps in the direction that has helped lately, each weight at its own pace. */
function stepper(weights: Float64Array, steps: number) {
  const mean = new Float64Array(weights.length)
  const square = new Float64Array(weights.length)
  let step = 0
  return (gradient: Float64Array, decay: number) => {
    step++
    const rate = RATE * (1 - step / (steps + 1))
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i]! - decay * weights[i]!
      mean[i] = 0.9 * mean[i]! + 0.1 * g
      square[i] = 0.999 * square[i]! + 0.001 * g * g
      const m = mean[i]! / (1 - 0.9 ** step)
      const v = square[i]! / (1 - 0.999 ** step)
      weights[i]! += (rate * m) / (Math.sqrt(v) + 1e-8)
    }
    gradient.fill(0)
  }
}

let seed = 1
const chance = () => {
  seed = (seed * 48271) % 2147483647
  return seed / 2147483647
}

/** Adds what a push on the evidence of `x` means for each weight. */
function push(gradient: Float64Array, x: number[], by: number): void {
  for (let i = 0; i < x.length; i++) gradient[i]! += by * x[i]!
}

export interface Choice {
  features: number[][]
  right: number[]
  weight: number
}

function train<T>(
  examples: T[],
  shape: Shape,
  learn: (example: T, weights: Float64Array, gradient: Float64Array) => void,
) {
  const used = shuffled(examples)
  const weights = new Float64Array(shape.size)
  const gradient = new Float64Array(weights.length)
  const step = stepper(weights, Math.floor((shape.epochs * used.length) / BATCH))
  let n = 0
  for (let epoch = 0; epoch < shape.epochs; epoch++)
    for (const example of used) {
      learn(example, weights, gradient)
      if (++n % BATCH === 0) step(gradient, shape.decay)
    }
  return [...weights]
}

/** Softmax over each question's sentences. */
export const trainRanker = (examples: Choice[], shape: Shape): number[] =>
  train(
    examples.filter(({ right }) => right.length > 0),
    shape,
    ({ features, right, weight }, weights, gradient) => {
      const scores = features.map(row => dot(weights, row))
      const top = Math.max(...scores)
      const powers = scores.map(score => Math.exp(score - top))
      const sum = powers.reduce((a, b) => a + b, 0)
      const hit = right.reduce((total, at) => total + powers[at]!, 0)
      features.forEach((row, at) => {
        const pull = weight * ((right.includes(at) ? powers[at]! / hit : 0) - powers[at]! / sum)
        if (Math.abs(pull) > 1e-6) push(gradient, row, pull / BATCH)
      })
    },
  )

export interface Labelled {
  x: number[]
  y: number
  weight: number
}

export const trainGate = (rows: Labelled[], shape: Shape): number[] =>
  train(rows, shape, ({ x, y, weight }, weights, gradient) =>
    push(gradient, x, (weight * (y - logistic(dot(weights, x)))) / BATCH),
  )

/** The same order each time. */
function shuffled<T>(items: T[]): T[] {
  const order = [...items]
  seed = 1
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
