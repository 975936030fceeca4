import type { Needs } from '../../context.ts'
import { type Count, type Counted, frequencies, opening, type Statistics, statisticsOf } from './queries.ts'

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
/** Stems that an unfinished word may become. */
const ENDINGS = 20

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

type Counting = Needs<'db' | 'log'>

/** How many rows each stem is in, by its key. */
export async function frequenciesOf(
  context: Counting,
  ownerId: string,
  stems: Counted[],
  size: Statistics,
): Promise<Map<number, number>> {
  const missing = uncounted(stems)
  const counted = missing.length > 0 ? await frequencies(context.db, ownerId, missing, COUNT_NOW) : []
  return take(context, ownerId, { stems, missing, counted }, size)
}

/** The same, together with what else has to be known before a search. */
export async function openingOf(
  context: Counting,
  ownerId: string,
  { prefix, stems }: { prefix: string; stems: Counted[] },
  size: Statistics,
): Promise<{ stale: boolean; endings: string[]; frequency: Map<number, number> }> {
  const missing = uncounted(stems)
  const endings = [...prefix].length < 2 ? 0 : ENDINGS
  const found = await opening(context.db, ownerId, { prefix, endings, stems: missing, most: COUNT_NOW })
  return { ...found, frequency: take(context, ownerId, { stems, missing, counted: found.counted }, size) }
}

/** A word that nothing had may have come this moment, and would not be looked for: nothing is never taken from memory. */
function uncounted(stems: Counted[]): Counted[] {
  const now = Date.now()
  return stems.filter(({ key }) => {
    const kept = counts.get(key)
    return !kept?.value || (kept.until < now && kept.value < COUNT_NOW)
  })
}

function take(
  context: Counting,
  ownerId: string,
  { stems, missing, counted }: { stems: Counted[]; missing: Counted[]; counted: Count[] },
  size: Statistics,
): Map<number, number> {
  const found = new Map(counted.map(({ key, n }) => [key, n]))
  for (const { key } of missing) {
    const n = found.get(key) ?? 0
    if (n === 0) counts.delete(key)
    // What was counted up to the bound is counted again, to the end, beside the search.
    else keep(key, n, n < COUNT_NOW ? lifeOf(size.chunks) : -1)
  }
  const now = Date.now()
  const old = stems.filter(({ key }) => (counts.get(key)?.until ?? now) < now)
  if (old.length > 0) countLater(context, ownerId, old, size)
  return new Map(stems.map(({ key }) => [key, counts.get(key)?.value ?? 0]))
}

function countLater(context: Needs<'db' | 'log'>, ownerId: string, stems: Counted[], size: Statistics): void {
  // Not again while it is being counted.
  for (const { key } of stems) counts.get(key)!.until = Date.now() + 60_000
  frequencies(context.db, ownerId, stems, COUNT_LATER)
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
