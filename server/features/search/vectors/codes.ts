/** A vector as it is kept: a scale of four bytes, then two bytes a dimension. One byte would lose one of the ten nearest in fifty. */

export function encodeVector(vector: Float32Array): Buffer {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest / 32_767 || 1
  const code = Buffer.alloc(4 + 2 * vector.length)
  code.writeFloatLE(scale, 0)
  vector.forEach((value, i) => {
    code.writeInt16LE(Math.round(value / scale), 4 + 2 * i)
  })
  return code
}

export const BITS_IN_WORD = 32

export const scaleOf = (code: Buffer) => code.readFloatLE(0)

/** How many bits are set in a number of 32: in pairs, in fours, in bytes, and all bytes at once. */
export function bitsIn(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Which values lie above the mean, 32 in a number. Vectors of one model point much the same way: without the mean the bits would say little. */
export function signs(values: (dimension: number) => number, mean: Float32Array, into: Int32Array, at: number): void {
  const words = Math.ceil(mean.length / BITS_IN_WORD)
  for (let word = 0; word < words; word++) {
    let bits = 0
    for (let bit = 0; bit < BITS_IN_WORD; bit++) {
      const dimension = word * BITS_IN_WORD + bit
      if (dimension < mean.length && values(dimension) > mean[dimension]!) bits |= 1 << bit
    }
    into[at + word] = bits
  }
}

export function meanOf(vectors: Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / vectors.length
  return mean
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
