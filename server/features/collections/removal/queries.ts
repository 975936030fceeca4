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

/** The folders, taken in hand: a file that is being put into one of them comes before this, or not at all. */
export async function lockFolders(db: Db, actor: Actor, ids: string[]): Promise<void> {
  await sql`select c.id from collections c where c.owner_id = ${actor.ownerId} and c.id = any(${ids}::uuid[])
    order by c.id for update`.execute(db)
}

/** The folder and all below it; that the tree stays as it is, is up to `lockTree`. */
export async function readSubtree(db: Db, actor: Actor, id: string): Promise<FolderBelow[]> {
  const ownHidden = sql`(c.is_hidden or coalesce((select t.is_hidden from themes t
    where t.owner_id = c.owner_id and t.id = c.theme_id), false))`
  return rows<FolderBelow>(
    db,
    sql`with recursive below as (
        select c.id, ${ownHidden} as within from collections c where c.owner_id = ${actor.ownerId} and c.id = ${id}
        union all
        select c.id, below.within or ${ownHidden} from collections c join below on c.parent_id = below.id
        where c.owner_id = ${actor.ownerId})
      select c.id, ${collectionIsHidden(actor.ownerId)} as is_hidden, below.within as hidden_within
      from collections c join below on below.id = c.id where c.owner_id = ${actor.ownerId}`,
  )
}

/** How many files lie in these folders, the trash included. */
export const filesIn = async (db: Db, actor: Actor, ids: string[]): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select coalesce(sum(k.listed + k.trashed), 0)::bigint as n from (
      select collection_id, listed, trashed from file_counts where owner_id = ${actor.ownerId}
      union all select collection_id, listed, trashed from count_deltas where owner_id = ${actor.ownerId}) k
      where k.collection_id = any(${ids}::uuid[])`,
  ))!.n

/** From now on they are found nowhere. What hid them is kept as their own, for their files. */
export async function markRemoved(db: Db, actor: Actor, ids: string[], taskId: string): Promise<void> {
  await sql`update collections c set removed_by = ${taskId}, parent_id = null,
      is_hidden = ${collectionIsHidden(actor.ownerId)}, is_concealed = ${collectionIsHidden(actor.ownerId)}
    where c.owner_id = ${actor.ownerId} and c.id = any(${ids}::uuid[])`.execute(db)
}

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>) => (await rows(db, query)).map(({ id }) => id)

/** Folders that lose their parent without going themselves come to the top; answers which. */
export async function orphanBelow(db: Db, actor: Actor, removed: string[]): Promise<string[]> {
  const left = sql<RowOf<'collections', 'id'>>`update collections set parent_id = null where owner_id = ${actor.ownerId}
    and parent_id = any(${removed}::uuid[]) and not id = any(${removed}::uuid[]) returning id`
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
