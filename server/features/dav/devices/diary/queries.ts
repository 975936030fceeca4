import { type NotNull, sql } from 'kysely'
import type { Actor, Db } from '../../../../context.ts'
import { type Fragment, firstRow, type RowOf, rows } from '../../../../db/connect.ts'
import { objectsWithPlace, placeIsThere, type Viewer, visible, visibleCollection } from '../../../../db/visibility.ts'
import { clearFolders, seenSubtree } from '../../../collections/index.ts'

export type DeviceDeed = RowOf<
  'device_deeds',
  | 'id'
  | 'what'
  | 'object_id'
  | 'folder_id'
  | 'place_before'
  | 'name_before'
  | 'hash_before'
  | 'version_before'
  | 'icon_before'
  | 'theme_before'
  | 'place_after'
  | 'name_after'
  | 'hash_after'
  | 'trashed_at'
>

const COLUMNS = sql`d.id, d.what, d.object_id, d.folder_id, d.place_before, d.name_before, d.hash_before, d.version_before,
  d.icon_before, d.theme_before, d.place_after, d.name_after, d.hash_after, d.trashed_at`

/** Why something was left as it is. */
export type LeftWhy = 'changed_since' | 'gone' | 'not_empty'

type NewDeed = Partial<Omit<DeviceDeed, 'id'>> & Pick<DeviceDeed, 'what'>

const deviceName = (actor: Actor) =>
  sql`coalesce((select t.name from tokens t where t.owner_id = ${actor.ownerId} and t.id = ${actor.tokenId}), '')`

/** In the transaction of the deed. In a folder of somebody else the folder's own diary has it. */
export async function noteDeed(db: Db, actor: Actor, deed: NewDeed): Promise<void> {
  if (actor.guest) return
  await sql`insert into device_deeds (owner_id, token_id, device, what, object_id, folder_id, place_before, name_before,
      hash_before, version_before, place_after, name_after, hash_after, trashed_at)
    values (${actor.ownerId}, ${actor.tokenId}, ${deviceName(actor)}, ${deed.what}, ${deed.object_id ?? null},
      ${deed.folder_id ?? null}, ${deed.place_before ?? null}, ${deed.name_before ?? null}, ${deed.hash_before ?? null},
      ${deed.version_before ?? null}, ${deed.place_after ?? null}, ${deed.name_after ?? null}, ${deed.hash_after ?? null},
      case when ${deed.what} = 'deleted' then now() end)`.execute(db)
}

/** Files that go into the trash with these folders, in the transaction in which they do. */
export async function noteFilesGone(db: Db, actor: Actor, folders: string[]): Promise<void> {
  if (actor.guest) return
  await sql`insert into device_deeds (owner_id, token_id, device, what, object_id, place_before, name_before, trashed_at)
    select o.owner_id, ${actor.tokenId}, ${deviceName(actor)}, 'deleted', o.id, o.collection_id, o.filename, now()
    from ${objectsWithPlace} where ${visible(actor, 'listed')} and o.collection_id = any(${folders}::uuid[])`.execute(
    db,
  )
}

/** The newest folders first: most lie in older ones, which then come first when it is undone. */
export async function noteFoldersGone(
  db: Db,
  actor: Actor,
  { ids, top }: { ids: string[]; top?: string },
): Promise<void> {
  if (actor.guest) return
  const gone = top ? seenSubtree(actor, top) : sql`select unnest(${ids}::uuid[])`
  await sql`insert into device_deeds (owner_id, token_id, device, what, folder_id, place_before, name_before, icon_before,
      theme_before)
    select c.owner_id, ${actor.tokenId}, ${deviceName(actor)}, 'deleted', c.id, c.parent_id, c.name, c.icon, c.theme_id
    from collections c where ${visibleCollection(actor)} and c.id in (${gone}) order by c.id desc`.execute(db)
}

/** One that is connected, or has been within the time of the diary. */
export const isDevice = async (db: Db, actor: Actor, tokenId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from tokens where owner_id = ${actor.ownerId} and id = ${tokenId} and kind = 'api'
      union all (select 1 from device_deeds where owner_id = ${actor.ownerId} and token_id = ${tokenId} limit 1) limit 1`,
  )) !== undefined

export interface DeviceDiaryEntry
  extends RowOf<'device_deeds', 'object_id' | 'name_before' | 'created_at' | 'undone_at'> {
  id: string
  what: DeviceDeed['what']
  collection_id: string | null
  name: string | null
  from_folder: string | null
  to_folder: string | null
  left_why: LeftWhy | null
}

/** The folder's name now; its last name if the device deleted it, unless the folder was restored and is hidden now. */
const folderName = (actor: Actor, id: Fragment) =>
  sql`coalesce((select c.name from collections c where c.id = ${id} and ${visibleCollection(actor)}),
    (select g.name_before from device_deeds g where g.owner_id = ${actor.ownerId} and g.folder_id = ${id} and g.what = 'deleted'
      and not exists (select 1 from collections c where c.owner_id = g.owner_id and c.id = g.folder_id)
      and (g.restored_id is null or exists (select 1 from collections c where c.id = g.restored_id and ${visibleCollection(actor)}))
      order by g.id desc limit 1))`

/** Deeds `d` with their file `o`, and the folder `c` that it lies in or that they are about. */
const DEEDS = sql`device_deeds d
  left join objects o on o.owner_id = d.owner_id and o.id = d.object_id
  left join collections c on c.owner_id = d.owner_id
    and c.id = case when d.object_id is null then coalesce(d.restored_id, d.folder_id) else o.collection_id end`

/** The newest first, of what the viewer sees now; of folders that are no more, only that they were deleted. */
export const entriesOf = (db: Db, actor: Actor, tokenId: string, { limit, after }: { limit: number; after?: string }) =>
  rows<DeviceDiaryEntry>(
    db,
    sql`select d.key as id, d.what, d.object_id, coalesce(d.restored_id, d.folder_id) as collection_id,
        coalesce(o.filename, c.name, d.name_before) as name, d.name_before, ${folderName(actor, sql`d.place_before`)} as from_folder,
        ${folderName(actor, sql`d.place_after`)} as to_folder, d.created_at, d.undone_at, d.left_why
      from ${DEEDS}
      where d.owner_id = ${actor.ownerId} and d.token_id = ${tokenId}
        and case when d.object_id is not null then ${visible(actor, 'kept')}
          when c.id is null or not ${placeIsThere(actor.ownerId)} then d.what in ('deleted', 'removed') and d.restored_id is null
          else ${visibleCollection(actor)} end
        and (${after ?? null}::uuid is null or d.id < (select k.id from device_deeds k
          where k.owner_id = ${actor.ownerId} and k.key = ${after ?? null}::uuid))
      order by d.id desc limit ${limit}`,
  )

export interface DiarySpan {
  tokenId: string
  since: string
  until: string
}

const inSpan = (ownerId: string, { tokenId, since, until }: DiarySpan) =>
  sql`d.owner_id = ${ownerId} and d.token_id = ${tokenId} and d.created_at >= ${since}::timestamptz
    and d.created_at <= ${until}::timestamptz and d.undone_at is null and d.left_why is null`

/** What a viewer does not see is neither undone nor counted. Of folders that are no more it shows when they are looked for. */
const isSeen = (viewer: Viewer) =>
  sql`case when d.object_id is not null then ${visible(viewer, 'kept')}
    else c.id is null or not ${placeIsThere(viewer.ownerId)} or ${visibleCollection(viewer)} end`

/** Those that were left before are tried again. Answers how many there are to undo. */
export async function prepareUndo(db: Db, viewer: Viewer, span: DiarySpan): Promise<number> {
  await sql`update device_deeds set left_why = null, settled_by = null
    where owner_id = ${viewer.ownerId} and token_id = ${span.tokenId} and created_at >= ${span.since}::timestamptz
      and undone_at is null and left_why is not null`.execute(db)
  const found = await firstRow<{ deeds: number }>(
    db,
    sql`select count(*)::int as deeds from ${DEEDS} where ${inSpan(viewer.ownerId, span)} and ${isSeen(viewer)}`,
  )
  return found!.deeds
}

/** The newest that is still to be undone, taken in hand; older than one that was looked at already. */
export const nextDeed = (db: Db, viewer: Viewer, span: DiarySpan, before: number | undefined) =>
  firstRow<DeviceDeed>(
    db,
    sql`select ${COLUMNS} from ${DEEDS} where ${inSpan(viewer.ownerId, span)} and ${isSeen(viewer)}
      and (${before ?? null}::bigint is null or d.id < ${before ?? null}::bigint) order by d.id desc limit 1 for update of d`,
  )

/** More than any file has revisions. */
const LONGEST_CHAIN = 5000

/** All changes of a file up to this one, the newest first. */
export const changesUpTo = (db: Db, ownerId: string, span: DiarySpan, deed: DeviceDeed) =>
  rows<DeviceDeed>(
    db,
    sql`select ${COLUMNS} from device_deeds d where ${inSpan(ownerId, span)} and d.object_id = ${deed.object_id}
      and d.what = 'changed' and d.id <= ${deed.id} order by d.id desc limit ${LONGEST_CHAIN} for update`,
  )

/** That a folder was deleted, where that is not undone; `is_left` when it was tried. */
export const deletionOf = (db: Db, ownerId: string, { tokenId, since, until }: DiarySpan, folderId: string) =>
  firstRow<DeviceDeed & { is_left: boolean }>(
    db,
    sql`select ${COLUMNS}, d.left_why is not null as is_left from device_deeds d
      where d.owner_id = ${ownerId} and d.token_id = ${tokenId} and d.created_at between ${since}::timestamptz and ${until}::timestamptz
        and d.undone_at is null and d.folder_id = ${folderId} and d.what = 'deleted' order by d.id desc limit 1 for update`,
  )

export interface Settled {
  left?: LeftWhy
  restoredId?: string
  /** What it was about is hidden, so that it is not told. */
  unreported?: boolean
}

export async function settleDeeds(
  db: Db,
  { ownerId, taskId }: { ownerId: string; taskId: string },
  ids: number[],
  { left, restoredId, unreported }: Settled,
): Promise<void> {
  await sql`update device_deeds set left_why = ${left ?? null}, undone_at = case when ${left ?? null}::text is null then now() end,
      restored_id = coalesce(${restoredId ?? null}::uuid, restored_id), settled_by = ${unreported ? null : taskId}::uuid
    where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(db)
}

export const countSettled = async (db: Db, ownerId: string, taskId: string) =>
  (await firstRow<{ undone: number; left: number }>(
    db,
    sql`select count(undone_at)::int as undone, count(left_why)::int as left from device_deeds
      where owner_id = ${ownerId} and settled_by = ${taskId}`,
  ))!

/** The folder that stands in the place of one that was deleted. */
export const restoredFor = async (db: Db, ownerId: string, folderId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('device_deeds')
      .select('restored_id')
      .where('owner_id', '=', ownerId)
      .where('folder_id', '=', folderId)
      .where('restored_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .$narrowType<{ restored_id: NotNull }>()
      .executeTakeFirst()
  )?.restored_id

/** Whether it is there at all, seen or not. */
export const isThere = async (db: Db, ownerId: string, kind: 'folder' | 'theme', id: string): Promise<boolean> =>
  (await firstRow(
    db,
    kind === 'folder'
      ? sql`select 1 from collections c where c.owner_id = ${ownerId} and c.id = ${id} and ${placeIsThere(ownerId)}`
      : sql`select 1 from themes where owner_id = ${ownerId} and id = ${id}`,
  )) !== undefined

export const folderNamed = (db: Db, actor: Actor, place: string | null, name: string) =>
  firstRow<RowOf<'collections', 'id'>>(
    db,
    sql`select c.id from collections c where ${visibleCollection(actor)} and c.parent_id is not distinct from ${place}::uuid
      and c.name = ${name} order by c.id limit 1`,
  )

/** The file in hand, in the trash or not; `is_leaving` while a task clears its folder away. */
export const lockFile = (db: Db, ownerId: string, id: string) =>
  firstRow<RowOf<'objects', 'deleted_at'> & { is_leaving: boolean }>(
    db,
    sql`select o.deleted_at, not ${placeIsThere(ownerId)} as is_leaving from ${objectsWithPlace}
      where o.owner_id = ${ownerId} and o.id = ${id} for update of o`,
  )

/** An undo that puts a file back into the trash puts it there as the deletion before had it. */
export async function trashAgain(db: Db, ownerId: string, deed: DeviceDeed): Promise<void> {
  await sql`update device_deeds set trashed_at = now() where owner_id = ${ownerId} and id = (
    select max(d.id) from device_deeds d where d.owner_id = ${ownerId} and d.object_id = ${deed.object_id}
      and d.what = 'deleted' and d.id < ${deed.id} and d.undone_at is null)`.execute(db)
}

/** A task still clears away what this device has removed: not all of it is noted yet. */
export const isRemoving = async (db: Db, ownerId: string, tokenId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from jobs j where j.owner_id = ${ownerId} and j.name = ${clearFolders.name} and j.finished_at is null
      and j.payload -> 'device' ->> 'tokenId' = ${tokenId} limit 1`,
  )) !== undefined

export const revisionAt = async (db: Db, ownerId: string, deed: DeviceDeed): Promise<string | undefined> =>
  (
    await db
      .selectFrom('revisions')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('object_id', '=', deed.object_id)
      .where('version', '=', deed.version_before)
      .where('content_hash', '=', deed.hash_before)
      .executeTakeFirst()
  )?.id

/** Sweeps over all owners. */
export async function removeOldDeeds(db: Db): Promise<void> {
  await sql`delete from device_deeds where created_at < now() - interval '30 days'`.execute(db)
}
