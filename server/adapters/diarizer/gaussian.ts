import { DIM } from './mfcc.ts'

/** Sums from which the Gaussian of any set of frames follows; two sets are joined by adding them. */
export interface GaussianSums {
  count: number
  sum: Float64Array
  /** Lower triangle of the sum of products. */
  square: Float64Array
}

const TRIANGLE = (DIM * (DIM + 1)) / 2
/** How many numbers a Gaussian with full covariance has: the price of keeping two where one would do. */
const PARAMETERS = DIM + TRIANGLE

export const noSums = (): GaussianSums => ({ count: 0, sum: new Float64Array(DIM), square: new Float64Array(TRIANGLE) })

export function addFrame(sums: GaussianSums, values: Float32Array, frame: number): void {
  const at = frame * DIM
  sums.count++
  for (let i = 0, k = 0; i < DIM; i++) {
    const x = values[at + i]!
    sums.sum[i]! += x
    for (let j = 0; j <= i; j++) sums.square[k++]! += x * values[at + j]!
  }
}

export function joined(a: GaussianSums, b: GaussianSums): GaussianSums {
  const both = noSums()
  both.count = a.count + b.count
  for (let i = 0; i < DIM; i++) both.sum[i] = a.sum[i]! + b.sum[i]!
  for (let i = 0; i < TRIANGLE; i++) both.square[i] = a.square[i]! + b.square[i]!
  return both
}

const work = new Float64Array(DIM * DIM)
/** Keeps a set of few frames from having no volume at all. */
const FLOOR = 0.02

/** The logarithm of the determinant of the covariance, by Cholesky. */
export function logDet({ count, sum, square }: GaussianSums): number {
  let total = 0
  for (let i = 0, k = 0; i < DIM; i++)
    for (let j = 0; j <= i; j++) {
      let value = square[k++]! / count - (sum[i]! / count) * (sum[j]! / count)
      if (i === j) value += FLOOR
      for (let m = 0; m < j; m++) value -= work[i * DIM + m]! * work[j * DIM + m]!
      if (i === j) {
        const root = Math.sqrt(Math.max(value, 1e-9))
        work[i * DIM + i] = root
        total += 2 * Math.log(root)
      } else work[i * DIM + j] = value / work[j * DIM + j]!
    }
  return total
}

/** What is gained by calling them two people, above what the second Gaussian costs: below 0 they are one. */
export function bic(a: GaussianSums & { det?: number }, b: GaussianSums & { det?: number }, lambda: number): number {
  a.det ??= logDet(a)
  b.det ??= logDet(b)
  const both = joined(a, b)
  const gain = (both.count * logDet(both) - a.count * a.det - b.count * b.det) / 2
  return gain - (lambda * PARAMETERS * Math.log(both.count)) / 2
}
