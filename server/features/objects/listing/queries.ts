import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { countInFolder, ownerTotals, type Totals } from '../../../db/counts.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import { objectIsHidden, objectsWithPlace, type Shelf, visible } from '../../../db/visibility.ts'
import { objectColumns, type StoredObject } from '../queries.ts'

/** What is listed by pages. */
export type Listed = Extract<Shelf, 'listed' | 'listed trash'>

export interface ListFilter {
  collectionId?: string
  themeId?: string
  kind?: string
  docType?: string
  status?: StoredObject['status']
  category?: string
  /** Only what lies in the hidden zone; with the zone locked that is nothing. */
  hiddenOnly?: boolean
}

export interface PageRequest {
  sort: 'created_at' | 'updated_at' | 'name' | 'size' | 'deleted_at'
  descending: boolean
  limit: number
  /** The last row of the page before. */
  after?: { value: string; id: string }
  /** So many rows are left out. */
  offset?: number
}

const SORT_KEYS: Record<PageRequest['sort'], { key: RawBuilder<unknown>; cast: RawBuilder<unknown> }> = {
  created_at: { key: sql`o.created_at`, cast: sql`timestamptz` },
  updated_at: { key: sql`o.updated_at`, cast: sql`timestamptz` },
  deleted_at: { key: sql`o.deleted_at`, cast: sql`timestamptz` },
  name: { key: sql`o.filename collate "und-x-icu"`, cast: sql`text collate "und-x-icu"` },
  size: { key: sql`o.size`, cast: sql`bigint` },
}

function matching(actor: Actor, shelf: Shelf, filter: ListFilter): RawBuilder<boolean> {
  const parts = [visible(actor, shelf)]
  if (filter.collectionId) parts.push(sql`o.collection_id = ${filter.collectionId}`)
  if (filter.themeId) parts.push(sql`c.in_theme_id = ${filter.themeId}`)
  if (filter.hiddenOnly) parts.push(objectIsHidden(actor.ownerId))
  if (filter.kind) parts.push(sql`o.kind = ${filter.kind}`)
  // In the text, so that any plan may use the index of what is not ready.
  if (filter.status) parts.push(sql`o.status = ${sql.lit(filter.status)}`)
  if (filter.category) parts.push(sql`o.categories @> array[${filter.category}]`)
  if (filter.docType) parts.push(sql`o.enrichment ->> 'doc_type' = ${filter.docType}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Filters that an index has together with the order of arrival. */
const INDEXED = ['collectionId', 'kind', 'docType', 'status'] as const

/** Whether one index has just these rows in this order. */
function hasIndex(shelf: Shelf, filter: ListFilter, sort: PageRequest['sort']): boolean {
  if (shelf === 'listed trash') return true
  const asked = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []))
  if (asked.length === 0) return true
  return asked.length === 1 && sort === 'created_at' && INDEXED.includes(asked[0] as (typeof INDEXED)[number])
}

/** The ids of the page first: what is skipped costs no more than its place in the index. */
export function listObjects(db: Db, actor: Actor, shelf: Shelf, filter: ListFilter, page: PageRequest) {
  const { key, cast } = SORT_KEYS[page.sort]
  const direction = page.descending ? sql`desc` : sql`asc`
  const behind = page.after
    ? sql`and (${key}, o.id) ${page.descending ? sql`<` : sql`>`} (${page.after.value}::${cast}, ${page.after.id}::uuid)`
    : sql``
  const order = sql`order by ${key} ${direction}, o.id ${direction}`
  // The bound stands in the text: a plan that does not know it reckons with a tenth of all rows.
  const most = sql.lit(page.limit <= 101 ? 101 : 501)
  const read = hasIndex(shelf, filter, page.sort) ? rowsInIndexOrder<StoredObject> : rows<StoredObject>
  return read(
    db,
    sql`with page as materialized (select * from (
        select o.owner_id, o.id from ${objectsWithPlace} where ${matching(actor, shelf, filter)} ${behind} ${order}
        offset ${page.offset ?? 0} limit ${most}) chosen limit ${page.limit})
      select ${objectColumns(actor)} from page
        join objects o on o.owner_id = page.owner_id and o.id = page.id
        left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id ${order}`,
  )
}

export const countAll = async (db: Db, actor: Actor, shelf: Listed): Promise<Totals> =>
  (await firstRow(db, ownerTotals(actor, shelf === 'listed' ? 'listed' : 'trashed')))!

export const countFolder = async (db: Db, actor: Actor, id: string): Promise<number> =>
  (await firstRow<{ n: number }>(db, sql`select ${countInFolder(actor, sql`${id}::uuid`)} as n`))!.n

/** So far files are counted one by one. */
export const COUNTED = 10_000

export async function countMatching(db: Db, actor: Actor, shelf: Shelf, filter: ListFilter): Promise<number> {
  const counted = await firstRow<{ n: number }>(
    db,
    sql`select count(*) as n from (
      select 1 from ${objectsWithPlace} where ${matching(actor, shelf, filter)} limit ${COUNTED + 1}) found`,
  )
  return counted!.n
}

/** The place in the order at which a page begins, where every file of the owner is seen: read from the index alone. */
export const findPlace = async (db: Db, actor: Actor, page: Pick<PageRequest, 'sort' | 'descending'>, skip: number) => {
  const { key } = SORT_KEYS[page.sort]
  const direction = page.descending ? sql`desc` : sql`asc`
  const [found] = await rowsInIndexOrder<{ value: string; id: string }>(
    db,
    sql`select to_jsonb(${key}) #>> '{}' as value, o.id from objects o
      where o.owner_id = ${actor.ownerId} and o.deleted_at is null and not o.chat_only
      order by ${key} ${direction}, o.id ${direction} offset ${skip} limit 1`,
  )
  return found
}
