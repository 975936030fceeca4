/** Between vectors of the same length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, one, other] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    one += a[i]! * a[i]!
    other += b[i]! * b[i]!
  }
  return dot / Math.max(1e-9, Math.sqrt(one * other))
}
