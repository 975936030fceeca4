import { createHash, randomUUID } from 'node:crypto'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import { findConnection, setEnabled } from '../connections/index.ts'
import { moveBlobs } from './jobs.ts'
import {
  type BlobToMove,
  blobsAt,
  countAt,
  countMoved,
  type Direction,
  findMove,
  type Move,
  setMoveStatus,
  startMove,
  switchBlob,
} from './queries.ts'

const AT_ONCE = 8
const PAGE = 200

const noBucket = () =>
  new AppError('conflict', 'bucket_not_ready', {
    en: 'Connect a bucket that passes its check, and switch it on, before moving files into it.',
    ru: 'Сначала подключите хранилище, проверьте и включите его, потом переносите файлы.',
  })

const notRunning = () =>
  new AppError('conflict', 'migration_not_running', {
    en: 'No files are being moved right now.',
    ru: 'Сейчас файлы не переносятся.',
  })

const placeFor = (direction: Direction) => (direction === 'to_bucket' ? 'own' : 'service')
const placeFrom = (direction: Direction) => (direction === 'to_bucket' ? 'service' : 'own')

export interface MigrationState {
  status: Move['status'] | 'idle'
  direction: Direction | ''
  total: number
  moved: number
  failed: number
  remaining: number
  started_at: string
  finished_at: string
  error: string
}

/** What remains is counted at this moment. */
export async function migrationState(context: Needs<'db'>, actor: Pick<Actor, 'ownerId'>): Promise<MigrationState> {
  const move = await findMove(context.db, actor.ownerId)
  const connected = await findConnection(context.db, actor.ownerId, 's3')
  const remaining =
    move || connected ? await countAt(context.db, actor.ownerId, placeFrom(move?.direction ?? 'to_bucket')) : 0
  const moved = move?.moved ?? 0
  return {
    status: move?.status ?? 'idle',
    direction: move?.direction ?? '',
    total: moved + remaining,
    moved,
    failed: move?.failed ?? 0,
    remaining,
    started_at: move?.started_at.toISOString() ?? '',
    finished_at: move?.finished_at?.toISOString() ?? '',
    error: move?.error ?? '',
  }
}

/** Moving back also stops new files from going into the bucket, else it would never end. */
export async function startMigration(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  direction: Direction,
): Promise<MigrationState> {
  await inTransaction(context, async tx => {
    const connection = await findConnection(tx.db, actor.ownerId, 's3')
    if (!connection || (direction === 'to_bucket' && !(connection.enabled && connection.status === 'ok')))
      throw noBucket()
    if (direction === 'to_service') await setEnabled(tx.db, actor.ownerId, 's3', false)
    const current = await findMove(tx.db, actor.ownerId)
    if (current?.status === 'running' && current.direction === direction) return
    const runId = randomUUID()
    await startMove(tx.db, actor.ownerId, direction, runId)
    await enqueue(tx, moveBlobs, actor.ownerId, { runId })
  })
  return migrationState(context, actor)
}

export async function pauseMigration(context: Needs<'db'>, actor: Actor): Promise<MigrationState> {
  if (!(await setMoveStatus(context.db, actor.ownerId, ['running'], 'paused'))) throw notRunning()
  return migrationState(context, actor)
}

/** What was moved stays where it is now; nothing is half-way, since each file is switched whole. */
export async function stopMigration(context: Needs<'db'>, actor: Actor): Promise<MigrationState> {
  if (!(await setMoveStatus(context.db, actor.ownerId, ['running', 'paused', 'failed'], 'cancelled')))
    throw notRunning()
  return migrationState(context, actor)
}

/** The job: page by page, a few at once, until nothing is left or somebody says stop. Run twice, it goes on where it was. */
export async function runMigration(context: Context, { runId }: { runId: string }, run: Run): Promise<void> {
  let after = ''
  let trouble = ''
  while (!run.signal.aborted) {
    const move = await findMove(context.db, run.ownerId)
    if (move?.status !== 'running' || move.run_id !== runId) return
    const page = await blobsAt(context.db, run.ownerId, placeFrom(move.direction), after, PAGE)
    if (page.length === 0) return finishRun(context, run.ownerId, trouble)
    after = page.at(-1)!.hash
    const outcomes = await inLanes(page, blob => moveOne(context, run.ownerId, blob, move.direction))
    const failures = outcomes.filter(outcome => outcome !== '')
    trouble = failures.at(-1) ?? trouble
    await countMoved(context.db, run.ownerId, outcomes.length - failures.length, failures.length)
    // A bucket that takes nothing at all will not take the next thousand either.
    if (failures.length === page.length) return finishRun(context, run.ownerId, trouble)
    const { moved, total } = await migrationState(context, { ownerId: run.ownerId })
    await run.progress(total === 0 ? 1 : moved / total)
  }
}

async function finishRun(context: Context, ownerId: string, trouble: string): Promise<void> {
  await setMoveStatus(context.db, ownerId, ['running'], trouble ? 'failed' : 'done', trouble)
}

async function inLanes<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return results
}

/** Copied, read back and hashed at the new place, switched in a transaction; the old bytes go only after. */
async function moveOne(context: Context, ownerId: string, blob: BlobToMove, direction: Direction): Promise<string> {
  const place = placeFor(direction)
  try {
    const copy = await context.blobs.put(ownerId, await context.blobs.get(blob.key), {
      own: place === 'own',
      readBack: true,
    })
    const isWhole = copy.sha256 === blob.hash && (await hashAt(context, copy.key)) === blob.hash
    const switched = isWhole && (await switchBlob(context.db, ownerId, blob, { key: copy.key, place }))
    if (!switched) await context.blobs.remove(copy.key)
    return isWhole ? '' : `The copy of ${blob.hash} differs from the original; the original was kept.`
  } catch (error) {
    context.log.warn({ err: error, owner_id: ownerId }, 'a file could not be moved; it stays where it is')
    return `A file could not be moved: ${(error as Error).name}. It stays where it is.`
  }
}

async function hashAt(context: Needs<'blobs'>, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await context.blobs.get(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
