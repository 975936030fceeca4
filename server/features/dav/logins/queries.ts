import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'

/** Nobody has so many devices at once; whoever asks more often waits. */
const MOST_WAITING = 5000

export interface NewLogin {
  pollHash: Buffer
  flowHash: Buffer
  name: string
  minutes: number
}

export const insertLogin = (db: Db, { pollHash, flowHash, name, minutes }: NewLogin) =>
  firstRow<RowOf<'device_logins', 'name'>>(
    db,
    sql`insert into device_logins (poll_hash, flow_hash, name, expires_at)
      select ${pollHash}, ${flowHash}, ${name}, now() + ${minutes} * interval '1 minute'
      where (select count(*) from (select 1 from device_logins limit ${MOST_WAITING}) as waiting) < ${MOST_WAITING}
      returning name`,
  )

/** While nobody has decided. */
export const findWaiting = (db: Db, flowHash: Buffer) =>
  firstRow<RowOf<'device_logins', 'name' | 'created_at'>>(
    db,
    sql`select name, created_at from device_logins
      where flow_hash = ${flowHash} and expires_at > now() and granted_to is null`,
  )

export const grantLogin = (db: Db, ownerId: string, flowHash: Buffer) =>
  firstRow<RowOf<'device_logins', 'name'>>(
    db,
    sql`update device_logins set granted_to = ${ownerId}
      where flow_hash = ${flowHash} and expires_at > now() and granted_to is null returning name`,
  )

export const refuseLogin = (db: Db, flowHash: Buffer) =>
  db
    .deleteFrom('device_logins')
    .where('flow_hash', '=', flowHash)
    .where('granted_to', 'is', null)
    .returning('name')
    .executeTakeFirst()

/** Once. */
export const takeGranted = (db: Db, pollHash: Buffer) =>
  firstRow<{ name: string; owner_id: string }>(
    db,
    sql`delete from device_logins where poll_hash = ${pollHash} and expires_at > now() and granted_to is not null
      returning name, granted_to as owner_id`,
  )

/** Sweeps over all. */
export async function removeOldLogins(db: Db): Promise<void> {
  await sql`delete from device_logins where expires_at < now()`.execute(db)
}
