import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder, EmbedPurpose } from '../../server/ports/embedder.ts'

/** What takes long to make of texts, kept on disk between runs, each text by itself: a run that was stopped goes on. */

const FOLDER = join(tmpdir(), 'dossier-bench-vectors')
const BATCH = 16

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 22)

const read = new Map<string, Map<string, string>>()

function keptIn(file: string): Map<string, string> {
  const known = read.get(file) ?? readKept(file)
  read.set(file, known)
  return known
}

function readKept(file: string): Map<string, string> {
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  // The last line may be half written.
  return new Map(lines.slice(0, -1).map(line => [line.slice(0, 22), line.slice(23)]))
}

/** In the order of the texts; `make` is given those that are not there yet, a few at a time. */
async function remembered(
  file: string,
  texts: string[],
  make: (texts: string[]) => Promise<string[]>,
): Promise<string[]> {
  const kept = keptIn(file)
  const missing = [...new Set(texts)].filter(text => !kept.has(nameOf(text)))
  if (missing.length > 100) console.log(`  making ${missing.length} for ${file}`)
  for (let from = 0; from < missing.length; from += BATCH) {
    const batch = missing.slice(from, from + BATCH)
    const made = await make(batch)
    batch.forEach((text, i) => {
      kept.set(nameOf(text), made[i]!)
    })
    appendFileSync(join(FOLDER, file), batch.map((text, i) => `${nameOf(text)} ${made[i]}\n`).join(''))
  }
  return texts.map(text => kept.get(nameOf(text))!)
}

/** Null for texts in a language that the encoder does not know. */
export async function vectorsFor(
  embedder: Embedder,
  texts: string[],
  purpose: EmbedPurpose,
): Promise<(Float32Array | null)[]> {
  const { id } = await embedder.model('passage')
  const rows = await remembered(`${id}-${purpose}`, texts, async batch => {
    const vectors = await embedder.embed(batch, purpose, { deadlineMs: 300_000 })
    return vectors.map(vector =>
      vector ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64') : '',
    )
  })
  return rows.map(row => (row ? new Float32Array(Uint8Array.from(Buffer.from(row, 'base64')).buffer) : null))
}

/** Any answer that JSON can hold. */
export async function made<T>(file: string, texts: string[], make: (text: string) => Promise<T>): Promise<T[]> {
  const rows = await remembered(file, texts, batch =>
    Promise.all(batch.map(async text => JSON.stringify(await make(text)))),
  )
  return rows.map(row => JSON.parse(row) as T)
}
