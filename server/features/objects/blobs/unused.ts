import { inTransaction, type Needs } from '../../../context.ts'
import { knownKeys, lockBlob, removeUnusedBlob } from './queries.ts'

/**
 * Removes bytes that no object uses any more. The row is locked first and the use is looked up by a second statement: an
 * upload of the same bytes either committed before (and is seen), or waits for the lock and then stores its own copy.
 */
export async function releaseBlob(
  context: Needs<'db' | 'signals' | 'blobs'>,
  ownerId: string,
  hash: string,
): Promise<void> {
  const gone = await inTransaction(context, async tx => {
    if (!(await lockBlob(tx.db, ownerId, hash))) return undefined
    return removeUnusedBlob(tx.db, ownerId, hash)
  })
  // A key is never used twice: after the commit nobody can find it, before it nobody may remove it.
  for (const key of gone ? [gone.key, ...gone.previews] : []) await context.blobs.remove(key)
}

/** Longer than any upload may take to get from its bytes to its row. */
const ORPHAN_AGE_MS = 24 * 3600 * 1000
const BATCH = 500

/** Bytes without a row: a crash came between the two, or a removal was cut off. */
export async function sweepOrphans(context: Needs<'db' | 'blobs' | 'log'>): Promise<{ removed: number }> {
  const before = new Date(Date.now() - ORPHAN_AGE_MS)
  await context.blobs.sweep(before)
  let removed = 0
  for await (const keys of inBatches(context, before)) {
    const known = await knownKeys(context.db, keys)
    for (const key of keys.filter(key => !known.has(key))) {
      await context.blobs.remove(key)
      removed++
    }
  }
  if (removed > 0) context.log.info({ removed }, 'orphaned blobs were removed')
  return { removed }
}

async function* inBatches(context: Needs<'blobs'>, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const blob of context.blobs.list()) {
    if (blob.modified > before) continue
    batch.push(blob.key)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
