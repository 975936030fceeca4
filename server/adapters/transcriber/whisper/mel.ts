/** Sound as Whisper sees it: the logarithm of power in bands as wide as the ear has them, a hundred times a second. */

export const RATE = 16_000
export const WINDOW_SECONDS = 30
const POINTS = 400
const HOP = 160
const BINS = POINTS / 2 + 1
const FRAMES = (RATE * WINDOW_SECONDS) / HOP

/** A DFT of 400 real points as 25 of 16 points and 16 of 25: a tenth of the work. */
const [N1, N2] = [16, 25]

const angles = (size: number) => {
  const table = new Float64Array(size * 2)
  for (let i = 0; i < size; i++) {
    table[2 * i] = Math.cos((-2 * Math.PI * i) / size)
    table[2 * i + 1] = Math.sin((-2 * Math.PI * i) / size)
  }
  return table
}
const W16 = angles(N1)
const W25 = angles(N2)
const W400 = angles(POINTS)
const HANN = Float64Array.from({ length: POINTS }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / POINTS))

const re = new Float64Array(POINTS)
const im = new Float64Array(POINTS)

/** The power of each of the 201 bins of a windowed frame. It runs three thousand times for each window, so it is plain. */
export function powerOf(frame: Float64Array, power: Float64Array): void {
  for (let n2 = 0; n2 < N2; n2++)
    for (let k1 = 0; k1 < N1; k1++) {
      let a = 0
      let b = 0
      for (let n1 = 0; n1 < N1; n1++) {
        const x = frame[N2 * n1 + n2]!
        const t = 2 * ((n1 * k1) & 15)
        a += x * W16[t]!
        b += x * W16[t + 1]!
      }
      const t = 2 * n2 * k1
      re[n2 * N1 + k1] = a * W400[t]! - b * W400[t + 1]!
      im[n2 * N1 + k1] = a * W400[t + 1]! + b * W400[t]!
    }
  for (let k = 0; k < BINS; k++) {
    const k1 = k & 15
    const k2 = k >> 4
    let a = 0
    let b = 0
    let turn = 0
    for (let at = k1; at < POINTS; at += N1) {
      const x = re[at]!
      const y = im[at]!
      a += x * W25[2 * turn]! - y * W25[2 * turn + 1]!
      b += x * W25[2 * turn + 1]! + y * W25[2 * turn]!
      turn += k2
      if (turn >= N2) turn -= N2
    }
    power[k] = a * a + b * b
  }
}

/** Slaney's scale: even up to 1 kHz, then by ratios. */
const LINEAR = 200 / 3
const toMel = (hz: number) => (hz < 1000 ? hz / LINEAR : 15 + Math.log(hz / 1000) / (Math.log(6.4) / 27))
const toHz = (mel: number) => (mel < 15 ? mel * LINEAR : 1000 * Math.exp((Math.log(6.4) / 27) * (mel - 15)))

interface Band {
  from: number
  weights: Float64Array
}

export function melBands(count: number): Band[] {
  const top = toMel(RATE / 2)
  const edges = Array.from({ length: count + 2 }, (_, i) => toHz((top * i) / (count + 1)))
  return Array.from({ length: count }, (_, band) => {
    const [low, middle, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    const weights = Array.from({ length: BINS }, (_, bin) => {
      const hz = (bin * RATE) / POINTS
      const rising = (hz - low) / (middle - low)
      const falling = (high - hz) / (high - middle)
      return (Math.max(0, Math.min(rising, falling)) * 2) / (high - low)
    })
    const from = weights.findIndex(weight => weight > 0)
    const to = weights.findLastIndex(weight => weight > 0)
    return { from: Math.max(0, from), weights: Float64Array.from(from < 0 ? [] : weights.slice(from, to + 1)) }
  })
}

/** A window of 30 seconds, what is missing being silence: [bands, 3000] as the encoder takes it. */
export function logMel(samples: Float32Array, bands: Band[]): Float32Array {
  const out = new Float32Array(bands.length * FRAMES).fill(-10)
  const at = (index: number) => {
    // The beginning is mirrored; behind the end there is silence.
    const i = index < 0 ? -index : index
    return i < samples.length ? samples[i]! : 0
  }
  const frame = new Float64Array(POINTS)
  const power = new Float64Array(BINS)
  const filled = Math.min(FRAMES, Math.ceil((samples.length + POINTS / 2) / HOP))
  let highest = -10
  for (let t = 0; t < filled; t++) {
    const start = t * HOP - POINTS / 2
    for (let i = 0; i < POINTS; i++) frame[i] = at(start + i) * HANN[i]!
    powerOf(frame, power)
    for (let band = 0; band < bands.length; band++) {
      const { from, weights } = bands[band]!
      let sum = 0
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[from + i]!
      const value = Math.log10(Math.max(1e-10, sum))
      out[band * FRAMES + t] = value
      if (value > highest) highest = value
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i]!, highest - 8) + 4) / 4
  return out
}
