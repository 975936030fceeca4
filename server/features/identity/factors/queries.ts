import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'

/** Rows of two-step sign-in and of passkeys. */

export type Challenge = 'second' | 'operator' | 'oidc_proof'

/** False while it is on: the secret in use is never replaced. */
export async function saveTotp(db: Db, actor: Actor, secret: string): Promise<boolean> {
  const saved = await firstRow<RowOf<'totp', 'owner_id'>>(
    db,
    sql`insert into totp (owner_id, secret) values (${actor.ownerId}, ${secret})
      on conflict (owner_id) do update set secret = excluded.secret, made_at = now()
        where totp.confirmed_at is null returning owner_id`,
  )
  return saved !== undefined
}

export const totpOf = (db: Db, ownerId: string) =>
  db.selectFrom('totp').select(['secret', 'confirmed_at']).where('owner_id', '=', ownerId).executeTakeFirst()

export const isTotpOn = async (db: Db, ownerId: string): Promise<boolean> =>
  (await totpOf(db, ownerId))?.confirmed_at != null

/** A step serves once: whoever comes second, in this process or another, is refused. */
export const spendStep = (db: Db, ownerId: string, step: number) =>
  db
    .updateTable('totp')
    .set({ last_step: step })
    .where('owner_id', '=', ownerId)
    .where('last_step', '<', step)
    .returning('owner_id')
    .executeTakeFirst()

export const confirmTotp = (db: Db, actor: Actor) =>
  db
    .updateTable('totp')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('confirmed_at', 'is', null)
    .returning('owner_id')
    .executeTakeFirst()

export async function removeTotp(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('totp').where('owner_id', '=', ownerId).execute()
  await db.deleteFrom('recovery_codes').where('owner_id', '=', ownerId).execute()
  await removeChallenges(db, ownerId)
}

/** Sign-ins that are under way end. */
export async function removeChallenges(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('login_challenges').where('owner_id', '=', ownerId).execute()
}

export async function replaceRecoveryCodes(db: Db, actor: Actor, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('owner_id', '=', actor.ownerId).execute()
  await sql`insert into recovery_codes (owner_id, hash) select ${actor.ownerId}, unnest(${hashes}::bytea[])`.execute(db)
}

export const spendRecoveryCode = (db: Db, ownerId: string, hash: Buffer) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('owner_id')
    .executeTakeFirst()

export const recoveryCodesLeft = async (db: Db, actor: Actor): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select count(*)::int as n from recovery_codes where owner_id = ${actor.ownerId} and used_at is null`,
  ))!.n

export async function insertChallenge(
  db: Db,
  ownerId: string,
  challenge: { hash: Buffer; purpose: Challenge; minutes: number },
): Promise<Date> {
  const made = await firstRow<RowOf<'login_challenges', 'expires_at'>>(
    db,
    sql`insert into login_challenges (owner_id, hash, purpose, expires_at)
      values (${ownerId}, ${challenge.hash}, ${challenge.purpose}, now() + ${challenge.minutes} * interval '1 minute')
      returning expires_at`,
  )
  return made!.expires_at
}

export const findChallenge = (db: Db, ownerId: string, hash: Buffer, purpose: Challenge) =>
  firstRow<RowOf<'login_challenges', 'owner_id'>>(
    db,
    sql`select c.owner_id from login_challenges c join users u on u.id = c.owner_id
      where c.owner_id = ${ownerId} and c.hash = ${hash} and c.purpose = ${purpose} and c.expires_at > now()
        and not u.disabled and u.leaving_at is null`,
  )

export const spendChallenge = (db: Db, ownerId: string, hash: Buffer, purpose: Challenge) =>
  firstRow<RowOf<'login_challenges', 'owner_id'>>(
    db,
    sql`delete from login_challenges where owner_id = ${ownerId} and hash = ${hash} and purpose = ${purpose}
      and expires_at > now() returning owner_id`,
  )

export type Passkey = RowOf<'passkeys', 'id' | 'name' | 'synced' | 'created_at' | 'last_used_at'>

export const passkeysOf = (db: Db, actor: Actor) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'synced', 'created_at', 'last_used_at'])
    .where('owner_id', '=', actor.ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

export const hasPasskey = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db.selectFrom('passkeys').select('id').where('owner_id', '=', ownerId).limit(1).executeTakeFirst()) !==
  undefined

export const findPasskey = (db: Db, ownerId: string, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('owner_id', '=', ownerId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export interface PasskeyRow extends RowOf<'passkeys', 'id' | 'counter' | 'transports' | 'synced' | 'name'> {
  credentialId: string
  publicKey: Buffer
}

/** Undefined when it is there already. */
export const insertPasskey = (db: Db, actor: Actor, made: PasskeyRow) =>
  firstRow<Passkey>(
    db,
    sql`insert into passkeys (owner_id, id, credential_id, public_key, counter, transports, synced, name)
      values (${actor.ownerId}, ${made.id}, ${made.credentialId}, ${made.publicKey}, ${made.counter},
        ${made.transports}::text[], ${made.synced}, ${made.name})
      on conflict (owner_id, credential_id) do nothing returning id, name, synced, created_at, last_used_at`,
  )

export async function notePasskeyUse(db: Db, ownerId: string, id: string, counter: number): Promise<void> {
  await sql`update passkeys set last_used_at = now(), counter = greatest(counter, ${counter})
    where owner_id = ${ownerId} and id = ${id}`.execute(db)
}

export const removePasskey = (db: Db, actor: Actor, id: string) =>
  db
    .deleteFrom('passkeys')
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export async function removePasskeysOf(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('owner_id', '=', ownerId).execute()
}

/** Undefined when it was used before. */
export const noteSpent = (db: Db, ownerId: string, hash: Buffer, minutes: number) =>
  firstRow<RowOf<'spent_challenges', 'owner_id'>>(
    db,
    sql`insert into spent_challenges (owner_id, hash, expires_at)
      values (${ownerId}, ${hash}, now() + ${minutes} * interval '1 minute')
      on conflict do nothing returning owner_id`,
  )

export const sealedTotp = (db: Db) => db.selectFrom('totp').select(['owner_id', 'secret']).forUpdate().execute()

export async function resealTotpOf(db: Db, ownerId: string, secret: string): Promise<void> {
  await db.updateTable('totp').set({ secret }).where('owner_id', '=', ownerId).execute()
}

export async function removeExpiredChallenges(db: Db): Promise<void> {
  await sql`delete from login_challenges where expires_at < now()`.execute(db)
  await sql`delete from spent_challenges where expires_at < now()`.execute(db)
}
