import { sql } from 'kysely'
import type { Actor, Db, Role } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import type { ScopeName } from '../../lib/scopes.ts'

export interface User
  extends RowOf<'users', 'id' | 'tenant_id' | 'email' | 'name' | 'tariff' | 'disabled' | 'created_at'> {
  role: Role
}

export interface Token
  extends RowOf<'tokens', 'id' | 'name' | 'kind' | 'prefix' | 'created_at' | 'last_used_at' | 'expires_at'> {
  scopes: ScopeName[] | null
}

/** So long a session counts as just proved. */
export const PROOF_MINUTES = 10

const USER = sql`id, tenant_id, email, name, role, tariff, disabled, created_at`
const TOKEN = sql`id, name, kind, prefix, created_at, last_used_at, expires_at, scopes`

export interface Caller {
  tenant_id: string
  role: Role
  token_id: string
  email: string
  kind: 'session' | 'api'
  tariff: string
  own_bucket: boolean
  /** Its last use was noted longer than a minute ago. */
  note_use: boolean
  language: string | null
  unlocked: boolean
  scopes: ScopeName[] | null
  proof_is_old: boolean
  leaving: boolean
}

/** One query, whatever the token and the hidden token are worth. */
export function findCaller(db: Db, ownerId: string, hash: Buffer, hiddenHash: Buffer | null) {
  return firstRow<Caller>(
    db,
    sql`select u.tenant_id, u.role, u.tariff, u.email, t.id as token_id, t.kind, t.scopes,
        t.kind = 'session' and t.proved_at < now() - ${PROOF_MINUTES} * interval '1 minute' as proof_is_old,
        u.leaving_at is not null as leaving,
        t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as note_use,
        exists (select 1 from connections k where k.owner_id = u.id and k.kind = 's3' and k.enabled) as own_bucket, s.prefs ->> 'language' as language,
        exists (select 1 from hidden_tokens h where h.owner_id = u.id and h.hash = ${hiddenHash}
          and h.expires_at > now()) as unlocked
      from tokens t join users u on u.id = t.owner_id left join settings s on s.owner_id = u.id
      where t.owner_id = ${ownerId} and t.hash = ${hash} and not u.disabled
        and (t.expires_at is null or t.expires_at > now())`,
  )
}

export async function noteUse(db: Db, ownerId: string, tokenId: string, address: string): Promise<void> {
  await sql`update tokens set last_used_at = now(), address = coalesce(nullif(${address}, ''), address)
    where owner_id = ${ownerId} and id = ${tokenId}`.execute(db)
}

/** Registrations come one after the other while the first account is being made. */
export async function lockFirstRegistration(db: Db): Promise<boolean> {
  if (!(await noUsers(db))) return false
  await sql`select pg_advisory_xact_lock(hashtext('dossier first registration'))`.execute(db)
  return noUsers(db)
}

export function insertTenant(db: Db, id: string, name: string) {
  return db.insertInto('tenants').values({ id, name }).returning(['id', 'name', 'created_at']).executeTakeFirst()
}

export const firstTenant = (db: Db) =>
  db.selectFrom('tenants').select('id').orderBy('created_at').orderBy('id').limit(1).executeTakeFirst()

export const tenantExists = (db: Db, id: string) =>
  db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()

/** Undefined when the e-mail is taken. */
export function insertUser(
  db: Db,
  user: { id: string; tenantId: string; email: string; name: string; passwordHash: string; role: Role },
) {
  return firstRow<User>(
    db,
    sql`insert into users (id, tenant_id, email, name, password_hash, role)
      values (${user.id}, ${user.tenantId}, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.role})
      on conflict (email) do nothing returning ${USER}`,
  )
}

export const findUserByEmail = (db: Db, email: string) =>
  firstRow<User & { password_hash: string }>(
    db,
    sql`select ${USER}, password_hash from users where email = ${email} and leaving_at is null`,
  )

/** Who may sign in. */
export const findUser = (db: Db, ownerId: string) =>
  firstRow<User>(db, sql`select ${USER} from users where id = ${ownerId} and not disabled and leaving_at is null`)

export const userOfTenant = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('tenant_id', '=', actor.tenantId)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()

export const findSelf = (db: Db, actor: Actor) =>
  firstRow<User & { password_hash: string }>(
    db,
    sql`select ${USER}, password_hash from users where id = ${actor.ownerId}`,
  )

export const noUsers = async (db: Db): Promise<boolean> =>
  (await firstRow<{ empty: boolean }>(db, sql`select not exists (select 1 from users) as empty`))!.empty

export const timezoneOf = async (db: Db, actor: Actor): Promise<string> =>
  (await db.selectFrom('settings').select('timezone').where('owner_id', '=', actor.ownerId).executeTakeFirst())
    ?.timezone ?? ''

export const usersOfTenant = (db: Db, actor: Actor) =>
  rows<User>(
    db,
    sql`select ${USER} from users where tenant_id = ${actor.tenantId} and leaving_at is null order by created_at, id`,
  )

export function updateUser(
  db: Db,
  actor: Actor,
  id: string,
  patch: { role?: Role; tariff?: string; disabled?: boolean },
) {
  return firstRow<User>(
    db,
    sql`update users set role = coalesce(${patch.role ?? null}, role), tariff = coalesce(${patch.tariff ?? null}, tariff),
        disabled = coalesce(${patch.disabled ?? null}, disabled)
      where id = ${id} and tenant_id = ${actor.tenantId} and leaving_at is null returning ${USER}`,
  )
}

export async function setPassword(db: Db, actor: Actor, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', actor.ownerId).execute()
}

export interface NewToken {
  id: string
  hash: Buffer
  kind: 'session' | 'api'
  name: string
  prefix: string
  days: number | null
  scopes?: ScopeName[]
  device?: string
  address?: string
}

export async function insertToken(db: Db, ownerId: string, token: NewToken): Promise<Token> {
  const made = await firstRow<Token>(
    db,
    sql`insert into tokens (owner_id, id, hash, kind, name, prefix, scopes, device, address, expires_at)
      values (${ownerId}, ${token.id}, ${token.hash}, ${token.kind}, ${token.name}, ${token.prefix},
        ${token.scopes ?? null}::text[], ${token.device ?? ''}, ${token.address ?? ''},
        now() + ${token.days}::integer * interval '1 day') returning ${TOKEN}`,
  )
  return made!
}

export const tokensOf = (db: Db, actor: Actor) =>
  rows<Token>(
    db,
    sql`select ${TOKEN} from tokens where owner_id = ${actor.ownerId} and (expires_at is null or expires_at > now())
      order by created_at desc, id desc`,
  )

export const removeToken = (db: Db, actor: Actor, id: string) =>
  db.deleteFrom('tokens').where('owner_id', '=', actor.ownerId).where('id', '=', id).returning('id').executeTakeFirst()

export async function removeOtherSessions(db: Db, actor: Actor): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('owner_id', '=', actor.ownerId)
    .where('kind', '=', 'session')
    .where('id', '!=', actor.tokenId)
    .execute()
}

/** Signing out and a new password also lock the hidden zone. */
export const lockZone = (db: Db, actor: Actor): Promise<void> => lockZoneOf(db, actor.ownerId)

export async function lockZoneOf(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('hidden_tokens').where('owner_id', '=', ownerId).execute()
}

/** The key that opens the hidden zone for some minutes; answers until when. */
export async function openZone(db: Db, actor: Actor, hash: Buffer, minutes: number): Promise<Date> {
  const made = await firstRow<RowOf<'hidden_tokens', 'expires_at'>>(
    db,
    sql`insert into hidden_tokens (owner_id, hash, expires_at)
      values (${actor.ownerId}, ${hash}, now() + ${minutes} * interval '1 minute') returning expires_at`,
  )
  return made!.expires_at
}

export async function removeTokensOf(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('tokens').where('owner_id', '=', ownerId).execute()
}

export async function insertInvite(db: Db, invite: { hash: Buffer; tenantId: string; role: Role; days: number }) {
  const made = await firstRow<RowOf<'invites', 'expires_at'>>(
    db,
    sql`insert into invites (hash, tenant_id, role, expires_at)
      values (${invite.hash}, ${invite.tenantId}, ${invite.role}, now() + ${invite.days} * interval '1 day')
      returning expires_at`,
  )
  return made!
}

/** An invite serves once, even when two use it at the same moment. */
export const spendInvite = (db: Db, hash: Buffer) =>
  firstRow<{ tenant_id: string; role: Role }>(
    db,
    sql`update invites set used_at = now() where hash = ${hash} and used_at is null and expires_at > now()
      returning tenant_id, role`,
  )

type Attempts = RowOf<'attempts', 'tries' | 'locked_until'>

/** Counts one more try. With the last allowed one the lock is set; if that try is right, the row goes and the lock with it. */
export async function countTry(db: Db, key: string, allowed: number, lockSeconds: number): Promise<Attempts> {
  const counted = await firstRow<Attempts>(
    db,
    sql`insert into attempts (key, tries) values (${key}, 1)
      on conflict (key) do update set
        tries = case when attempts.locked_until <= now() then 1 else attempts.tries + 1 end,
        locked_until = case
          when attempts.locked_until <= now() then null
          when attempts.locked_until is null and attempts.tries + 1 >= ${allowed}
            then now() + ${lockSeconds} * interval '1 second'
          else attempts.locked_until end
      returning tries, locked_until`,
  )
  return counted!
}

export const lockedUntil = async (db: Db, key: string): Promise<Date | null> =>
  (
    await firstRow<Attempts>(
      db,
      sql`select tries, locked_until from attempts where key = ${key} and locked_until > now()`,
    )
  )?.locked_until ?? null

export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export async function removeExpired(db: Db): Promise<void> {
  await sql`delete from tokens where expires_at < now()`.execute(db)
  await sql`delete from hidden_tokens where expires_at < now()`.execute(db)
  await sql`delete from password_resets where expires_at < now()`.execute(db)
  await sql`delete from invites where expires_at < now() - interval '30 days'`.execute(db)
  await sql`delete from attempts where since < now() - interval '1 day' and (locked_until is null or locked_until < now())`.execute(
    db,
  )
  await sql`delete from rate_windows where window_start < extract(epoch from now()) - 300`.execute(db)
}
