/** Vectors of questions and sentences that were wanted lately: the same files are asked about again and again. */

type Vector = Float32Array | null

const MOST_BYTES = 16 * 1024 * 1024
const kept = new Map<string, Vector>()
let bytes = 0

const sizeOf = (name: string, vector: Vector) => 2 * name.length + (vector?.byteLength ?? 0) + 100

function keep(name: string, vector: Vector): void {
  forget(name)
  kept.set(name, vector)
  bytes += sizeOf(name, vector)
  // Those not wanted for longest come first.
  for (const oldest of kept.keys()) {
    if (bytes <= MOST_BYTES) return
    forget(oldest)
  }
}

function forget(name: string): void {
  const vector = kept.get(name)
  if (vector === undefined) return
  kept.delete(name)
  bytes -= sizeOf(name, vector)
}

/** In the order of the texts; `make` is given those that are not known, each once. */
export async function remembered(
  model: string,
  texts: string[],
  make: (texts: string[]) => Promise<Vector[]>,
): Promise<Vector[]> {
  const nameOf = (text: string) => `${model} ${text}`
  const known = new Map(texts.map(text => [text, kept.get(nameOf(text))]))
  const missing = [...known].flatMap(([text, vector]) => (vector === undefined ? [text] : []))
  const made = missing.length > 0 ? await make(missing) : []
  missing.forEach((text, i) => {
    known.set(text, made[i] ?? null)
  })
  for (const [text, vector] of known) keep(nameOf(text), vector!)
  return texts.map(text => known.get(text)!)
}
