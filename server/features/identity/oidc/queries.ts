import { sql } from 'kysely'
import type { Actor, Db, Role } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'
import type { User } from '../queries.ts'

export interface Identity {
  issuer: string
  subject: string
  email: string
}

const USER = sql`id, tenant_id, email, name, role, tariff, disabled, created_at`

/** The account that is linked. */
export const findLinked = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  firstRow<User>(
    db,
    sql`select ${USER} from users where oidc_issuer = ${issuer} and oidc_subject = ${subject}
      and not disabled and leaving_at is null`,
  )

export const findByEmail = (db: Db, email: string) =>
  firstRow<User & { oidc_subject: string | null }>(
    db,
    sql`select ${USER}, oidc_subject from users where email = ${email} and not disabled and leaving_at is null`,
  )

/** Undefined when the account or the subject is linked elsewhere already. */
export const link = (db: Db, ownerId: string, { issuer, subject, email }: Identity) =>
  firstRow<RowOf<'users', 'id'>>(
    db,
    sql`update users set oidc_issuer = ${issuer}, oidc_subject = ${subject}, oidc_email = ${email}, oidc_linked_at = now(),
        oidc_asked_issuer = null, oidc_asked_subject = null, oidc_asked_at = null
      where id = ${ownerId} and (oidc_subject is null or (oidc_issuer = ${issuer} and oidc_subject = ${subject}))
        and not exists (select 1 from users o where o.oidc_issuer = ${issuer} and o.oidc_subject = ${subject} and o.id <> ${ownerId})
      returning id`,
  )

export async function unlink(db: Db, actor: Actor): Promise<void> {
  await db
    .updateTable('users')
    .set({ oidc_issuer: null, oidc_subject: null, oidc_email: null, oidc_linked_at: null })
    .where('id', '=', actor.ownerId)
    .execute()
}

export const linkOf = (db: Db, actor: Actor) =>
  firstRow<RowOf<'users', 'oidc_subject' | 'oidc_email' | 'oidc_linked_at'> & { has_password: boolean }>(
    db,
    sql`select oidc_subject, oidc_email, oidc_linked_at, password_hash <> '' as has_password from users
      where id = ${actor.ownerId}`,
  )

export async function noteAsked(db: Db, ownerId: string, { issuer, subject }: Identity): Promise<void> {
  await db
    .updateTable('users')
    .set({ oidc_asked_issuer: issuer, oidc_asked_subject: subject, oidc_asked_at: sql<Date>`now()` })
    .where('id', '=', ownerId)
    .execute()
}

export const askedOf = (db: Db, actor: Actor, userId: string) =>
  firstRow<Identity>(
    db,
    sql`select oidc_asked_issuer as issuer, oidc_asked_subject as subject, email from users where id = ${userId} and tenant_id = ${actor.tenantId}
      and leaving_at is null and oidc_asked_subject is not null`,
  )

export const waitingLinks = (db: Db, actor: Actor) =>
  db
    .selectFrom('users')
    .select(['id as user_id', 'email', 'oidc_asked_at as asked_at'])
    .where('tenant_id', '=', actor.tenantId)
    .where('oidc_asked_subject', 'is not', null)
    .where('leaving_at', 'is', null)
    .orderBy('oidc_asked_at')
    .limit(200)
    .execute()

/** The last administrator of a tenant stays one, whatever the provider says. */
export const setRole = (db: Db, user: User, role: Role) =>
  firstRow<User>(
    db,
    sql`update users set role = ${role} where id = ${user.id} and (${role} = 'admin' or role <> 'admin' or exists (
        select 1 from users o where o.tenant_id = ${user.tenant_id} and o.id <> ${user.id} and o.role = 'admin'
          and not o.disabled and o.leaving_at is null))
      returning ${USER}`,
  )

export async function noteViaOidc(db: Db, ownerId: string, hash: Buffer): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ via_oidc: true })
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .execute()
}

export const isViaOidc = async (db: Db, actor: Actor): Promise<boolean> =>
  (
    await db
      .selectFrom('tokens')
      .select('via_oidc')
      .where('owner_id', '=', actor.ownerId)
      .where('id', '=', actor.tokenId)
      .executeTakeFirst()
  )?.via_oidc ?? false

/** Undefined when it was used before. */
export const spendState = (db: Db, hash: Buffer, minutes: number) =>
  firstRow<RowOf<'spent_states', 'hash'>>(
    db,
    sql`insert into spent_states (hash, expires_at) values (${hash}, now() + ${minutes} * interval '1 minute')
      on conflict do nothing returning hash`,
  )

export async function removeSpentStates(db: Db): Promise<void> {
  await sql`delete from spent_states where expires_at < now()`.execute(db)
}
