import { sql } from 'kysely'
import type { Actor, Db, Role } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { isStillGiven, objectsWithPlace, visible, visibleCollection } from '../../db/visibility.ts'
import type { ScopeName } from '../../lib/scopes.ts'

export type AppClient = RowOf<'oauth_clients', 'id' | 'name' | 'redirect_uris'>

export async function insertClient(db: Db, client: AppClient): Promise<void> {
  await sql`insert into oauth_clients (id, name, redirect_uris)
    values (${client.id}, ${client.name}, ${client.redirect_uris}::text[])`.execute(db)
}

export const findClient = (db: Db, id: string) =>
  db.selectFrom('oauth_clients').select(['id', 'name', 'redirect_uris']).where('id', '=', id).executeTakeFirst()

export interface NewApp {
  id: string
  client: AppClient
  scopes: ScopeName[]
  collectionId: string | null
  themeId: string | null
  days: number | null
}

export async function insertApp(db: Db, actor: Actor, app: NewApp): Promise<void> {
  await sql`insert into connected_apps (owner_id, id, client_id, name, scopes, collection_id, theme_id, expires_at)
    values (${actor.ownerId}, ${app.id}, ${app.client.id}, ${app.client.name}, ${app.scopes}::text[], ${app.collectionId},
      ${app.themeId}, now() + ${app.days}::integer * interval '1 day')`.execute(db)
}

export interface NewCode {
  hash: Buffer
  appId: string
  redirectUri: string
  challenge: string
  seconds: number
}

export async function insertCode(db: Db, actor: Actor, code: NewCode): Promise<void> {
  await sql`insert into oauth_codes (owner_id, hash, app_id, redirect_uri, challenge, expires_at)
    values (${actor.ownerId}, ${code.hash}, ${code.appId}, ${code.redirectUri}, ${code.challenge},
      now() + ${code.seconds} * interval '1 second')`.execute(db)
}

export interface AppGrant {
  app_id: string
  client_id: string
  scopes: ScopeName[]
  /** It has served already. */
  spent: boolean
  /** It, the program's time here, or the account has ended. */
  over: boolean
}

const GRANT = sql`a.id as app_id, a.client_id, a.scopes,
  coalesce(a.expires_at < now(), false) or u.disabled or u.leaving_at is not null`

export const findCode = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<AppGrant & { redirect_uri: string; challenge: string }>(
    db,
    sql`select ${GRANT} or k.expires_at < now() as over, k.redirect_uri, k.challenge, k.used_at is not null as spent
      from oauth_codes k join connected_apps a on a.owner_id = k.owner_id and a.id = k.app_id join users u on u.id = k.owner_id
      where k.owner_id = ${ownerId} and k.hash = ${hash}`,
  )

/** Once, even when two bring it at the same moment. */
export const spendCode = async (db: Db, ownerId: string, hash: Buffer): Promise<boolean> =>
  (await db
    .updateTable('oauth_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('app_id')
    .executeTakeFirst()) !== undefined

export const findRefresh = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<AppGrant>(
    db,
    sql`select ${GRANT} or t.expires_at < now() as over, t.spent_at is not null as spent
      from app_tokens t join connected_apps a on a.owner_id = t.owner_id and a.id = t.app_id join users u on u.id = t.owner_id
      where t.owner_id = ${ownerId} and t.hash = ${hash} and t.kind = 'refresh'`,
  )

export const spendRefresh = async (db: Db, ownerId: string, hash: Buffer): Promise<boolean> =>
  (await db
    .updateTable('app_tokens')
    .set({ spent_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .where('kind', '=', 'refresh')
    .where('spent_at', 'is', null)
    .returning('app_id')
    .executeTakeFirst()) !== undefined

export interface NewAppToken {
  appId: string
  hash: Buffer
  kind: 'access' | 'refresh'
  seconds: number
}

/** Never longer than the program may stay. */
export async function insertAppToken(db: Db, ownerId: string, token: NewAppToken): Promise<void> {
  await sql`insert into app_tokens (owner_id, hash, app_id, kind, expires_at)
    select a.owner_id, ${token.hash}, a.id, ${token.kind}, least(a.expires_at, now() + ${token.seconds} * interval '1 second')
    from connected_apps a where a.owner_id = ${ownerId} and a.id = ${token.appId}`.execute(db)
}

export async function noteConnected(db: Db, ownerId: string, appId: string): Promise<void> {
  await sql`update connected_apps set connected_at = coalesce(connected_at, now())
    where owner_id = ${ownerId} and id = ${appId}`.execute(db)
}

/** Its codes and tokens go with it. */
export const removeApp = (db: Db, ownerId: string, appId: string) =>
  db
    .deleteFrom('connected_apps')
    .where('owner_id', '=', ownerId)
    .where('id', '=', appId)
    .returning('id')
    .executeTakeFirst()

export const removeApps = (db: Db, ownerId: string) =>
  db.deleteFrom('connected_apps').where('owner_id', '=', ownerId).returning('id').execute()

/** Of a refresh token, the program that it belongs to; an access token is simply gone. */
export const findToken = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<{ app_id: string; kind: 'access' | 'refresh'; client_id: string }>(
    db,
    sql`select t.app_id, t.kind, a.client_id from app_tokens t
      join connected_apps a on a.owner_id = t.owner_id and a.id = t.app_id
      where t.owner_id = ${ownerId} and t.hash = ${hash}`,
  )

export async function removeAppToken(db: Db, ownerId: string, hash: Buffer): Promise<void> {
  await db.deleteFrom('app_tokens').where('owner_id', '=', ownerId).where('hash', '=', hash).execute()
}

export interface AppCaller {
  app_id: string
  tenant_id: string
  role: Role
  tariff: string
  scopes: ScopeName[]
  collection_id: string | null
  theme_id: string | null
  own_bucket: boolean
  language: string | null
  leaving: boolean
  note_use: boolean
}

export const findAppCaller = (db: Db, ownerId: string, hash: Buffer) =>
  firstRow<AppCaller>(
    db,
    sql`select a.id as app_id, u.tenant_id, u.role, u.tariff, a.scopes, a.collection_id, a.theme_id,
        exists (select 1 from connections k where k.owner_id = u.id and k.kind = 's3' and k.enabled) as own_bucket,
        s.prefs ->> 'language' as language, u.leaving_at is not null as leaving,
        a.last_used_at is null or a.last_used_at < now() - interval '1 minute' as note_use
      from app_tokens t join connected_apps a on a.owner_id = t.owner_id and a.id = t.app_id
        join users u on u.id = t.owner_id left join settings s on s.owner_id = u.id
      where t.owner_id = ${ownerId} and t.hash = ${hash} and t.kind = 'access' and t.expires_at > now()
        and coalesce(a.expires_at > now(), true) and not u.disabled`,
  )

export async function noteAppUse(db: Db, ownerId: string, appId: string): Promise<void> {
  await db
    .updateTable('connected_apps')
    .set({ last_used_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', appId)
    .execute()
}

export interface AppRead extends RowOf<'mcp_reads', 'object_id' | 'characters' | 'last_at'> {
  filename: string
}

export type App = RowOf<
  'connected_apps',
  'id' | 'name' | 'collection_id' | 'theme_id' | 'created_at' | 'last_used_at' | 'expires_at'
> & { scopes: ScopeName[]; characters: number; objects: AppRead[] }

const SHOWN_READS = 100

/** Which of the person's own files the app `a` has read, and which of those that are shared with them now. */
const reads = (actor: Actor) => sql`select o.id, o.filename, m.characters, m.last_at from mcp_reads m
    join ${objectsWithPlace} on o.owner_id = m.owner_id and o.id = m.object_id
  where m.owner_id = a.owner_id and m.asker_id = a.id and ${visible(actor, 'kept')}
  union all select o.id, o.filename, m.characters, m.last_at
    from (select g.*, array[g.object_id] as given_ids from mcp_given_reads g where g.reader_id = a.owner_id and g.asker_id = a.id) m
    join objects o on o.owner_id = m.owner_id and o.id = m.object_id
  where ${isStillGiven('m', { userId: actor.ownerId, tenantId: actor.tenantId })}`

/** With what each has read, the last first. One that is bound to what is hidden by now is hidden with it. */
export const appsOf = (db: Db, actor: Actor) =>
  rows<App>(
    db,
    sql`select a.id, a.name, a.scopes, a.collection_id, a.theme_id, a.created_at, a.last_used_at, a.expires_at,
        coalesce(total.characters, 0)::float8 as characters,
        coalesce((select jsonb_agg(jsonb_build_object('object_id', last.id, 'filename', last.filename,
            'characters', last.characters, 'last_at', last.last_at) order by last.last_at desc)
          from (${reads(actor)} order by last_at desc limit ${SHOWN_READS}) last), '[]') as objects
      from connected_apps a
        left join lateral (select sum(r.characters) as characters from (${reads(actor)}) r) total on true
      where a.owner_id = ${actor.ownerId} and a.connected_at is not null and coalesce(a.expires_at > now(), true)
        and (a.collection_id is null or exists (select 1 from collections c where c.id = a.collection_id and ${visibleCollection(actor)}))
        and (a.theme_id is null or exists (select 1 from themes t where t.owner_id = a.owner_id and t.id = a.theme_id
          and (${actor.unlocked}::boolean or not t.is_hidden)))
      order by a.created_at desc, a.id desc limit 200`,
  )

export async function removeEnded(db: Db): Promise<void> {
  await sql`delete from oauth_codes where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from app_tokens where expires_at < now()`.execute(db)
  await sql`delete from connected_apps where expires_at < now()
    or (connected_at is null and created_at < now() - interval '1 hour')`.execute(db)
  await sql`delete from oauth_clients k where created_at < now() - interval '1 day'
    and not exists (select 1 from connected_apps a where a.client_id = k.id)`.execute(db)
}
