import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { PROOF_MINUTES } from '../queries.ts'

export async function noteProof(db: Db, actor: Actor): Promise<{ expires_at: Date }> {
  const proved = await firstRow<{ expires_at: Date }>(
    db,
    sql`update tokens set proved_at = now() where owner_id = ${actor.ownerId} and id = ${actor.tokenId}
      returning proved_at + ${PROOF_MINUTES} * interval '1 minute' as expires_at`,
  )
  return proved!
}

export const sessionsOf = (db: Db, actor: Actor) =>
  rows<RowOf<'tokens', 'id' | 'device' | 'address' | 'created_at' | 'last_used_at' | 'expires_at'>>(
    db,
    sql`select id, device, address, created_at, last_used_at, expires_at from tokens
      where owner_id = ${actor.ownerId} and kind = 'session' and expires_at > now()
      order by coalesce(last_used_at, created_at) desc, id desc limit 200`,
  )

export const removeSession = (db: Db, actor: Actor, id: string) =>
  db
    .deleteFrom('tokens')
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .where('kind', '=', 'session')
    .returning('id')
    .executeTakeFirst()

export async function removeApiTokens(db: Db, actor: Actor): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('owner_id', '=', actor.ownerId)
    .where('kind', '=', 'api')
    .where('id', '!=', actor.tokenId)
    .execute()
}

export async function removeSessionsOf(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('tokens').where('owner_id', '=', ownerId).where('kind', '=', 'session').execute()
}

/** False when the e-mail is somebody else's. */
export async function setProfile(db: Db, actor: Actor, patch: { name?: string; email?: string }): Promise<boolean> {
  const changed = await firstRow<{ id: string }>(
    db,
    sql`update users set name = coalesce(${patch.name ?? null}, name), email = coalesce(${patch.email ?? null}, email)
      where id = ${actor.ownerId}
        and not exists (select 1 from users other where other.email = ${patch.email ?? null} and other.id <> ${actor.ownerId})
      returning id`,
  )
  return changed !== undefined
}

/** The links of an address: there is one at a time, so a newer one ends the older. */
export async function saveReset(db: Db, ownerId: string, hash: Buffer, minutes: number): Promise<Date> {
  const saved = await firstRow<RowOf<'password_resets', 'expires_at'>>(
    db,
    sql`insert into password_resets (owner_id, hash, expires_at)
      values (${ownerId}, ${hash}, now() + ${minutes} * interval '1 minute')
      on conflict (owner_id) do update set hash = excluded.hash, made_at = now(), expires_at = excluded.expires_at
      returning expires_at`,
  )
  return saved!.expires_at
}

export const resetMadeWithin = (db: Db, ownerId: string, seconds: number) =>
  firstRow<RowOf<'password_resets', 'owner_id'>>(
    db,
    sql`select owner_id from password_resets where owner_id = ${ownerId} and made_at > now() - ${seconds} * interval '1 second'`,
  )

export const findReset = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<{ email: string }>(
    db,
    sql`select u.email from password_resets r join users u on u.id = r.owner_id
      where r.owner_id = ${ownerId} and r.hash = ${hash} and r.expires_at > now() and not u.disabled and u.leaving_at is null`,
  )

export const spendReset = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<RowOf<'password_resets', 'owner_id'>>(
    db,
    sql`delete from password_resets where owner_id = ${ownerId} and hash = ${hash} and expires_at > now() returning owner_id`,
  )

export async function setPasswordOf(db: Db, ownerId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', ownerId).execute()
}

/** Whoever has a new password starts with no wrong tries, from wherever they were made. */
export async function forgiveLogins(db: Db, ownerId: string, emailHash: string): Promise<void> {
  await sql`delete from attempts where key like ${`login:${emailHash}:%`} or key = ${`password:${ownerId}`}`.execute(db)
}
