import { sql } from 'kysely'
import type { Actor, Db } from '../../../../context.ts'
import { type Fragment, firstRow, type RowOf, rows } from '../../../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../../../db/visibility.ts'

export type Deed = RowOf<
  'device_deeds',
  | 'id'
  | 'object_id'
  | 'folder_id'
  | 'place_before'
  | 'name_before'
  | 'hash_before'
  | 'version_before'
  | 'icon_before'
  | 'place_after'
  | 'name_after'
  | 'hash_after'
> & { what: 'added' | 'changed' | 'moved' | 'deleted' | 'restored' }

/** Why something was left as it is. */
export type LeftWhy = 'changed_since' | 'gone' | 'not_empty'

export type NewDeed = Partial<Omit<Deed, 'id'>> & Pick<Deed, 'what'>

/** In the transaction of the deed. In a folder of somebody else the folder's own diary has it. */
export async function noteDeed(db: Db, actor: Actor, deed: NewDeed): Promise<void> {
  if (actor.guest) return
  await sql`insert into device_deeds (owner_id, token_id, what, object_id, folder_id, place_before, name_before, hash_before,
      version_before, place_after, name_after, hash_after)
    values (${actor.ownerId}, ${actor.tokenId}, ${deed.what}, ${deed.object_id ?? null}, ${deed.folder_id ?? null},
      ${deed.place_before ?? null}, ${deed.name_before ?? null}, ${deed.hash_before ?? null}, ${deed.version_before ?? null},
      ${deed.place_after ?? null}, ${deed.name_after ?? null}, ${deed.hash_after ?? null})`.execute(db)
}

/** Before a folder goes: each file of it, then the folders, the deepest first, so that undoing begins with the topmost. */
export async function noteFolderGone(db: Db, actor: Actor, folderId: string): Promise<void> {
  if (actor.guest) return
  const below = sql`with recursive below as (
      select c.id, 0 as depth from collections c where c.id = ${folderId} and ${visibleCollection(actor)}
      union all
      select c.id, below.depth + 1 from collections c join below on c.parent_id = below.id where ${visibleCollection(actor)})`
  await sql`${below} insert into device_deeds (owner_id, token_id, what, object_id, place_before, name_before)
    select o.owner_id, ${actor.tokenId}, 'deleted', o.id, o.collection_id, o.filename from ${objectsWithPlace}
    where ${visible(actor, 'listed')} and o.collection_id in (select id from below)`.execute(db)
  await sql`${below} insert into device_deeds (owner_id, token_id, what, folder_id, place_before, name_before, icon_before)
    select c.owner_id, ${actor.tokenId}, 'deleted', c.id, c.parent_id, c.name, c.icon
    from below join collections c on c.owner_id = ${actor.ownerId} and c.id = below.id order by below.depth desc, c.id`.execute(
    db,
  )
}

export const isDevice = async (db: Db, actor: Actor, tokenId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from tokens where owner_id = ${actor.ownerId} and id = ${tokenId} and kind = 'api'`,
  )) !== undefined

export interface Entry {
  id: string
  what: Deed['what']
  object_id: string | null
  collection_id: string | null
  name: string | null
  name_before: string | null
  from_folder: string | null
  to_folder: string | null
  created_at: Date
  undone_at: Date | null
  left_why: LeftWhy | null
}

/** As it is called; where the device has deleted it, as it was. */
const folderName = (actor: Actor, id: Fragment) =>
  sql`coalesce((select c.name from collections c where c.id = ${id} and ${visibleCollection(actor)}),
    (select g.name_before from device_deeds g where g.owner_id = ${actor.ownerId} and g.folder_id = ${id} and g.what = 'deleted'
      and not exists (select 1 from collections c where c.owner_id = g.owner_id and c.id = g.folder_id) order by g.id desc limit 1))`

/** The newest first, of what the viewer sees now; of folders that are no more, only that they were deleted. */
export const entriesOf = (db: Db, actor: Actor, tokenId: string, { limit, after }: { limit: number; after?: string }) =>
  rows<Entry>(
    db,
    sql`select d.key as id, d.what, d.object_id, coalesce(d.restored_id, d.folder_id) as collection_id,
        coalesce(o.filename, c.name, d.name_before) as name, d.name_before, ${folderName(actor, sql`d.place_before`)} as from_folder,
        ${folderName(actor, sql`d.place_after`)} as to_folder, d.created_at, d.undone_at, d.left_why
      from device_deeds d
        left join objects o on o.owner_id = d.owner_id and o.id = d.object_id
        left join collections c on c.owner_id = d.owner_id
          and c.id = case when d.object_id is null then coalesce(d.restored_id, d.folder_id) else o.collection_id end
      where d.owner_id = ${actor.ownerId} and d.token_id = ${tokenId}
        and case when d.object_id is not null then ${visible(actor, 'kept')}
          when c.id is null or c.removed_by is not null then d.what = 'deleted' and d.restored_id is null
          else ${visibleCollection(actor)} end
        and (${after ?? null}::uuid is null or d.id < (select k.id from device_deeds k
          where k.owner_id = ${actor.ownerId} and k.key = ${after ?? null}::uuid))
      order by d.id desc limit ${limit}`,
  )

/** What a task is to undo: from the moment on, up to the last that is there now. Those that were left before are tried again. */
export async function prepareUndo(db: Db, actor: Actor, tokenId: string, since: Date) {
  const span = sql`owner_id = ${actor.ownerId} and token_id = ${tokenId} and created_at >= ${since} and undone_at is null`
  await sql`update device_deeds set left_why = null where ${span} and left_why is not null`.execute(db)
  return (await firstRow<{ upto: number | null; deeds: number }>(
    db,
    sql`select max(id) as upto, count(*)::int as deeds from device_deeds where ${span}`,
  ))!
}

export interface Span {
  tokenId: string
  since: string
  upto: number
}

/** The newest that is still to be undone, taken in hand. */
export const nextDeed = (db: Db, ownerId: string, { tokenId, since, upto }: Span) =>
  firstRow<Deed>(
    db,
    sql`select id, what, object_id, folder_id, place_before, name_before, hash_before, version_before, icon_before, place_after,
        name_after, hash_after
      from device_deeds where owner_id = ${ownerId} and token_id = ${tokenId} and created_at >= ${since}::timestamptz and id <= ${upto}
        and undone_at is null and left_why is null order by id desc limit 1 for update`,
  )

export async function settleDeed(
  db: Db,
  ownerId: string,
  id: number,
  outcome: { left?: LeftWhy; restoredId?: string },
): Promise<void> {
  await sql`update device_deeds set left_why = ${outcome.left ?? null},
      undone_at = case when ${outcome.left ?? null}::text is null then now() end,
      restored_id = coalesce(${outcome.restoredId ?? null}::uuid, restored_id)
    where owner_id = ${ownerId} and id = ${id}`.execute(db)
}

export const countSettled = async (db: Db, ownerId: string, { tokenId, since, upto }: Span) =>
  (await firstRow<{ undone: number; left: number }>(
    db,
    sql`select count(undone_at)::int as undone, count(left_why)::int as left from device_deeds
      where owner_id = ${ownerId} and token_id = ${tokenId} and created_at >= ${since}::timestamptz and id <= ${upto}`,
  ))!

/** The folder that stands in the place of one that was deleted. */
export const restoredFor = async (db: Db, ownerId: string, folderId: string): Promise<string | undefined> =>
  (
    await firstRow<{ restored_id: string }>(
      db,
      sql`select restored_id from device_deeds where owner_id = ${ownerId} and folder_id = ${folderId}
        and restored_id is not null order by id desc limit 1`,
    )
  )?.restored_id

/** Nothing but the trash in it, whoever may see it. */
export const isBare = async (db: Db, ownerId: string, folderId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 where not exists (select 1 from collections c where c.owner_id = ${ownerId} and c.parent_id = ${folderId})
      and not exists (select 1 from objects o where o.owner_id = ${ownerId} and o.collection_id = ${folderId} and o.deleted_at is null)`,
  )) !== undefined

export const revisionAt = async (db: Db, ownerId: string, deed: Deed): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(
      db,
      sql`select id from revisions where owner_id = ${ownerId} and object_id = ${deed.object_id} and version = ${deed.version_before}
        and content_hash = ${deed.hash_before}`,
    )
  )?.id

/** Sweeps over all owners. */
export async function removeOldDeeds(db: Db): Promise<void> {
  await sql`delete from device_deeds where created_at < now() - interval '30 days'`.execute(db)
}
