import { createHash, randomUUID } from 'node:crypto'
import { finished, type Readable } from 'node:stream'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import { type BlobStore, OWN } from '../../ports/blobs.ts'
import { findConnection, openBucket, setEnabled } from '../connections/index.ts'
import { moveBlobs } from './jobs.ts'
import {
  type BlobToMove,
  blobsAt,
  countAt,
  countMoved,
  findMove,
  type Move,
  type MoveDirection,
  setMoveStatus,
  startMove,
  switchBlob,
} from './queries.ts'

/** Small files mostly wait, for the bucket and for the disk; large ones fill the line, and memory. */
const SMALL_AT_ONCE = 16
const LARGE_AT_ONCE = 8
const PAGE = 200
/** Small files: up to this size they are held in memory, as many as are moved at once. */
const WHOLE_BYTES = 1024 * 1024

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

const placeFor = (direction: MoveDirection) => (direction === 'to_bucket' ? 'own' : 'service')
const placeFrom = (direction: MoveDirection) => (direction === 'to_bucket' ? 'service' : 'own')

export interface MigrationState {
  status: Move['status'] | 'idle'
  direction: MoveDirection | ''
  total: number
  moved: number
  failed: number
  remaining: number
  started_at: string
  finished_at: string
  error: string
}

/** What remains with the service is counted at this moment, whichever way the files go. */
export async function migrationState(context: Needs<'db'>, actor: Pick<Actor, 'ownerId'>): Promise<MigrationState> {
  const move = await findMove(context.db, actor.ownerId)
  const connected = await findConnection(context.db, actor.ownerId, 's3')
  const known = move !== undefined || connected !== undefined
  const remaining = known ? await countAt(context.db, actor.ownerId, 'service') : 0
  const left = move?.direction === 'to_service' ? await countAt(context.db, actor.ownerId, 'own') : remaining
  const moved = move?.moved ?? 0
  return {
    status: move?.status ?? 'idle',
    direction: move?.direction ?? '',
    total: moved + left,
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
  direction: MoveDirection,
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
  if (!(await setMoveStatus(context.db, actor.ownerId, { from: ['running'], to: 'paused' }))) throw notRunning()
  return migrationState(context, actor)
}

/** What was moved stays where it is now; nothing is half-way, since each file is switched whole. */
export async function stopMigration(context: Needs<'db'>, actor: Actor): Promise<MigrationState> {
  if (!(await setMoveStatus(context.db, actor.ownerId, { from: ['running', 'paused', 'failed'], to: 'cancelled' })))
    throw notRunning()
  return migrationState(context, actor)
}

/** The job: page by page, a few at once, until nothing is left or somebody says stop. Run twice, it goes on where it was. */
export async function runMigration(context: Context, { runId }: { runId: string }, run: RunJob): Promise<void> {
  let after = ''
  let trouble = ''
  while (!run.signal.aborted) {
    const move = await findMove(context.db, run.ownerId)
    if (move?.status !== 'running' || move.run_id !== runId) return
    const page = await blobsAt(context.db, run.ownerId, { place: placeFrom(move.direction), after, limit: PAGE })
    if (page.length === 0) return finishRun(context, run.ownerId, trouble)
    const bucket = await openBucket(context, run.ownerId).catch((error: Error) => error)
    if (!bucket || bucket instanceof Error) return finishRun(context, run.ownerId, unreachable(bucket))
    const errand: Errand = { ownerId: run.ownerId, direction: move.direction, ...bucket }
    const toMove = (blob: BlobToMove) => moveOne(context, errand, blob)
    const isSmall = ({ size }: BlobToMove) => size <= WHOLE_BYTES
    const outcomes = [
      ...(await inParallel(page.filter(isSmall), SMALL_AT_ONCE, toMove)),
      ...(await inParallel(
        page.filter(blob => !isSmall(blob)),
        LARGE_AT_ONCE,
        toMove,
      )),
    ]
    const moved = outcomes.filter(outcome => outcome === '').length
    if (outcomes.includes(RECONNECTED)) {
      // What is left of this page comes again, through the connection as it is now.
      await countMoved(context.db, run.ownerId, moved, 0)
      continue
    }
    after = page.at(-1)!.hash
    trouble = outcomes.filter(outcome => outcome !== '').at(-1) ?? trouble
    await countMoved(context.db, run.ownerId, moved, page.length - moved)
    // A bucket that takes nothing at all will not take the next thousand either.
    if (moved === 0) return finishRun(context, run.ownerId, trouble)
    const state = await migrationState(context, { ownerId: run.ownerId })
    await run.progress(state.total === 0 ? 1 : state.moved / state.total)
  }
}

const unreachable = (error: Error | undefined) =>
  error ? `The bucket cannot be reached: ${error.name}.` : 'The bucket is not connected any more.'

async function finishRun(context: Context, ownerId: string, trouble: string): Promise<void> {
  await setMoveStatus(context.db, ownerId, { from: ['running'], to: trouble ? 'failed' : 'done', error: trouble })
}

async function inParallel<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** What the files of a page have in common: the bucket is opened once for all of them, and `switchBlob` asks whether it still holds. */
interface Errand {
  ownerId: string
  direction: MoveDirection
  store: BlobStore
  seal: string
}

const RECONNECTED = 'the connection has changed meanwhile'

/** Copied, read back and hashed at the new place, switched in a transaction; the old bytes go only after. */
async function moveOne(context: Context, errand: Errand, blob: BlobToMove): Promise<string> {
  const { ownerId, direction, store, seal } = errand
  const toBucket = direction === 'to_bucket'
  const [source, target] = toBucket ? [context.blobs, store] : [store, context.blobs]
  try {
    const bytes = await source.get(toBucket ? blob.key : blob.key.slice(OWN.length))
    const copy = await target.put(ownerId, blob.size <= WHOLE_BYTES ? await whole(bytes) : bytes, { readBack: true })
    const isWhole = copy.sha256 === blob.hash && (await hashOf(await target.get(copy.key))) === blob.hash
    const key = toBucket ? OWN + copy.key : copy.key
    const outcome = isWhole && (await switchBlob(context.db, ownerId, blob, { key, place: placeFor(direction), seal }))
    if (outcome !== 'switched') await target.remove(copy.key)
    if (outcome === 'reconnected') return RECONNECTED
    return isWhole ? '' : `The copy of ${blob.hash} differs from the original; the original was kept.`
  } catch (error) {
    context.log.warn({ err: error, owner_id: ownerId }, 'a file could not be moved; it stays where it is')
    return `A file could not be moved: ${(error as Error).name}. It stays where it is.`
  }
}

/** Listening costs a small file less than iterating does. */
const each = (bytes: Readable, take: (chunk: Buffer) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    bytes.on('data', take)
    finished(bytes, error => (error ? reject(error) : resolve()))
  })

async function whole(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  await each(bytes, chunk => chunks.push(chunk))
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await each(bytes, chunk => hash.update(chunk))
  return hash.digest('hex')
}
