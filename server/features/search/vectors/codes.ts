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

export const scaleOf = (code: Buffer) => code.readFloatLE(0)

/** How many bits a number of sixteen has. */
export const BITS = Uint8Array.from({ length: 65_536 }, (_, n) => {
  let bits = 0
  for (let rest = n; rest > 0; rest >>= 1) bits += rest & 1
  return bits
})

/** Which values lie above the mean, sixteen in a number. Vectors of one model point much the same way: without the mean the bits would say little. */
export function signs(values: (dimension: number) => number, mean: Float32Array, into: Uint16Array, at: number): void {
  const words = Math.ceil(mean.length / 16)
  for (let word = 0; word < words; word++) {
    let bits = 0
    for (let bit = 0; bit < 16; bit++) {
      const dimension = word * 16 + bit
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
