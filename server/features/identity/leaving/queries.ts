import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { rows } from '../../../db/connect.ts'
import type { OwnedTable } from '../../../db/owned-tables.ts'

/** Two administrators who leave at the same moment come one after the other. */
export async function lockTenant(db: Db, actor: Actor): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', actor.tenantId).forUpdate().execute()
}

export const otherAdministrator = (db: Db, actor: Actor, userId: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', actor.tenantId)
    .where('id', '!=', userId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('leaving_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

export const findLeavable = (db: Db, actor: Actor, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .where('tenant_id', '=', actor.tenantId)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()

export async function markLeaving(db: Db, ownerId: string, bucket: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ leaving_at: sql<Date>`now()`, leaving_bucket: bucket })
    .where('id', '=', ownerId)
    .execute()
}

/** Signed out everywhere but where it was asked for, so that the end can be seen there. */
export async function endAccess(db: Db, actor: Actor, ownerId: string): Promise<void> {
  await db.deleteFrom('tokens').where('owner_id', '=', ownerId).where('id', '!=', actor.tokenId).execute()
}

export const leavingUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'leaving_bucket'])
    .where('leaving_at', 'is not', null)
    .orderBy('leaving_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** Bytes whose owner is gone: an upload that was under way while its account was removed. */
export const strayOwners = (db: Db) =>
  rows<{ id: string }>(
    db,
    sql`with recursive owners as (
        (select owner_id from blobs order by owner_id limit 1)
        union all
        select (select b.owner_id from blobs b where b.owner_id > o.owner_id order by b.owner_id limit 1)
        from owners o where o.owner_id is not null)
      select owner_id as id from owners
      where owner_id is not null and not exists (select 1 from users u where u.id = owners.owner_id) limit 100`,
  )

/** A page of the bytes that an owner has in the store, of any kind. */
export const keysOf = (db: Db, ownerId: string, limit: number) =>
  rows<{ key: string }>(
    db,
    sql`(select key from previews where owner_id = ${ownerId} and key is not null limit ${limit})
      union all (select key from upload_parts where owner_id = ${ownerId} limit ${limit})
      union all (select key from archives where owner_id = ${ownerId} limit ${limit})
      union all (select key from dav_chunks where owner_id = ${ownerId} and key is not null limit ${limit})
      union all (select key from blobs where owner_id = ${ownerId} limit ${limit}) limit ${limit}`,
  )

/** Their bytes are gone already, or are left where they lie. */
export async function forgetKeys(db: Db, ownerId: string, keys: string[]): Promise<void> {
  for (const table of ['previews', 'upload_parts', 'archives', 'dav_chunks', 'blobs'])
    await sql`delete from ${sql.table(table)} where owner_id = ${ownerId} and key = any(${keys})`.execute(db)
}

/** A batch of an owner's rows in any table; answers how many were touched. Rows that point at each other are parted first. */
export async function removeRows(db: Db, ownerId: string, table: OwnedTable, limit: number): Promise<number> {
  const from = sql.table(table.name)
  for (const column of table.self_columns) {
    const parted = await sql`update ${from} set ${sql.ref(column)} = null where ctid = any(array(
      select ctid from ${from} where owner_id = ${ownerId} and ${sql.ref(column)} is not null limit ${limit}))`.execute(
      db,
    )
    if (Number(parted.numAffectedRows ?? 0) === limit) return limit
  }
  const gone = await sql`delete from ${from} where ctid = any(array(
    select ctid from ${from} where owner_id = ${ownerId} limit ${limit}))`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}

export async function removeLast(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('tokens').where('owner_id', '=', ownerId).execute()
  await db.deleteFrom('users').where('id', '=', ownerId).execute()
}

export async function forgetAttempts(db: Db, ownerId: string, emailHash: string): Promise<void> {
  await sql`delete from attempts where key like ${`%${ownerId}%`} or key like ${`login:${emailHash}:%`}`.execute(db)
  await sql`delete from rate_windows where key like ${`%${ownerId}%`}`.execute(db)
}
