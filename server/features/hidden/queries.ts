import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'

export const findPin = (db: Db, ownerId: string) =>
  db.selectFrom('hidden_pins').select('hash').where('owner_id', '=', ownerId).executeTakeFirst()

export async function lockPin(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 3))`.execute(db)
}

export async function savePin(db: Db, actor: Actor, hash: string): Promise<void> {
  await sql`insert into hidden_pins (owner_id, hash) values (${actor.ownerId}, ${hash})
    on conflict (owner_id) do update set hash = excluded.hash, created_at = now()`.execute(db)
}

export async function removePin(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('hidden_pins').where('owner_id', '=', ownerId).execute()
}

export const userOfTenant = (db: Db, actor: Actor, userId: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('tenant_id', '=', actor.tenantId)
    .executeTakeFirst()
