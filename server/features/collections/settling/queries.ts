import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { settleFolders } from './jobs.ts'

interface Owner {
  ownerId: string
}

/** So many folders are derived anew while the caller waits; a task goes on with the rest. */
const AT_ONCE = 200
/** Folders whose children are looked at together. */
const PARENTS = 100

/** What a folder `c` gets from its own flags and from its parent `p`. */
const derived = sql`coalesce(c.theme_id, p.in_theme_id) as theme, c.is_hidden or coalesce(p.is_concealed, false) as concealed,
  coalesce(p.theme_ids, '{}') || array_remove(array[c.theme_id], null) as themes`

const differs = sql`(c.in_theme_id, c.is_concealed, c.theme_ids) is distinct from (fresh.theme, fresh.concealed, fresh.themes)`

/** What goes with the folder above is left with what hid it, since that may be gone first; and it no longer lies in it. */
const leaves = sql`removed_by = coalesce(c.removed_by, fresh.leaving),
  parent_id = case when fresh.leaving is null then c.parent_id end,
  is_hidden = c.is_hidden or fresh.leaving is not null and fresh.hidden,
  is_concealed = fresh.concealed or fresh.leaving is not null and fresh.hidden`

/**
 * Derives anew, for these folders and all below them, whether they are concealed and which themes they are in. Answers whether some
 * are left for a task; until it is done the rule of visibility asks the tree itself.
 */
export async function refreshTree(db: Db, owner: Owner, ids: string[]): Promise<boolean> {
  const { ownerId } = owner
  const changed = await rows<RowOf<'collections', 'id'>>(
    db,
    sql`update collections c set in_theme_id = fresh.theme, is_concealed = fresh.concealed, theme_ids = fresh.themes
      from (select c.id, ${derived} from collections c left join collections p on p.owner_id = c.owner_id and p.id = c.parent_id
        where c.owner_id = ${ownerId} and c.id = any(${ids}::uuid[])) fresh
      where c.owner_id = ${ownerId} and c.id = fresh.id and ${differs} returning c.id`,
  )
  if (changed.length === 0) return false
  const marked = await rows(
    db,
    sql`insert into unsettled_folders (owner_id, folder_id) select ${ownerId}::uuid, top.id
      from unnest(${changed.map(({ id }) => id)}::uuid[]) as top(id)
      where exists (select 1 from collections c where c.owner_id = ${ownerId} and c.parent_id = top.id)
      on conflict do nothing returning folder_id`,
  )
  return marked.length > 0 && settleFirst(db, ownerId)
}

/** Answers whether some are left for a task. */
async function settleFirst(db: Db, ownerId: string): Promise<boolean> {
  for (let left = AT_ONCE; left > 0; ) {
    const step = await settleSome(db, ownerId, left)
    if (!step.left) return false
    // A level without change costs a look, too.
    left -= Math.max(step.settled, 10)
  }
  return true
}

/**
 * The whole tree anew, whatever its rows say of it: those of an archive may have been derived by half, or by somebody else. Folders
 * that lie in a circle come to the top. The same answer.
 */
export async function refreshAll(db: Db, { ownerId }: Owner): Promise<boolean> {
  await sql`update collections c set parent_id = null where c.owner_id = ${ownerId} and c.id not in (
    with recursive reached as (
      select top.id from collections top where top.owner_id = ${ownerId} and top.parent_id is null
      union select child.id from reached join collections child on child.owner_id = ${ownerId} and child.parent_id = reached.id)
    select id from reached)`.execute(db)
  await sql`insert into unsettled_folders (owner_id, folder_id) select distinct ${ownerId}::uuid, parent_id from collections
    where owner_id = ${ownerId} and parent_id is not null on conflict do nothing`.execute(db)
  await sql`update collections c set in_theme_id = fresh.theme, is_concealed = fresh.concealed, theme_ids = fresh.themes
    from (select c.id, ${derived} from collections c left join collections p on p.owner_id = c.owner_id and p.id = c.parent_id
      where c.owner_id = ${ownerId} and c.parent_id is null) fresh
    where c.owner_id = ${ownerId} and c.id = fresh.id and ${differs}`.execute(db)
  // Files that came with it may have been taken for seen.
  await sql`select hiding_changed(${ownerId}) where exists (select 1 from hidden_places(${ownerId}))`.execute(db)
  return settleFirst(db, ownerId)
}

/** Settles up to `limit` folders right below unsettled ones. The caller holds the lock on the tree. */
export async function settleSome(db: Db, ownerId: string, limit: number): Promise<{ settled: number; left: boolean }> {
  const { settled } = (await firstRow<{ settled: number }>(
    db,
    sql`with above as materialized (
        select folder_id from unsettled_folders where owner_id = ${ownerId} order by folder_id limit ${PARENTS}),
      part as materialized (
        select fresh.* from above join collections p on p.owner_id = ${ownerId} and p.id = above.folder_id
          join collections c on c.owner_id = ${ownerId} and c.parent_id = p.id
          cross join lateral (select c.id, p.removed_by as leaving, ${derived}) fresh
        where fresh.leaving is not null or ${differs} limit ${limit}),
      changed as (
        update collections c set in_theme_id = fresh.theme, theme_ids = fresh.themes, ${leaves}
        from (select *, concealed or themes && hidden_themes(${ownerId}) as hidden from part) fresh where c.owner_id = ${ownerId} and c.id = fresh.id returning c.id),
      marked as (
        insert into unsettled_folders (owner_id, folder_id) select ${ownerId}::uuid, changed.id from changed
        where exists (select 1 from collections child where child.owner_id = ${ownerId} and child.parent_id = changed.id)
        on conflict do nothing),
      done as (
        -- One that has itself been changed just now was compared with by what it had been.
        delete from unsettled_folders u where u.owner_id = ${ownerId} and u.folder_id in (select folder_id from above)
          and u.folder_id not in (select id from changed) and (select count(*) from part) < ${limit})
      select count(*) as settled from changed`,
  ))!
  const left = await firstRow(db, sql`select 1 from unsettled_folders where owner_id = ${ownerId} limit 1`)
  return { settled, left: left !== undefined }
}

/** Folders that go are left with what they are now: when they go, those above them may have gone before. */
export async function settleGoing(db: Db, owner: Owner, ids: string[]): Promise<void> {
  await sql`update collections c set is_concealed = hidden_above(c.owner_id, c.id) where c.owner_id = ${owner.ownerId}
    and c.id = any(${ids}::uuid[]) and is_unsettled(${owner.ownerId}) and c.is_concealed <> hidden_above(c.owner_id, c.id)`.execute(
    db,
  )
}

/** Owners whose trees no task settles any more, since it was given up. */
export const unsettledOwners = (db: Db) =>
  rows<{ owner_id: string }>(
    db,
    sql`select distinct u.owner_id from unsettled_folders u where not exists (select 1 from jobs j
      where j.owner_id = u.owner_id and j.name = ${settleFolders.name} and j.finished_at is null) limit 100`,
  )
