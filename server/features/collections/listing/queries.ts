import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type RowOf, rows } from '../../../db/connect.ts'
import { countsByFolder } from '../../../db/counts.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import { hiddenPlaces, visibleCollection } from '../../../db/visibility.ts'
import { type Collection, columns, pathOf, whole } from '../queries.ts'

const byName = sql`c.name collate "und-x-icu", c.id`

/** Those of these that are there, in the order of their names. */
export const collectionsById = (db: Db, actor: Actor, ids: string[]) =>
  rows<Collection>(
    db,
    sql`select ${whole(actor)} from collections c where c.id = any(${ids}::uuid[]) and ${visibleCollection(actor)}
      order by ${byName}`,
  )

/** So many folders above some are told. */
const MOST_ABOVE = 1000

/** These folders, as far as they are seen, and all above them. */
export const withAllAbove = (db: Db, actor: Actor, ids: string[]) =>
  rows<RowOf<'collections', 'id'>>(
    db,
    sql`with recursive up as (
        select c.id, c.parent_id from collections c where c.id = any(${ids}::uuid[]) and ${visibleCollection(actor)}
        union select above.id, above.parent_id from collections above
          join up on above.owner_id = ${actor.ownerId} and above.id = up.parent_id)
      select id from up limit ${sql.lit(MOST_ABOVE)}`,
  )

/** Of folders right below one (null: at the top) by name, or of all of them by age. */
export interface FolderPage {
  parent: string | null | undefined
  /** Only those at the top that were put into this theme; null: into none. */
  theme?: string | null
  /** Only what is called exactly so. */
  name?: string
  onlyHidden?: boolean
  after?: { name: string; id: string }
  limit: number
}

const level = ({ parent, theme }: Pick<FolderPage, 'parent' | 'theme'>): RawBuilder<unknown> => {
  const inTheme =
    theme === undefined ? sql`true` : theme === null ? sql`c.theme_id is null` : sql`c.theme_id = ${theme}`
  const inFolder =
    parent === undefined ? sql`true` : parent === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parent}`
  return sql`${inFolder} and ${inTheme}`
}

const hiddenAsked = (actor: Actor, { onlyHidden }: FolderPage): RawBuilder<unknown> =>
  onlyHidden ? sql`c.id = any(array(${hiddenPlaces(actor.ownerId)}))` : sql`true`

export const pageOfCollections = (db: Db, actor: Actor, page: FolderPage) => {
  const { parent, after, limit } = page
  const name = sql`c.name collate "und-x-icu"`
  const behind =
    parent === undefined
      ? sql`c.id > ${after?.id}::uuid`
      : sql`(${name}, c.id) > (${after?.name}::text collate "und-x-icu", ${after?.id}::uuid)`
  const called = page.name === undefined ? sql`true` : sql`${name} = ${page.name}`
  return rowsInIndexOrder<Collection>(
    db,
    sql`select ${whole(actor)} from collections c where ${visibleCollection(actor)} and ${level(page)} and ${called}
      and ${hiddenAsked(actor, page)} and ${after ? behind : sql`true`}
      order by ${parent === undefined ? sql`c.id` : byName} limit ${limit}`,
  )
}

const plain = (text: RawBuilder<unknown>) => sql`translate(lower(${text}), 'ё', 'е')`

const likeAny = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Of folders whose name fits, so many are compared with what lies above them, too. */
const MOST_COMPARED = 1000

/**
 * Folders whose name has the last of these words, and all others in it or in a name above it; those first that begin with what is
 * wanted. One owner's names are looked through; the rest is read only of those that are told.
 */
export const collectionsNamed = (db: Db, actor: Actor, words: string[], page: FolderPage) => {
  const patterns = words.map(word => `%${likeAny(word)}%`)
  const beginning = sql`${plain(sql`c.name`)} not like ${plain(sql`${`${likeAny(words.join(' '))}%`}::text`)}`
  const above =
    words.length > 1
      ? sql`${plain(pathOf(actor))} like all (array(select ${plain(sql`word`)} from unnest(${patterns}::text[]) word))`
      : sql`true`
  const most = words.length > 1 ? MOST_COMPARED : page.limit
  return rows<Collection>(
    db,
    sql`with found as materialized (
        select c.id, ${beginning} as is_later from collections c where ${visibleCollection(actor)} and ${level(page)}
          and ${hiddenAsked(actor, page)} and ${plain(sql`c.name`)} like ${plain(sql`${patterns.at(-1)}::text`)}
        order by is_later, ${byName} limit ${most})
      select ${whole(actor)} from found join collections c on c.owner_id = ${actor.ownerId} and c.id = found.id
        where ${above} order by found.is_later, ${byName} limit ${page.limit}`,
  )
}

/** All folders; what follows from the tree is left to the one who has them all in hand. */
export const listCollections = (db: Db, actor: Actor) =>
  rows<Omit<Collection, 'path' | 'has_folders'>>(
    db,
    sql`select ${columns(actor)}, coalesce(counts.n, 0) as object_count
      from collections c left join ${countsByFolder(actor)} counts on counts.collection_id = c.id
      where ${visibleCollection(actor)} order by ${byName}`,
  )
