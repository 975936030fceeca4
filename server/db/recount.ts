import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import { rows } from './connect.ts'

/**
 * The kept counters (see counts.ts) against counting. Folding waits meanwhile, and writers only add differences: in one snapshot the sums
 * must be what is counted less what is not folded yet.
 */

const NO_FOLDER = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const COUNTED = ['listed', 'listed_hidden', 'trashed', 'trashed_hidden', 'listed_bytes', 'listed_bytes_hidden']

const list = (of: (column: RawBuilder<unknown>) => RawBuilder<unknown>, columns = COUNTED) =>
  sql.join(columns.map(column => of(sql.ref(column))))

const asCounted = sql`
  count(*) filter (where deleted_at is null) as listed, count(*) filter (where deleted_at is null and is_hidden) as listed_hidden,
  count(*) filter (where deleted_at is not null) as trashed,
  count(*) filter (where deleted_at is not null and is_hidden) as trashed_hidden,
  coalesce(sum(size) filter (where deleted_at is null), 0) as listed_bytes,
  coalesce(sum(size) filter (where deleted_at is null and is_hidden), 0) as listed_bytes_hidden`

const summed = list(column => sql`coalesce(sum(${column}), 0)::bigint as ${column}`)
const negated = list(column => sql`-${column}`)
const replaced = (columns: string[]) => list(column => sql`${column} = excluded.${column}`, columns)

/** Puts the counters of an owner right; true when they were not. */
export const recount = (db: Db, ownerId: string): Promise<boolean> =>
  db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}::text, 151))`.execute(tx)
    const folders = await rows(tx, wrongFolders(ownerId))
    const totals = await rows(tx, wrongTotals(ownerId))
    return folders.length + totals.length > 0
  })

const wrongFolders = (ownerId: string) => sql<{ collection_id: string }>`
  with due as (select collection_id, ${summed} from (
    select coalesce(collection_id, ${NO_FOLDER}) as collection_id, ${asCounted} from objects
      where owner_id = ${ownerId} and not chat_only group by 1
    union all
    select collection_id, ${negated} from count_deltas where owner_id = ${ownerId} and bytes = 0
    union all
    select collection_id, 0, 0, 0, 0, 0, 0 from file_counts where owner_id = ${ownerId}) k group by 1)
  insert into file_counts (owner_id, collection_id, ${list(column => column)})
  select ${ownerId}::uuid, d.collection_id, ${list(column => sql`d.${column}`)} from due d
    left join file_counts f on f.owner_id = ${ownerId} and f.collection_id = d.collection_id
    where (${list(column => sql`d.${column}`)}) is distinct from (${list(column => sql`coalesce(f.${column}, 0)`)})
  on conflict (owner_id, collection_id) do update set ${replaced(COUNTED)}
  returning collection_id`

const wrongTotals = (ownerId: string) => {
  const columns = [...COUNTED, 'bytes']
  const all = (of: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => list(of, columns)
  return sql<{ owner_id: string }>`
  with due as (select ${summed}, coalesce(sum(bytes), 0)::bigint as bytes from (
    select ${asCounted}, 0 as bytes from objects where owner_id = ${ownerId} and not chat_only
    union all
    select 0, 0, 0, 0, 0, 0, coalesce(sum(size), 0) from blobs where owner_id = ${ownerId} and place = 'service'
    union all
    select ${negated}, -bytes from count_deltas where owner_id = ${ownerId}) k)
  insert into owner_totals (owner_id, ${all(column => column)})
  select ${ownerId}::uuid, ${all(column => sql`d.${column}`)} from due d left join owner_totals t on t.owner_id = ${ownerId}
    where (${all(column => sql`d.${column}`)}) is distinct from (${all(column => sql`coalesce(t.${column}, 0)`)})
  on conflict (owner_id) do update set ${replaced(columns)}
  returning owner_id`
}
