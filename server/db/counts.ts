import { type RawBuilder, sql } from 'kysely'
import { hiddenPlaces, type Viewer, visibleCollection } from './visibility.ts'

/**
 * The kept counters (migrations 0151 and 0300): sums of each folder and of each owner, and the differences that are not folded into them yet.
 * Both are read in one statement, so that what is counted is exact.
 */

const NO_FOLDER = sql`'00000000-0000-0000-0000-000000000000'::uuid`

type Counted = 'listed' | 'trashed' | 'listed_bytes'

/** Of the rows `k`: all, and what is not hidden by itself. */
const sums = (counted: Counted) => {
  const all = sql.ref(`k.${counted}`)
  const hidden = sql.ref(`k.${counted}_hidden`)
  return sql`coalesce(sum(${all}), 0)::bigint as everything, coalesce(sum(${all} - ${hidden}), 0)::bigint as plain`
}

const KEPT = sql`collection_id, listed, listed_hidden, trashed, trashed_hidden, listed_bytes, listed_bytes_hidden`

/** Folders whose files the viewer does not see, each found by what hides it. */
const unseenFolders = (viewer: Viewer, counted: Counted) => {
  const removed = sql`select c.id from collections c where c.owner_id = ${viewer.ownerId} and c.removed_by is not null
    union select place.id from leaving_places(${viewer.ownerId}) as place(id)`
  const hidden = hiddenPlaces(viewer.ownerId)
  const parts = [...(counted !== 'trashed' ? [removed] : []), ...(viewer.unlocked ? [] : [hidden])]
  return parts.length > 0 ? sql.join(parts, sql` union `) : sql`select null::uuid as id where false`
}

/**
 * What `visible` says of the lists, of `o` without its folder, where many rows are counted: the folders whose files are not seen are few,
 * and quicker to find once than the folder of every file is to look up. Not for who is bound to a part.
 */
export const visibleAmongMany = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(o.owner_id = ${viewer.ownerId}
  and o.tenant_id = ${viewer.tenantId} and o.deleted_at is null and not o.chat_only and (${viewer.unlocked}::boolean or not o.is_hidden)
  and not coalesce(o.collection_id in (select unseen.id from (${unseenFolders(viewer, 'listed')}) unseen), false))`

export interface Totals {
  /** What the viewer may see of it. */
  seen: number
  everything: number
}

/** How many files an owner has in the lists or in the trash, or how many bytes those in the lists have. */
export const ownerTotals = (viewer: Viewer, counted: Counted): RawBuilder<Totals> => sql<Totals>`
  with unseen as materialized (${unseenFolders(viewer, counted)}),
  total as (select ${sums(counted)} from (
    select ${sql.ref(counted)}, ${sql.ref(`${counted}_hidden`)} from owner_totals where owner_id = ${viewer.ownerId}
    union all
    select ${sql.ref(counted)}, ${sql.ref(`${counted}_hidden`)} from count_deltas where owner_id = ${viewer.ownerId}) k),
  away as (select ${sums(counted)} from (
    select f.* from unseen cross join lateral (select ${KEPT} from file_counts
      where owner_id = ${viewer.ownerId} and collection_id = unseen.id) f
    union all
    select ${KEPT} from count_deltas where owner_id = ${viewer.ownerId} and collection_id in (select id from unseen)) k)
  select total.everything, case when ${viewer.unlocked}::boolean then total.everything - away.everything
    else total.plain - away.plain end as seen from total, away`

/** How many files of one folder the viewer sees; that the folder itself is seen is known already. */
export const countInFolder = (viewer: Viewer, folder: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select case when ${viewer.unlocked}::boolean then counted.everything else counted.plain end from (select ${sums('listed')} from (
    select ${KEPT} from file_counts where owner_id = ${viewer.ownerId} and collection_id = ${folder}
    union all
    select ${KEPT} from count_deltas where owner_id = ${viewer.ownerId} and collection_id = ${folder}) k) counted)`

/** The same for all folders at once, as rows of `collection_id` and `n`. */
export const countsByFolder = (viewer: Viewer): RawBuilder<{ collection_id: string; n: number }> => sql`(
  select counted.collection_id, case when ${viewer.unlocked}::boolean then counted.everything else counted.plain end as n from (
    select k.collection_id, ${sums('listed')} from (
      select ${KEPT} from file_counts where owner_id = ${viewer.ownerId}
      union all select ${KEPT} from count_deltas where owner_id = ${viewer.ownerId}) k
    where k.collection_id <> ${NO_FOLDER} group by k.collection_id) counted)`

/** The bytes of all files at or below each of these folders, without what is hidden: a sum over folders, not over files. */
export const bytesBelow = (viewer: Viewer, folders: string[]): RawBuilder<{ id: string; size: number }> => sql`
  with recursive below as (
    select c.id as top, c.id from collections c where c.owner_id = ${viewer.ownerId} and c.id = any(${folders}::uuid[])
    union all
    select below.top, c.id from collections c join below on c.parent_id = below.id
      where c.owner_id = ${viewer.ownerId} and ${visibleCollection(viewer)})
  select k.top as id, coalesce(sum(k.listed_bytes - k.listed_bytes_hidden), 0)::bigint as size from (
    select below.top, c.listed_bytes, c.listed_bytes_hidden from below cross join lateral (
      select listed_bytes, listed_bytes_hidden from file_counts
        where owner_id = ${viewer.ownerId} and collection_id = below.id) c
    union all
    select below.top, d.listed_bytes, d.listed_bytes_hidden from count_deltas d join below on below.id = d.collection_id
      where d.owner_id = ${viewer.ownerId}) k
  group by k.top`

/** How many files an owner has in the lists and in the trash, hidden ones among them. */
export const keptFiles = (ownerId: string): RawBuilder<{ n: number }> => sql<{ n: number }>`
  select coalesce(sum(k.listed + k.trashed), 0)::bigint as n from (
    select listed, trashed from owner_totals where owner_id = ${ownerId}
    union all select listed, trashed from count_deltas where owner_id = ${ownerId}) k`

/** What the owner's files take with the service. */
export const keptBytes = (
  ownerId: string | RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(select coalesce(sum(k.bytes), 0)::bigint from (
  select bytes from owner_totals where owner_id = ${ownerId}
  union all select bytes from count_deltas where owner_id = ${ownerId}) k)`
