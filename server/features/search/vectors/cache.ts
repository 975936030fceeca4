import type { Needs } from '../../../context.ts'
import { Admission } from './admission.ts'
import type { Background } from './background.ts'
import { bytesOf, type Grain, OwnerVectors } from './nearest.ts'
import { countVectors, vectorsAfter } from './queries.ts'

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
}

const PAGE = 4000
/** Writers that started earlier may commit later: so far back it is looked again. */
const OVERLAP = 200
export const MOST_BYTES = 256 * 1024 * 1024
/** So often it is read from the start, to forget what has gone. */
const LIFE_MS = 30 * 60_000

const entries = new Map<string, Entry>()
const beginning = new Map<string, Promise<Entry | undefined>>()
const admission = new Admission(MOST_BYTES, name => entries.delete(name))

/** Bytes while few search, so that bits of many more fit beside them; undefined when there is no room for either. */
export function grainFor(
  room: Admission,
  name: string,
  { dim, count }: { dim: number; count: number },
  now = Date.now(),
): Grain | undefined {
  if (room.admit(name, bytesOf(dim, count, 'bytes'), now, room.most / 2)) return 'bytes'
  return room.admit(name, bytesOf(dim, count, 'bits'), now) ? 'bits' : undefined
}

/** Many who search at once wait for the first of them to begin: each would take the room of one. */
async function entryOf(name: string, make: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
  const known = entries.get(name)
  if (known && Date.now() - known.loadedAt <= LIFE_MS) return known
  const begun = beginning.get(name)
  if (begun) return begun
  const made = make()
    .then(entry => {
      if (entry) entries.set(name, entry)
      return entry
    })
    .finally(() => beginning.delete(name))
  beginning.set(name, made)
  return made
}

/** Undefined when there is no room for them: then words alone decide. */
export async function vectorsOf(
  context: Needs<'db'>,
  ownerId: string,
  model: { id: string; dim: number },
  background: Background,
): Promise<OwnerVectors | undefined> {
  const name = `${ownerId} ${model.id}`
  const current = await entryOf(name, async () => {
    const expected = await countVectors(context.db, ownerId, model.id)
    const grain = grainFor(admission, name, { dim: model.dim, count: expected })
    if (!grain) return undefined
    const vectors = new OwnerVectors(model.dim, background.mean, expected, grain)
    return { vectors, lastSeq: 0, latest: [], loadedAt: Date.now(), busy: undefined }
  })
  if (!current) return undefined
  current.busy ??= admission
    .during(name, () => catchUp(context, ownerId, model.id, current))
    .finally(() => {
      current.busy = undefined
    })
  await current.busy
  if (admission.admit(name, current.vectors.bytes)) return current.vectors
  // It has grown meanwhile, and there is no room for what came.
  entries.delete(name)
  admission.giveBack(name)
  return undefined
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
