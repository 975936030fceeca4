import type { Needs } from '../../context.ts'
import { frequencies, type Statistics, statisticsOf } from './queries.ts'

/**
 * How common each word is among an owner's files. Counting costs as much as searching, and the answer changes slowly: it is
 * kept for a while, and counted again beside the searches rather than before them.
 */

interface Kept<T> {
  value: T
  /** After this it is counted again, and the old value serves meanwhile. */
  until: number
}

/** Rows of one key that are counted while somebody waits. */
const COUNT_NOW = 2000
const COUNT_LATER = 200_000
const MOST_KEPT = 200_000

const sizes = new Map<string, Kept<Statistics>>()
/** The owner is part of every key, so the keys alone will do. */
const counts = new Map<number, Kept<number>>()

/** The larger, the steadier: a second for a few windows, minutes for a hundred thousand. */
const lifeOf = (chunks: number) => Math.min(300_000, 1000 + chunks * 10)

export async function sizeOf(context: Needs<'db' | 'log'>, ownerId: string): Promise<Statistics> {
  const kept = sizes.get(ownerId)
  const count = async () => {
    const value = await statisticsOf(context.db, ownerId)
    if (sizes.size > MOST_KEPT) sizes.clear()
    sizes.set(ownerId, { value, until: Date.now() + lifeOf(value.chunks) })
    return value
  }
  if (!kept) return count()
  if (kept.until < Date.now()) {
    if (kept.value.chunks < COUNT_NOW) return count()
    kept.until = Date.now() + 10_000
    count().catch(complain(context))
  }
  return kept.value
}

const complain = (context: Needs<'log'>) => (error: unknown) =>
  context.log.warn({ err: error }, 'search: counting failed, the old counts serve on')

/** How many rows each key is in. */
export async function frequenciesOf(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  keys: number[],
  size: Statistics,
): Promise<Map<number, number>> {
  const now = Date.now()
  // A word that nothing had may have come this moment, and would not be looked for: nothing is never taken from memory.
  const missing = keys.filter(key => {
    const kept = counts.get(key)
    return !kept?.value || (kept.until < now && kept.value < COUNT_NOW)
  })
  if (missing.length > 0) await countKeys(context, ownerId, missing, size)
  const old = keys.filter(key => counts.get(key)!.until < now)
  if (old.length > 0) countLater(context, ownerId, old, size)
  return new Map(keys.map(key => [key, counts.get(key)!.value]))
}

async function countKeys(context: Needs<'db' | 'log'>, ownerId: string, keys: number[], size: Statistics) {
  const counted = await frequencies(context.db, ownerId, keys, COUNT_NOW)
  const more: number[] = []
  for (const { key, n } of counted) {
    keep(key, n, lifeOf(size.chunks))
    if (n >= COUNT_NOW) more.push(key)
  }
  if (more.length > 0) countLater(context, ownerId, more, size)
}

function countLater(context: Needs<'db' | 'log'>, ownerId: string, keys: number[], size: Statistics): void {
  // Not again while it is being counted.
  for (const key of keys) counts.get(key)!.until = Date.now() + 60_000
  frequencies(context.db, ownerId, keys, COUNT_LATER)
    .then(counted => {
      for (const { key, n } of counted) keep(key, n, lifeOf(size.chunks))
    })
    .catch(complain(context))
}

function keep(key: number, value: number, life: number): void {
  if (counts.size > MOST_KEPT) counts.clear()
  counts.set(key, { value, until: Date.now() + life })
}

/** What finding a word that is in `frequency` of `rows` is worth. */
export const idf = (frequency: number, rows: number) =>
  Math.log(1 + (Math.max(rows - frequency, 0) + 0.5) / (frequency + 0.5))
