import { melBands, powerOf } from '../transcriber/whisper/mel.ts'

/** Cepstral coefficients: the shape of a voice's spectrum, a hundred times a second. */

export const DIM = 16
export const PER_SECOND = 100
const [POINTS, HOP, BANDS] = [400, 160, 26]
const HAMMING = Float64Array.from(
  { length: POINTS },
  (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (POINTS - 1)),
)
const bands = melBands(BANDS)
const COSINES = Float64Array.from({ length: DIM * BANDS }, (_, i) => {
  const [k, band] = [Math.floor(i / BANDS) + 1, i % BANDS]
  return Math.cos((Math.PI * k * (band + 0.5)) / BANDS) * Math.sqrt(2 / BANDS)
})

export interface Frames {
  /** DIM numbers for each frame. */
  values: Float32Array
  /** The loudness of each, as a logarithm. */
  loud: Float32Array
  count: number
}

export function mfcc(samples: Int16Array): Frames {
  const count = Math.max(0, Math.floor((samples.length - POINTS) / HOP) + 1)
  const values = new Float32Array(count * DIM)
  const loud = new Float32Array(count)
  const frame = new Float64Array(POINTS)
  const power = new Float64Array(POINTS / 2 + 1)
  const logs = new Float64Array(BANDS)
  for (let t = 0; t < count; t++) {
    let energy = 0
    for (let i = 0; i < POINTS; i++) {
      const at = t * HOP + i
      // The high notes are raised, as the mouth lowers them.
      const value = (samples[at]! - 0.97 * (at > 0 ? samples[at - 1]! : 0)) / 32768
      energy += value * value
      frame[i] = value * HAMMING[i]!
    }
    loud[t] = Math.log(energy + 1e-9)
    powerOf(frame, power)
    for (let band = 0; band < BANDS; band++) {
      const { from, weights } = bands[band]!
      let sum = 1e-10
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[from + i]!
      logs[band] = Math.log(sum)
    }
    for (let k = 0; k < DIM; k++) {
      let sum = 0
      for (let band = 0; band < BANDS; band++) sum += COSINES[k * BANDS + band]! * logs[band]!
      values[t * DIM + k] = sum
    }
  }
  return { values, loud, count }
}

/** The shape of two frames that sound at once, put into `to`. */
export function mixedShape(
  values: Float32Array,
  loud: Float32Array,
  [one, other]: [number, number],
  to: Float32Array,
): void {
  const [a, b] = [spectrumOf(values, one), spectrumOf(values, other)]
  const [first, second] = [Math.exp(loud[one]!) / total(a), Math.exp(loud[other]!) / total(b)]
  for (let k = 0; k < DIM; k++) {
    let sum = 0
    for (let band = 0; band < BANDS; band++)
      sum += COSINES[k * BANDS + band]! * Math.log(first * a[band]! + second * b[band]!)
    to[k] = sum
  }
}

/** The power in each band, but for a factor. */
function spectrumOf(values: Float32Array, frame: number): Float64Array {
  const power = new Float64Array(BANDS)
  for (let band = 0; band < BANDS; band++) {
    let sum = 0
    for (let k = 0; k < DIM; k++) sum += COSINES[k * BANDS + band]! * values[frame * DIM + k]!
    power[band] = Math.exp(sum)
  }
  return power
}

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
