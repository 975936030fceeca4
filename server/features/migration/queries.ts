import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'
import { jobInsertEach } from '../../jobs/queue.ts'
import { blobMoves } from '../objects/index.ts'
import { discardBlob } from './jobs.ts'

export type MoveDirection = 'to_bucket' | 'to_service'
export type MoveStatus = 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

export interface Move
  extends RowOf<'bucket_moves', 'run_id' | 'moved' | 'failed' | 'started_at' | 'finished_at' | 'error'> {
  direction: MoveDirection
  status: MoveStatus
}

const COLUMNS = sql`direction, status, run_id, moved, failed, started_at, finished_at, error`

export const findMove = (db: Db, ownerId: string) =>
  firstRow<Move>(db, sql`select ${COLUMNS} from bucket_moves where owner_id = ${ownerId}`)

/** Begins, or goes on with what was paused or failed: then what was moved already counts on. */
export async function startMove(db: Db, ownerId: string, direction: MoveDirection, runId: string): Promise<void> {
  await sql`insert into bucket_moves (owner_id, direction, status, run_id)
    values (${ownerId}, ${direction}, 'running', ${runId})
    on conflict (owner_id) do update set status = 'running', run_id = ${runId}, direction = ${direction},
      error = '', finished_at = null, failed = 0,
      moved = case when bucket_moves.direction = ${direction} and bucket_moves.status in ('paused', 'failed')
        then bucket_moves.moved else 0 end,
      started_at = case when bucket_moves.direction = ${direction} and bucket_moves.status in ('paused', 'failed')
        then bucket_moves.started_at else now() end`.execute(db)
}

export const setMoveStatus = (
  db: Db,
  ownerId: string,
  { from, to, error = '' }: { from: MoveStatus[]; to: MoveStatus; error?: string },
) =>
  firstRow<{ status: MoveStatus }>(
    db,
    sql`update bucket_moves set status = ${to}, error = ${error},
        finished_at = case when ${to} in ('done', 'failed', 'cancelled') then now() end
      where owner_id = ${ownerId} and status = any(${from}) returning status`,
  )

export async function countMoved(db: Db, ownerId: string, moved: number, failed: number): Promise<void> {
  await sql`update bucket_moves set moved = moved + ${moved}, failed = failed + ${failed}
    where owner_id = ${ownerId}`.execute(db)
}

export type BlobToMove = RowOf<'blobs', 'hash' | 'size' | 'key'>

/** Behind `after`, so that what fails is passed over in this run. */
export const blobsAt = (
  db: Db,
  ownerId: string,
  { place, after, limit }: { place: 'own' | 'service'; after: string; limit: number },
) =>
  db
    .selectFrom('blobs')
    .select(['hash', 'size', 'key'])
    .where('owner_id', '=', ownerId)
    .where('place', '=', place)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit)
    .execute()

export const countAt = async (db: Db, ownerId: string, place: 'own' | 'service'): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select count(*) as n from blobs where owner_id = ${ownerId} and place = ${place}`,
  ))!.n

/** Somebody may just be opening the old copy; it goes a little later. */
const GRACE_SECONDS = 60

/**
 * Only if the bytes still lie where they were taken from; else somebody removed or moved them meanwhile. And only while the
 * connection is the one that the copy went through: it is held for the moment, so that nobody can remove it in between. The
 * job that removes what is left behind stands in the same statement.
 */
export async function switchBlob(
  db: Db,
  ownerId: string,
  blob: BlobToMove,
  to: { key: string; place: 'own' | 'service'; seal: string },
): Promise<'switched' | 'gone' | 'reconnected'> {
  const left = sql`jsonb_build_object('key', ${blob.key}::text)`
  const outcome = await firstRow<{ connected: boolean; switched: boolean }>(
    db,
    sql`with connected as materialized (
        select 1 from connections where owner_id = ${ownerId} and kind = 's3' and secret = ${to.seal} for share),
      switched as (
        ${blobMoves(ownerId, blob, to)} and exists (select from connected) returning hash),
      discarded as (${jobInsertEach(discardBlob, ownerId, left, { source: sql`switched`, delaySeconds: GRACE_SECONDS })})
      select exists (select from connected) as connected, exists (select from switched) as switched`,
  )
  if (outcome!.switched) return 'switched'
  return outcome!.connected ? 'gone' : 'reconnected'
}
