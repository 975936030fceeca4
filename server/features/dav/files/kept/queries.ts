import { sql } from 'kysely'
import type { Db } from '../../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../../db/connect.ts'

/** What WebDAV keeps beside the files: locks, properties of programs, checksums, and what systems leave behind. */

export type DavLock = RowOf<'dav_locks', 'token' | 'path' | 'is_deep' | 'is_shared' | 'holder' | 'expires_at'>

export const MOST_LOCKS = 1000

export const liveLocks = (db: Db, ownerId: string) =>
  rows<DavLock>(
    db,
    sql`select token, path, is_deep, is_shared, holder, expires_at from dav_locks
      where owner_id = ${ownerId} and expires_at > now() order by path limit ${MOST_LOCKS}`,
  )

export async function lockLocks(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 8))`.execute(db)
}

export async function insertLock(db: Db, ownerId: string, lock: Omit<DavLock, 'expires_at'>, seconds: number) {
  const made = await firstRow<DavLock>(
    db,
    sql`insert into dav_locks (owner_id, token, path, is_deep, is_shared, holder, expires_at)
      values (${ownerId}, ${lock.token}, ${lock.path}, ${lock.is_deep}, ${lock.is_shared}, ${lock.holder},
        now() + make_interval(secs => ${seconds}))
      returning token, path, is_deep, is_shared, holder, expires_at`,
  )
  return made!
}

export async function extendLock(db: Db, ownerId: string, token: string, seconds: number): Promise<void> {
  await sql`update dav_locks set expires_at = now() + make_interval(secs => ${seconds})
    where owner_id = ${ownerId} and token = ${token}`.execute(db)
}

export async function removeLock(db: Db, ownerId: string, token: string): Promise<void> {
  await db.deleteFrom('dav_locks').where('owner_id', '=', ownerId).where('token', '=', token).execute()
}

/** Of what is no longer there. */
export async function removeLocksAt(db: Db, ownerId: string, path: string): Promise<void> {
  await sql`delete from dav_locks where owner_id = ${ownerId} and (path = ${path} or starts_with(path, ${`${path}/`}))`.execute(
    db,
  )
}

export type DeadProperty = RowOf<'dav_properties', 'entry_id' | 'name' | 'value'>

export const deadProperties = (db: Db, ownerId: string, ids: string[]) =>
  rows<DeadProperty>(
    db,
    sql`select entry_id, name, value from dav_properties where owner_id = ${ownerId} and entry_id = any(${ids}::uuid[])`,
  )

export async function setProperty(db: Db, ownerId: string, { entry_id, name, value }: DeadProperty): Promise<void> {
  await sql`insert into dav_properties (owner_id, entry_id, name, value)
    values (${ownerId}, ${entry_id}, ${name}, ${value})
    on conflict (owner_id, entry_id, name) do update set value = excluded.value`.execute(db)
}

export async function removeProperty(db: Db, ownerId: string, id: string, name: string): Promise<void> {
  await db
    .deleteFrom('dav_properties')
    .where('owner_id', '=', ownerId)
    .where('entry_id', '=', id)
    .where('name', '=', name)
    .execute()
}

export async function copyProperties(db: Db, ownerId: string, from: string, to: string): Promise<void> {
  await sql`insert into dav_properties (owner_id, entry_id, name, value)
    select owner_id, ${to}, name, value from dav_properties where owner_id = ${ownerId} and entry_id = ${from}
    on conflict do nothing`.execute(db)
}

/** What a client said of the content that the file still has. */
export const checksumsOf = (db: Db, ownerId: string, ids: string[]) =>
  rows<RowOf<'dav_checksums', 'object_id' | 'content_hash' | 'checksum'>>(
    db,
    sql`select object_id, content_hash, checksum from dav_checksums
      where owner_id = ${ownerId} and object_id = any(${ids}::uuid[])`,
  )

export async function setChecksum(
  db: Db,
  ownerId: string,
  row: { objectId: string; hash: string; checksum: string },
): Promise<void> {
  await sql`insert into dav_checksums (owner_id, object_id, content_hash, checksum)
    values (${ownerId}, ${row.objectId}, ${row.hash}, ${row.checksum})
    on conflict (owner_id, object_id) do update
      set content_hash = excluded.content_hash, checksum = excluded.checksum`.execute(db)
}

export type Leaving = RowOf<'dav_leavings', 'name' | 'hash' | 'written_at'> & { size: number }

const LIVE = sql`written_at > now() - interval '1 day'`

export const leavingsIn = (db: Db, ownerId: string, place: string) =>
  rows<Leaving>(
    db,
    sql`select name, hash, written_at, length(content) as size from dav_leavings
      where owner_id = ${ownerId} and place = ${place} and ${LIVE} order by name limit 1000`,
  )

export const findLeaving = (db: Db, ownerId: string, place: string, name: string) =>
  firstRow<Leaving & { content: Buffer }>(
    db,
    sql`select name, hash, written_at, length(content) as size, content from dav_leavings
      where owner_id = ${ownerId} and place = ${place} and name = ${name} and ${LIVE}`,
  )

export async function putLeaving(
  db: Db,
  ownerId: string,
  row: { place: string; name: string; content: Buffer; hash: string },
): Promise<void> {
  await sql`insert into dav_leavings (owner_id, place, name, content, hash)
    values (${ownerId}, ${row.place}, ${row.name}, ${row.content}, ${row.hash})
    on conflict (owner_id, place, name) do update
      set content = excluded.content, hash = excluded.hash, written_at = now()`.execute(db)
}

export async function removeLeaving(db: Db, ownerId: string, place: string, name: string): Promise<void> {
  await db
    .deleteFrom('dav_leavings')
    .where('owner_id', '=', ownerId)
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}

/** The newest that fit into the room that one owner has for them. */
export async function trimLeavings(db: Db, ownerId: string, most: { rows: number; bytes: number }): Promise<void> {
  await sql`delete from dav_leavings l using (
      select place, name, row_number() over w as nth, sum(length(content)) over w as bytes from dav_leavings
        where owner_id = ${ownerId} window w as (order by written_at desc, place, name)) as placed
    where l.owner_id = ${ownerId} and l.place = placed.place and l.name = placed.name
      and (placed.nth > ${most.rows} or placed.bytes > ${most.bytes})`.execute(db)
}

/** Sweeps over all owners. */
export async function removeOverdue(db: Db): Promise<void> {
  await sql`delete from dav_locks where expires_at < now()`.execute(db)
  await sql`delete from dav_leavings where not (${LIVE})`.execute(db)
  await sql`delete from dav_properties p where not exists (
      select 1 from objects o where o.owner_id = p.owner_id and o.id = p.entry_id)
    and not exists (select 1 from collections c where c.owner_id = p.owner_id and c.id = p.entry_id)
    and p.entry_id <> '00000000-0000-0000-0000-000000000000'`.execute(db)
  await sql`delete from dav_checksums k where not exists (
    select 1 from objects o where o.owner_id = k.owner_id and o.id = k.object_id)`.execute(db)
  await sql`delete from dav_names n where not exists (
      select 1 from objects o where o.owner_id = n.owner_id and o.id = n.entry_id)
    and not exists (select 1 from collections c where c.owner_id = n.owner_id and c.id = n.entry_id)
    and not exists (select 1 from grants g where g.collection_id = n.entry_id and (g.user_id = n.owner_id
      or g.group_id in (select m.group_id from group_members m where m.user_id = n.owner_id)))`.execute(db)
}
