import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, rows } from '../../db/connect.ts'
import { visibleMade } from '../../db/visibility.ts'

export interface SavedSearch {
  id: string
  name: string
  query: string
  filters: Record<string, unknown>
  watch: boolean
  created_at: Date
  updated_at: Date
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

export interface Content {
  name: string
  query: string
  filters: Record<string, unknown>
  watch: boolean
}

/** What it names, and whether it is hidden for good. */
export interface Veil {
  objectIds: string[]
  hidden: boolean
}

/** Undefined when there are too many: those that are seen count, so that hidden ones take nobody's place. */
export const insertSearch = (db: Db, actor: Actor, id: string, search: Content & Veil) =>
  firstRow<SavedSearch>(
    db,
    sql`insert into saved_searches as s (owner_id, id, name, query, filters, watch, is_hidden, object_ids)
      select ${actor.ownerId}, ${id}, ${search.name}, ${search.query}, ${JSON.stringify(search.filters)}::jsonb, ${search.watch},
        ${search.hidden}, ${search.objectIds}::uuid[]
      where (select count(*) from saved_searches s where ${seen(actor)}) < ${MOST} returning ${COLUMNS}`,
  )

export const updateSearch = (db: Db, actor: Actor, id: string, search: Content & Veil) =>
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
