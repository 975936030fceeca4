import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { countInFolder, ownerTotals, type Totals, visibleAmongMany } from '../../../db/counts.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import {
  isInTheme,
  objectIsHidden,
  objectsWithPlace,
  type Shelf,
  type Viewer,
  visible,
} from '../../../db/visibility.ts'
import { sharedReads } from '../../../lib/shared-reads.ts'
import { isFavoriteOf, objectColumns, type StoredObject } from '../queries.ts'

/** What is listed by pages. */
export type Listed = Extract<Shelf, 'listed' | 'listed trash'>

/** What the narrow copy of a file knows of the document. */
export interface FactFilter {
  /** One of the owner's tags, or a keyword. */
  tag?: string
  favorite?: boolean
  unfiled?: boolean
  /** The document's own date, else the day it was added; both ends included. */
  since?: string
  until?: string
  person?: string
  organisation?: string
  amountMin?: number
  amountMax?: number
}

export interface ListFilter extends FactFilter {
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
  sort: 'created_at' | 'updated_at' | 'name' | 'size' | 'deleted_at' | 'opened_at' | 'document_date'
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
  opened_at: { key: sql`f.opened_at`, cast: sql`timestamptz` },
  document_date: { key: sql`f.day`, cast: sql`date` },
}

const BY_FACTS = [
  ...(['tag', 'favorite', 'unfiled', 'since', 'until', 'person', 'organisation', 'amountMin', 'amountMax'] as const),
] satisfies (keyof FactFilter)[]

type Owner = Pick<Viewer, 'ownerId' | 'guest'>

export const isAsked = (value: unknown) => value !== undefined && value !== false

export const askedOf = (filter: ListFilter) =>
  Object.entries(filter).flatMap(([name, value]) => (isAsked(value) ? [name] : []))

export const usesFacts = (filter: ListFilter, sort?: PageRequest['sort']) =>
  sort === 'opened_at' || sort === 'document_date' || BY_FACTS.some(name => isAsked(filter[name]))

const label = (actor: Owner, sort: string, text: string) =>
  sql`array[label_key(${actor.ownerId}::uuid, ${sql.lit(sort)}, ${text}::text)]`

/** Conditions on the narrow copy, under any name. */
function factsMatching(actor: Owner, filter: ListFilter, f: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const parts = [sql`${f}.owner_id = ${actor.ownerId}`, sql`${f}.deleted_at is null and not ${f}.chat_only`]
  if (filter.tag) parts.push(sql`${f}.labels @> ${label(actor, 'tag', filter.tag)}`)
  if (filter.person) parts.push(sql`${f}.labels @> ${label(actor, 'person', filter.person)}`)
  if (filter.organisation) parts.push(sql`${f}.labels @> ${label(actor, 'organisation', filter.organisation)}`)
  if (filter.favorite) parts.push(isFavoriteOf(actor, f))
  if (filter.unfiled) parts.push(sql`${f}.collection_id is null`)
  if (filter.since) parts.push(sql`${f}.day >= ${filter.since}::date`)
  if (filter.until) parts.push(sql`${f}.day <= ${filter.until}::date`)
  if (filter.amountMin !== undefined) parts.push(sql`${f}.amount >= ${filter.amountMin}`)
  if (filter.amountMax !== undefined) parts.push(sql`${f}.amount <= ${filter.amountMax}`)
  return parts
}

/** Whether the narrow copy of a file `o` fits; nothing where nothing of it is asked for. */
export const fitsFacts = (actor: Owner, filter: FactFilter): RawBuilder<boolean> | undefined =>
  usesFacts(filter)
    ? sql<boolean>`exists (select 1 from object_facts f where f.owner_id = o.owner_id and f.id = o.id
        and ${sql.join(factsMatching(actor, filter, sql`f`), sql` and `)})`
    : undefined

function matching(actor: Actor, shelf: Shelf, filter: ListFilter, facts: boolean): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [visible(actor, shelf)]
  if (filter.collectionId) parts.push(sql`o.collection_id = ${filter.collectionId}`)
  if (filter.themeId) parts.push(isInTheme(actor.ownerId, filter.themeId))
  if (filter.hiddenOnly) parts.push(objectIsHidden(actor.ownerId))
  if (filter.kind) parts.push(sql`o.kind = ${filter.kind}`)
  // In the text, so that any plan may use the index of what is not ready.
  if (filter.status) parts.push(sql`o.status = ${sql.lit(filter.status)}`)
  if (filter.category) parts.push(sql`o.categories @> array[${filter.category}]`)
  if (filter.docType) parts.push(sql`o.enrichment ->> 'doc_type' = ${filter.docType}`)
  if (facts) parts.push(...factsMatching(actor, filter, sql`f`))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

function narrowlyAsked(actor: Actor, filter: ListFilter): RawBuilder<unknown>[] {
  const parts = factsMatching(actor, filter, sql`o`)
  if (filter.collectionId) parts.push(sql`o.collection_id = ${filter.collectionId}`)
  if (filter.kind) parts.push(sql`o.kind = ${filter.kind}`)
  if (filter.status) parts.push(sql`o.status = ${filter.status}`)
  if (filter.category) parts.push(sql`o.categories @> array[${filter.category}]`)
  if (filter.docType) parts.push(sql`o.doc_type = ${filter.docType}`)
  return parts
}

/** The same rows of the narrow copies alone, as `o` with their folder `c`. */
export function narrowMatching(actor: Actor, filter: ListFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [visible(actor, 'listed'), ...narrowlyAsked(actor, filter)]
  if (filter.themeId) parts.push(isInTheme(actor.ownerId, filter.themeId))
  if (filter.hiddenOnly) parts.push(objectIsHidden(actor.ownerId))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

export const narrowFiles = sql`object_facts o left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id`

/** These rows as `o`, where many are counted. */
export function narrowlyListed(actor: Actor, filter: ListFilter): RawBuilder<unknown> {
  if (actor.bound || filter.themeId || filter.hiddenOnly)
    return sql`${narrowFiles} where ${narrowMatching(actor, filter)}`
  return sql`object_facts o where ${sql.join([visibleAmongMany(actor), ...narrowlyAsked(actor, filter)], sql` and `)}`
}

/** Files as `o` with their folder `c`, and their narrow copy `f` where it is asked for. */
const files = (facts: boolean) =>
  facts
    ? sql`object_facts f join objects o on o.owner_id = f.owner_id and o.id = f.id
        left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id`
    : objectsWithPlace

/** Filters that an index has together with the order of arrival. */
const INDEXED = ['collectionId', 'kind', 'docType', 'status', 'favorite', 'unfiled'] as const

/** Whether one index has just these rows in this order. */
function hasIndex(shelf: Shelf, filter: ListFilter, sort: PageRequest['sort']): boolean {
  if (shelf === 'listed trash') return true
  const asked = askedOf(filter)
  if (asked.length === 0) return true
  if (sort === 'document_date') return asked.every(name => name === 'since' || name === 'until')
  return asked.length === 1 && sort === 'created_at' && INDEXED.includes(asked[0] as (typeof INDEXED)[number])
}

/** A file and what it was sorted by. */
export type PlacedObject = StoredObject & { place: string }

/** The ids of the page first: what is skipped costs no more than its place in the index. */
export function listObjects(
  db: Db,
  actor: Actor,
  shelf: Shelf,
  { filter, page }: { filter: ListFilter; page: PageRequest },
) {
  const facts = usesFacts(filter, page.sort)
  const { key, cast } = SORT_KEYS[page.sort]
  const direction = page.descending ? sql`desc` : sql`asc`
  const id = sql.ref(facts ? 'f.id' : 'o.id')
  // The narrow copy has the moment of arrival, too, and indexes with it.
  const ordering = facts && page.sort === 'created_at' ? sql`f.created_at` : key
  const behind = page.after
    ? sql`and (${ordering}, ${id}) ${page.descending ? sql`<` : sql`>`} (${page.after.value}::${cast}, ${page.after.id}::uuid)`
    : sql``
  // The bound stands in the text: a plan that does not know it reckons with a tenth of all rows.
  const most = sql.lit(page.limit <= 101 ? 101 : 501)
  const read = hasIndex(shelf, filter, page.sort) ? rowsInIndexOrder<PlacedObject> : rows<PlacedObject>
  return read(
    db,
    sql`with page as materialized (select owner_id, id, to_jsonb(sorted_by) #>> '{}' as place, row_number() over () as n from (
        select o.owner_id, o.id, ${ordering} as sorted_by from ${files(facts)}
        where ${matching(actor, shelf, filter, facts)} ${behind} order by ${ordering} ${direction}, ${id} ${direction}
        offset ${page.offset ?? 0} limit ${most}) chosen limit ${page.limit})
      select ${objectColumns(actor)}, page.place from page
        join objects o on o.owner_id = page.owner_id and o.id = page.id
        left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id order by page.n`,
  )
}

const sharedTotals = sharedReads<Totals>()

/** While a large tree is being hidden or removed, this goes over its folders: who asks in one moment shares it. */
export const countAll = (db: Db, actor: Actor, shelf: Listed): Promise<Totals> => {
  const read = async () => (await firstRow(db, ownerTotals(actor, shelf === 'listed' ? 'listed' : 'trashed')))!
  return db.isTransaction ? read() : sharedTotals(`${actor.ownerId} ${actor.tenantId} ${actor.unlocked} ${shelf}`, read)
}

export const countFolder = async (db: Db, actor: Actor, id: string): Promise<number> =>
  (await firstRow<{ n: number }>(db, sql`select ${countInFolder(actor, sql`${id}::uuid`)} as n`))!.n

/** So far files are counted one by one. */
export const COUNTED = 10_000

export async function countMatching(db: Db, actor: Actor, shelf: Listed, filter: ListFilter): Promise<number> {
  const found = usesFacts(filter)
    ? narrowlyListed(actor, filter)
    : sql`${objectsWithPlace} where ${matching(actor, shelf, filter, false)}`
  const counted = await firstRow<{ n: number }>(
    db,
    sql`select count(*) as n from (select 1 from ${found} limit ${COUNTED + 1}) found`,
  )
  return counted!.n
}

/** Whether one file is among those that a filter lets through. */
export const isAmong = async (db: Db, actor: Actor, filter: ListFilter, id: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from ${narrowFiles} where ${narrowMatching(actor, filter)} and o.id = ${id}`)) !==
  undefined

/** The place in the order at which a page begins, where every file of the owner is seen: read from the index alone. */
export const findPlace = async (db: Db, actor: Actor, page: Pick<PageRequest, 'sort' | 'descending'>, skip: number) => {
  const { key } = SORT_KEYS[page.sort]
  const [table, id] = usesFacts({}, page.sort) ? [sql`object_facts f`, sql`f`] : [sql`objects o`, sql`o`]
  const direction = page.descending ? sql`desc` : sql`asc`
  const [found] = await rowsInIndexOrder<{ value: string; id: string }>(
    db,
    // Written out for the one row alone, and not for all that are skipped.
    sql`select to_jsonb(sorted_by) #>> '{}' as value, id from (select ${key} as sorted_by, ${id}.id from ${table}
      where ${id}.owner_id = ${actor.ownerId} and ${id}.deleted_at is null and not ${id}.chat_only
      order by ${key} ${direction}, ${id}.id ${direction} offset ${skip} limit 1) place`,
  )
  return found
}
