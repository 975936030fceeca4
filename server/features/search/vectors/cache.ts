import type { Needs } from '../../../context.ts'
import type { Background } from './background.ts'
import { OwnerVectors } from './nearest.ts'
import { vectorsAfter } from './queries.ts'

/**
 * The vectors of the owners who search. Each search first asks what is new since the last; a vector that has gone is noticed
 * where the found ones are looked up again.
 */

interface Entry {
  vectors: OwnerVectors
  lastSeq: number
  /** Of the latest ones those that are here: they need not come again. */
  latest: number[]
  loadedAt: number
  busy: Promise<void> | undefined
  usedAt: number
}

const PAGE = 4000
/** Writers that started earlier may commit later: so far back it is looked again. */
const OVERLAP = 200
const MOST_BYTES = 256 * 1024 * 1024
/** So often it is read from the start, to forget what has gone. */
const LIFE_MS = 30 * 60_000

const entries = new Map<string, Entry>()

export async function vectorsOf(
  context: Needs<'db'>,
  ownerId: string,
  model: { id: string; dim: number },
  background: Background,
): Promise<OwnerVectors> {
  const name = `${ownerId} ${model.id}`
  let entry = entries.get(name)
  if (!entry || Date.now() - entry.loadedAt > LIFE_MS) {
    entry = {
      vectors: new OwnerVectors(model.dim, background.mean),
      lastSeq: 0,
      latest: [],
      loadedAt: Date.now(),
      busy: undefined,
      usedAt: 0,
    }
    entries.set(name, entry)
  }
  entry.usedAt = Date.now()
  const current = entry
  current.busy ??= catchUp(context, ownerId, model.id, current).finally(() => {
    current.busy = undefined
    makeRoom(name)
  })
  await current.busy
  return current.vectors
}

async function catchUp(context: Needs<'db'>, ownerId: string, model: string, entry: Entry): Promise<void> {
  let from = Math.max(0, entry.lastSeq - OVERLAP)
  for (;;) {
    const rows = await vectorsAfter(context.db, ownerId, model, { seq: from, without: entry.latest, limit: PAGE })
    for (const row of rows) {
      entry.vectors.put(row.object_id, row.ord, row.seq, row.vector)
      from = row.seq
    }
    entry.lastSeq = Math.max(entry.lastSeq, from)
    const known = [...entry.latest, ...rows.map(({ seq }) => seq)]
    entry.latest = known.filter(seq => seq > entry.lastSeq - OVERLAP)
    if (rows.length < PAGE) return
  }
}

/** Those not used for longest go first. */
function makeRoom(keep: string): void {
  let bytes = 0
  for (const { vectors } of entries.values()) bytes += vectors.bytes
  const oldest = [...entries].filter(([name]) => name !== keep).sort(([, a], [, b]) => a.usedAt - b.usedAt)
  for (const [name, { vectors }] of oldest) {
    if (bytes <= MOST_BYTES) return
    entries.delete(name)
    bytes -= vectors.bytes
  }
}
