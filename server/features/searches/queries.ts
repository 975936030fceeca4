import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { rowsInIndexOrder } from '../../db/index-order.ts'
import { visibleMade } from '../../db/visibility.ts'
import { narrowFiles, narrowMatching } from '../objects/index.ts'

export interface SavedSearch
  extends RowOf<'saved_searches', 'id' | 'name' | 'query' | 'watch' | 'created_at' | 'updated_at'> {
  filters: Record<string, unknown>
}

const COLUMNS = sql`s.id, s.name, s.query, s.filters, s.watch, s.created_at, s.updated_at`

/** So many an owner can have. */
export const MOST = 200

const seen = (actor: Actor) => sql`s.owner_id = ${actor.ownerId} and ${visibleMade('s', actor)}`

export const searchesOf = (db: Db, actor: Actor) =>
  rows<SavedSearch>(
    db,
    sql`select ${COLUMNS} from saved_searches s where ${seen(actor)} order by s.created_at, s.id limit ${MOST}`,
  )

export const findSearch = (db: Db, actor: Actor, id: string) =>
  firstRow<SavedSearch>(db, sql`select ${COLUMNS} from saved_searches s where ${seen(actor)} and s.id = ${id}`)

export interface SavedSearchContent extends RowOf<'saved_searches', 'name' | 'query' | 'watch'> {
  filters: Record<string, unknown>
}

/** What it names, and whether it is hidden for good. */
export interface Veil {
  objectIds: string[]
  hidden: boolean
}

/** Undefined when there are too many: those that are seen count, so that hidden ones take nobody's place. */
export const insertSearch = (db: Db, actor: Actor, id: string, search: SavedSearchContent & Veil) =>
  firstRow<SavedSearch>(
    db,
    sql`insert into saved_searches as s (owner_id, id, name, query, filters, watch, is_hidden, object_ids)
      select ${actor.ownerId}, ${id}, ${search.name}, ${search.query}, ${JSON.stringify(search.filters)}::jsonb, ${search.watch},
        ${search.hidden}, ${search.objectIds}::uuid[]
      where (select count(*) from saved_searches s where ${seen(actor)}) < ${MOST} returning ${COLUMNS}`,
  )

export const updateSearch = (db: Db, actor: Actor, id: string, search: SavedSearchContent & Veil) =>
  firstRow<SavedSearch>(
    db,
    sql`update saved_searches s set name = ${search.name}, query = ${search.query}, filters = ${JSON.stringify(search.filters)}::jsonb,
        watch = ${search.watch}, is_hidden = s.is_hidden or ${search.hidden}, object_ids = ${search.objectIds}::uuid[],
        updated_at = now()
      where ${seen(actor)} and s.id = ${id} returning ${COLUMNS}`,
  )

export const deleteSearch = (db: Db, actor: Actor, id: string) =>
  firstRow<{ id: string }>(db, sql`delete from saved_searches s where ${seen(actor)} and s.id = ${id} returning s.id`)

export interface Watched extends SavedSearch {
  is_hidden: boolean
  object_ids: string[]
}

export const watchedSearches = (db: Db, ownerId: string) =>
  rows<Watched>(
    db,
    sql`select ${COLUMNS}, s.is_hidden, s.object_ids from saved_searches s
      where s.owner_id = ${ownerId} and s.watch order by s.id limit 1000`,
  )

/** False when it was told already. */
export const noteMatch = async (db: Db, ownerId: string, searchId: string, objectId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`insert into search_matches (owner_id, object_id, search_id)
      select ${ownerId}, o.id, s.id from objects o, saved_searches s where o.owner_id = ${ownerId} and o.id = ${objectId}
        and s.owner_id = ${ownerId} and s.id = ${searchId}
      on conflict do nothing returning search_id`,
  )) !== undefined

// ---- what is not a file, by its name

/** So many of each are told. */
const FEW = 6

/** So many of the newest files are looked through for names. */
const LOOKED_THROUGH = 10_000

const plain = (text: RawBuilder<unknown>) => sql`translate(lower(${text}), 'ё', 'е')`

const has = (text: RawBuilder<unknown>, wanted: string) =>
  sql`position(${plain(sql`${wanted}::text`)} in ${plain(text)}) > 0`

/** People and companies that files are with, most files first. */
export const peopleNamed = (db: Db, actor: Actor, wanted: string) =>
  rowsInIndexOrder<{ name: string; sort: 'person' | 'organisation'; count: number }>(
    db,
    sql`with found as materialized (
        select o.id, o.people, o.organisations from ${narrowFiles} where ${narrowMatching(actor, {})}
        order by o.day desc, o.id desc limit ${sql.lit(LOOKED_THROUGH)}),
      named as (
        select id, 'person' as sort, label from found, unnest(people) label where ${has(sql`label`, wanted)}
        union all
        select id, 'organisation', label from found, unnest(organisations) label where ${has(sql`label`, wanted)})
      select min(label) as name, sort, count(distinct id) as count from named group by sort, lower(label)
        order by count desc, 1 limit ${FEW}`,
  )

/** What lies ahead first, the nearest before; then what has passed, the latest before. */
export const eventsTitled = (db: Db, actor: Actor, wanted: string) =>
  rows<{ id: string; title: string; location: string; starts_at: Date; all_day: boolean; repeats: boolean }>(
    db,
    sql`select e.id, e.title, e.location, e.starts_at, e.all_day, e.rrule <> '' as repeats from calendar_events e
      where e.owner_id = ${actor.ownerId} and e.tenant_id = ${actor.tenantId} and ${visibleMade('e', actor, 'calendar_events')}
        and e.status <> 'cancelled' and (${has(sql`e.title`, wanted)} or ${has(sql`e.location`, wanted)})
      order by e.starts_at < now(), abs(extract(epoch from e.starts_at - now())), e.id limit ${FEW}`,
  )

export const tasksTitled = (db: Db, actor: Actor, wanted: string) =>
  rows<{ id: string; title: string; status: 'open' | 'done'; due_at: Date | null }>(
    db,
    sql`select t.id, t.title, t.status, t.due_at from tasks t
      where t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId} and ${visibleMade('t', actor, 'tasks')}
        and ${has(sql`t.title`, wanted)}
      order by t.status = 'done', t.due_at nulls last, t.id limit ${FEW}`,
  )
