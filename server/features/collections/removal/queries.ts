import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { collectionIsHidden } from '../../../db/visibility.ts'
import { clearFolders } from '../jobs.ts'
import { settleGoing } from '../settling/queries.ts'

export interface FolderBelow {
  id: string
  is_hidden: boolean
  /** Hidden by itself or by a folder between it and the top of this subtree, not only from above. */
  hidden_within: boolean
}

/** Locks the folders: a file that is being moved into one of them either arrives before this or is refused. */
export async function lockFolders(db: Db, actor: Actor, ids: string[]): Promise<void> {
  await sql`select c.id from collections c where c.owner_id = ${actor.ownerId} and c.id = any(${ids}::uuid[])
    order by c.id for update`.execute(db)
}

const seenBelow = (actor: Actor) => sql`(${actor.unlocked}::boolean or not ${collectionIsHidden(actor.ownerId)})`

/** The folder and all below it that the caller sees, the topmost first and so many at most. `lockTree` keeps the tree as it is. */
export async function readSubtree(db: Db, actor: Actor, id: string, most: number): Promise<FolderBelow[]> {
  const ownHidden = sql`(c.is_hidden or coalesce((select t.is_hidden from themes t
    where t.owner_id = c.owner_id and t.id = c.theme_id), false))`
  return rows<FolderBelow>(
    db,
    sql`with recursive below as (
        select c.id, ${ownHidden} as within from collections c where c.owner_id = ${actor.ownerId} and c.id = ${id}
        union all
        select c.id, below.within or ${ownHidden} from collections c join below on c.parent_id = below.id
        where c.owner_id = ${actor.ownerId} and ${seenBelow(actor)})
      select c.id, ${collectionIsHidden(actor.ownerId)} as is_hidden, first.within as hidden_within
      from (select * from below limit ${most}) first
      join collections c on c.owner_id = ${actor.ownerId} and c.id = first.id`,
  )
}

/** The ids of the same without a bound, to be used in a statement. */
export const seenSubtree = (actor: Actor, id: string): RawBuilder<{ id: string }> => sql<{ id: string }>`
  with recursive below as (
    select c.id from collections c where c.owner_id = ${actor.ownerId} and c.id = ${id}
    union all
    select c.id from collections c join below on c.parent_id = below.id
      where c.owner_id = ${actor.ownerId} and ${seenBelow(actor)})
  select below.id from below`

/** How many files lie in these folders, the trash included. */
export const filesIn = async (db: Db, actor: Actor, ids: string[]): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select coalesce(sum(k.listed + k.trashed), 0)::bigint as n from (
      select collection_id, listed, trashed from file_counts where owner_id = ${actor.ownerId}
      union all select collection_id, listed, trashed from count_deltas where owner_id = ${actor.ownerId}) k
      where k.collection_id = any(${ids}::uuid[])`,
  ))!.n

/** How many files lie in the folders that a task clears away. */
export const filesLeaving = async (db: Db, ownerId: string, taskId: string): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select coalesce(sum(k.listed + k.trashed), 0)::bigint as n from (
      select collection_id, listed, trashed from file_counts where owner_id = ${ownerId}
      union all select collection_id, listed, trashed from count_deltas where owner_id = ${ownerId}) k
      where k.collection_id in (select c.id from collections c where c.owner_id = ${ownerId} and c.removed_by = ${taskId})`,
  ))!.n

/**
 * From now on it is found nowhere, with all below it. What hid it is kept as its own, for its files. The folders below get the same
 * as they are settled.
 */
export async function markRemoved(db: Db, actor: Actor, id: string, taskId: string): Promise<void> {
  await sql`update collections c set removed_by = ${taskId}, parent_id = null,
      is_hidden = ${collectionIsHidden(actor.ownerId)}, is_concealed = ${collectionIsHidden(actor.ownerId)},
      in_theme_id = c.theme_id, theme_ids = array_remove(array[c.theme_id], null)
    where c.owner_id = ${actor.ownerId} and c.id = ${id}`.execute(db)
  await db
    .insertInto('unsettled_folders')
    .values({ owner_id: actor.ownerId, folder_id: id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>) => (await rows(db, query)).map(({ id }) => id)

/** Folders that lose their parent without going themselves come to the top; answers which. */
export async function orphanBelow(db: Db, actor: Actor, removed: string[]): Promise<string[]> {
  const left = sql<RowOf<'collections', 'id'>>`update collections set parent_id = null where owner_id = ${actor.ownerId}
    and parent_id = any(${removed}::uuid[]) and not id = any(${removed}::uuid[]) returning id`
  return idsOf(db, left)
}

/** Below this folder, what is hidden from a caller without the key comes to the top; answers which folders. */
export async function orphanHidden(db: Db, actor: Actor, id: string): Promise<string[]> {
  const left = sql<RowOf<'collections', 'id'>>`update collections c set parent_id = null
    where c.owner_id = ${actor.ownerId} and exists (select 1 from hidden_places(${actor.ownerId}))
      and c.parent_id in (${seenSubtree(actor, id)}) and ${collectionIsHidden(actor.ownerId)} returning c.id`
  return idsOf(db, left)
}

/** The folders right below go to where the folder itself lies, and those that the caller cannot see to the top; answers which. */
export async function moveUp(
  db: Db,
  actor: Actor,
  folder: { id: string; parent_id: string | null },
  { hides, spareHidden }: { hides: boolean; spareHidden: boolean },
): Promise<string[]> {
  const moved = sql<{ id: string }>`update collections c set is_hidden = c.is_hidden or ${hides}::boolean,
      parent_id = case when ${spareHidden}::boolean and ${collectionIsHidden(actor.ownerId)} then null
        else ${folder.parent_id}::uuid end
    where c.owner_id = ${actor.ownerId} and c.parent_id = ${folder.id} returning c.id`
  return idsOf(db, moved)
}

export async function removeCollections(db: Db, actor: Actor, ids: string[]): Promise<void> {
  await settleGoing(db, actor, ids)
  await sql`delete from collections where owner_id = ${actor.ownerId} and id = any(${ids}::uuid[])`.execute(db)
}

/** What a task of removal has emptied; answers how many folders went. */
export async function removeCleared(db: Db, ownerId: string, taskId: string, limit: number): Promise<number> {
  const gone = await rows(
    db,
    sql`delete from collections where owner_id = ${ownerId} and id in (
      select id from collections where owner_id = ${ownerId} and removed_by = ${taskId} limit ${limit}) returning id`,
  )
  return gone.length
}

/** Removals that no task works on any more, since it was given up. */
export const abandonedRemovals = (db: Db) =>
  rows<{ owner_id: string; removed_by: string }>(
    db,
    sql`select distinct c.owner_id, c.removed_by from collections c where c.removed_by is not null
      and not exists (select 1 from jobs j where j.owner_id = c.owner_id and j.finished_at is null
        and (j.id = c.removed_by or j.name = ${clearFolders.name} and j.payload ->> 'taskId' = c.removed_by::text)) limit 100`,
  )
