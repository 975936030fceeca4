import { DIM, mixedShape } from './mfcc.ts'
import { learn, likelihood, type Mixture } from './mixture.ts'

/** What two voices at once look like: nobody has marked it, so it is made by adding frames of the one to frames of the other. */

const MIXED = 1500
const PARTS = 8
/** So many frames before and behind one tell whether two speak there. */
const WINDOW = 15
/** How much likelier than the likeliest voice alone it must be, for each frame: what is made by adding fits a little worse than what is heard. */
const LEAST = -0.3

/** Frames in which two of the voices speak at once, as far as can be told. */
export function spokenOver(
  values: Float32Array,
  loud: Float32Array,
  labels: Int16Array,
  alone: Float32Array[],
): Uint8Array {
  const over = new Uint8Array(labels.length)
  const speakers = [...new Set(labels)].filter(label => label >= 0)
  const both: Float32Array[] = []
  for (const [at, one] of speakers.entries())
    for (const other of speakers.slice(at + 1)) {
      const mixture = mixtureOf(values, loud, labels, [one, other])
      if (mixture) both.push(Float32Array.from(labels, (_, frame) => likelihood(mixture, values, frame * DIM)))
    }
  if (both.length === 0) return over
  const gain = Float64Array.from(labels, (_, frame) => most(both, frame) - most(alone, frame))
  const sums = new Float64Array(gain.length + 1)
  for (const [frame, value] of gain.entries()) sums[frame + 1] = sums[frame]! + value
  for (let frame = 0; frame < over.length; frame++) {
    const [a, b] = [Math.max(0, frame - WINDOW), Math.min(over.length, frame + WINDOW + 1)]
    if ((sums[b]! - sums[a]!) / (b - a) > LEAST) over[frame] = 1
  }
  return over
}

const most = (rows: Float32Array[], frame: number) => rows.reduce((high, row) => Math.max(high, row[frame]!), -Infinity)

function mixtureOf(
  values: Float32Array,
  loud: Float32Array,
  labels: Int16Array,
  pair: [number, number],
): Mixture | undefined {
  const [first, second] = pair.map(speaker => [...labels.keys()].filter(frame => labels[frame] === speaker))
  if (first!.length < 100 || second!.length < 100) return undefined
  const made = new Float32Array(MIXED * DIM)
  let state = 1
  const draw = (from: number[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)]!
  }
  for (let i = 0; i < MIXED; i++)
    mixedShape(values, loud, [draw(first!), draw(second!)], made.subarray(i * DIM, (i + 1) * DIM))
  return learn(made, [...Array(MIXED).keys()], PARTS)
}
