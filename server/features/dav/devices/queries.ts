import { sql } from 'kysely'
import { type Actor, type Db, personOf } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../../db/visibility.ts'

/** Removals of one device run one at a time, so that they are counted exactly. */
export async function lockRemovals(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.tokenId}, 9))`.execute(db)
}

export const findBrake = (db: Db, actor: Actor) =>
  firstRow<{ is_allowed: boolean }>(
    db,
    sql`select coalesce(allowed_until > now(), false) as is_allowed from dav_brakes
      where owner_id = ${personOf(actor)} and token_id = ${actor.tokenId}
        and (allowed_until is null or allowed_until > now())`,
  )

/** Within the last minute. */
export const removedByDevice = (db: Db, actor: Actor) =>
  firstRow<{ files: number }>(
    db,
    sql`select coalesce(sum(files), 0)::int as files from dav_removals
      where owner_id = ${personOf(actor)} and token_id = ${actor.tokenId} and removed_at > now() - interval '1 minute'`,
  )

export async function noteRemoval(db: Db, actor: Actor, files: number): Promise<void> {
  await db
    .insertInto('dav_removals')
    .values({ owner_id: personOf(actor), token_id: actor.tokenId, files })
    .execute()
}

/** The files that would go with a folder, or all that the owner has; counted no further than `most`. */
export async function countFiles(db: Db, actor: Actor, folder: string | null, most: number): Promise<number> {
  const within = sql`with recursive below as (
      select c.id from collections c where c.id = ${folder} and ${visibleCollection(actor)}
      union all
      select c.id from collections c join below on c.parent_id = below.id where ${visibleCollection(actor)})`
  const counted = await firstRow<{ n: number }>(
    db,
    folder === null
      ? sql`select count(*)::int as n from (
          select 1 from ${objectsWithPlace} where ${visible(actor, 'listed')} limit ${most}) as files`
      : sql`${within} select count(*)::int as n from (
          select 1 from ${objectsWithPlace} where ${visible(actor, 'listed')}
            and o.collection_id in (select id from below) limit ${most}) as files`,
  )
  return counted!.n
}

/** True when it was not stopped already. */
export async function stopDevice(db: Db, actor: Actor, files: number): Promise<boolean> {
  const stopped = await firstRow<{ fresh: boolean }>(
    db,
    sql`insert into dav_brakes as b (owner_id, token_id, files) values (${personOf(actor)}, ${actor.tokenId}, ${files})
      on conflict (owner_id, token_id) do update
        set stopped_at = case when b.allowed_until is null then b.stopped_at else now() end,
          files = excluded.files, allowed_until = null
      returning (xmax = 0 or stopped_at = now()) as fresh`,
  )
  return stopped!.fresh
}

export type Device = RowOf<'tokens', 'id' | 'name' | 'created_at' | 'last_used_at'> & {
  stopped_at: Date | null
  wanted: number | null
  is_disconnected: boolean
}

const isAlive = sql`(t.expires_at is null or t.expires_at > now())`

/** Those that are connected, and then those that were and have done something which can be read and undone. */
export const listDevices = (db: Db, actor: Actor) =>
  rows<Device>(
    db,
    sql`with recursive known as (
        (select d.token_id from device_deeds d where d.owner_id = ${actor.ownerId} order by d.token_id limit 1)
        union all
        select (select d.token_id from device_deeds d where d.owner_id = ${actor.ownerId} and d.token_id > known.token_id
          order by d.token_id limit 1) from known where known.token_id is not null)
      (select t.id, t.name, t.created_at, t.last_used_at, b.stopped_at, b.files as wanted, false as is_disconnected
        from tokens t left join dav_brakes b on b.owner_id = t.owner_id and b.token_id = t.id and b.allowed_until is null
        where t.owner_id = ${actor.ownerId} and t.kind = 'api' and (t.scopes is null or 'files' = any(t.scopes)) and ${isAlive}
          and (t.scopes is not null or b.token_id is not null or t.id in (select token_id from known)
            or exists (select 1 from dav_removals r where r.owner_id = t.owner_id and r.token_id = t.id))
        order by t.created_at desc, t.id limit 200)
      union all
      (select known.token_id, last.device, first.created_at, last.created_at, null, null, true from known
        cross join lateral (select d.created_at from device_deeds d where d.owner_id = ${actor.ownerId}
          and d.token_id = known.token_id order by d.id limit 1) first
        cross join lateral (select d.created_at, d.device from device_deeds d where d.owner_id = ${actor.ownerId}
          and d.token_id = known.token_id order by d.id desc limit 1) last
        where not exists (select 1 from tokens t where t.owner_id = ${actor.ownerId} and t.id = known.token_id and ${isAlive})
        order by last.created_at desc limit 200)`,
  )

export const allowDevice = (db: Db, actor: Actor, tokenId: string, minutes: number) =>
  firstRow<RowOf<'dav_brakes', 'token_id'>>(
    db,
    sql`update dav_brakes set allowed_until = now() + make_interval(mins => ${minutes})
      where owner_id = ${actor.ownerId} and token_id = ${tokenId} returning token_id`,
  )

/** Sweeps over all owners. */
export async function forgetRemovals(db: Db): Promise<void> {
  await sql`delete from dav_removals where removed_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from dav_brakes b where not exists (
    select 1 from tokens t where t.owner_id = b.owner_id and t.id = b.token_id)`.execute(db)
}

/** Whom to tell of a device, and in which language. */
export const ownerOfDevice = (db: Db, ownerId: string, tokenId: string) =>
  firstRow<{ email: string; name: string; language: string | null }>(
    db,
    sql`select u.email, t.name, s.prefs ->> 'language' as language from tokens t join users u on u.id = t.owner_id
      left join settings s on s.owner_id = t.owner_id
      where t.owner_id = ${ownerId} and t.id = ${tokenId} and not u.disabled`,
  )
