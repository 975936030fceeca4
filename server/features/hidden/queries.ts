import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'

export const findPin = (db: Db, ownerId: string) =>
  firstRow<RowOf<'hidden_pins', 'hash'>>(db, sql`select hash from hidden_pins where owner_id = ${ownerId}`)

export async function lockPin(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 3))`.execute(db)
}

export async function savePin(db: Db, actor: Actor, hash: string): Promise<void> {
  await sql`insert into hidden_pins (owner_id, hash) values (${actor.ownerId}, ${hash})
    on conflict (owner_id) do update set hash = excluded.hash, created_at = now()`.execute(db)
}

export async function removePin(db: Db, ownerId: string): Promise<void> {
  await sql`delete from hidden_pins where owner_id = ${ownerId}`.execute(db)
}

export const userOfTenant = (db: Db, actor: Actor, userId: string) =>
  firstRow<RowOf<'users', 'id'>>(db, sql`select id from users where id = ${userId} and tenant_id = ${actor.tenantId}`)
