import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { bytesBelow, ownerTotals } from '../../../db/counts.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../../db/visibility.ts'

/** Stands for the top of the tree, which is no folder. */
export const TOP = '00000000-0000-0000-0000-000000000000'

/** Stands for the folder of what others have given, which is no folder either. */
export const SHARED = '00000000-0000-0000-0000-000000000001'

/** A file or a folder where it lies. `alias` is its other name, where it has one. */
export interface EntryRow {
  kind: 'folder' | 'file'
  id: string
  parent_id: string | null
  name: string
  alias: string | null
  size: number
  mime: string
  content_hash: string
  version: number
  created_at: Date
  modified_at: Date
}

const alias = (id: RawBuilder<unknown>, place: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`left join dav_names a on a.owner_id = ${id}.owner_id and a.entry_id = ${id}.id
    and a.place = coalesce(${place}, ${TOP}::uuid) and a.own_name = ${name}`

const FILE = sql`'file' as kind, o.id, o.collection_id as parent_id, o.filename as name, a.name as alias, o.size, o.mime,
  o.content_hash, o.version, o.created_at, coalesce(o.modified_at, o.created_at) as modified_at`
const FILES = sql`${objectsWithPlace} ${alias(sql`o`, sql`o.collection_id`, sql`o.filename`)}`
const FOLDER = sql`'folder' as kind, c.id, c.parent_id, c.name, a.name as alias, 0::bigint as size, '' as mime,
  '' as content_hash, 0 as version, c.created_at, c.created_at as modified_at`
const FOLDERS = sql`collections c ${alias(sql`c`, sql`c.parent_id`, sql`c.name`)}`

const fileIn = (place: string | null) =>
  place === null ? sql`o.collection_id is null` : sql`o.collection_id = ${place}`
const folderIn = (place: string | null) => (place === null ? sql`c.parent_id is null` : sql`c.parent_id = ${place}`)

/** Whatever may be called so in a folder: by its own name, or by another. */
export const entriesNamed = (db: Db, actor: Actor, place: string | null, name: string) =>
  rows<EntryRow>(
    db,
    sql`with other as (select n.entry_id from dav_names n
        where n.owner_id = ${actor.ownerId} and n.place = ${place ?? TOP} and n.name = ${name})
      select * from (
        select ${FOLDER} from ${FOLDERS} where ${folderIn(place)} and ${visibleCollection(actor)}
          and (normalize(c.name, NFC) = ${name} and a.name is null or c.id in (select entry_id from other) and a.name = ${name})
        union all
        select ${FILE} from ${FILES} where ${fileIn(place)} and ${visible(actor, 'listed')}
          and (normalize(o.filename, NFC) = ${name} and a.name is null)
        union all
        select ${FILE} from ${FILES} where ${fileIn(place)} and ${visible(actor, 'listed')}
          and o.id in (select entry_id from other) and a.name = ${name}) as found
      order by (alias is null), kind desc, id limit 1000`,
  )

/** The folder and those above it, from the top down. */
export const namesAbove = (db: Db, ownerId: string, folder: string) =>
  rows<{ name: string; alias: string | null }>(
    db,
    sql`with recursive up as (
        select c.owner_id, c.id, c.parent_id, c.name, 1 as height from collections c
          where c.owner_id = ${ownerId} and c.id = ${folder}
        union all
        select c.owner_id, c.id, c.parent_id, c.name, up.height + 1 from collections c
          join up on c.owner_id = up.owner_id and c.id = up.parent_id)
      select up.name, a.name as alias from up ${alias(sql`up`, sql`up.parent_id`, sql`up.name`)} order by up.height desc`,
  )

export interface After {
  name: string
  id: string
}

/** A page of the folders, or of the files, of a folder, in the order of their own names. */
export const pageOf = (
  db: Db,
  actor: Actor,
  place: string | null,
  { kind, after, limit }: { kind: 'folder' | 'file'; after: After | undefined; limit: number },
) =>
  rows<EntryRow>(
    db,
    kind === 'folder'
      ? sql`select ${FOLDER} from ${FOLDERS} where ${folderIn(place)} and ${visibleCollection(actor)}
          and (${after === undefined}::boolean or (normalize(c.name, NFC), c.id) > (${after?.name ?? ''}, ${after?.id ?? TOP}::uuid))
          order by normalize(c.name, NFC), c.id limit ${limit}`
      : sql`select ${FILE} from ${FILES} where ${fileIn(place)} and ${visible(actor, 'listed')}
          and (${after === undefined}::boolean or (normalize(o.filename, NFC), o.id) > (${after?.name ?? ''}, ${after?.id ?? TOP}::uuid))
          order by normalize(o.filename, NFC), o.id limit ${limit}`,
  )

/** Those of a folder that need another name and have none yet: their name stands twice, is another's other name, or is no name. */
export const unnamed = (db: Db, actor: Actor, place: string | null, limit: number) =>
  rows<Pick<EntryRow, 'kind' | 'id' | 'name'>>(
    db,
    sql`with entries as (
        select 'folder' as kind, c.id, c.name, a.name as alias from ${FOLDERS}
          where ${folderIn(place)} and ${visibleCollection(actor)}
        union all
        select 'file', o.id, o.filename, a.name from ${FILES} where ${fileIn(place)} and ${visible(actor, 'listed')}),
      placed as (select *, row_number() over (partition by alias is null, normalize(name, NFC) order by kind desc, id) as nth
        from entries)
      select kind, id, name from placed p where alias is null and (nth > 1 or position('/' in name) > 0 or name in ('', '.', '..')
        or exists (select 1 from entries e where e.alias = normalize(p.name, NFC)))
      order by kind desc, id limit ${limit}`,
  )

export async function setAlias(
  db: Db,
  ownerId: string,
  row: { id: string; place: string | null; ownName: string; name: string },
): Promise<void> {
  await sql`insert into dav_names (owner_id, entry_id, place, own_name, name)
    values (${ownerId}, ${row.id}, ${row.place ?? TOP}, ${row.ownName}, ${row.name})
    on conflict (owner_id, entry_id) do update
      set place = excluded.place, own_name = excluded.own_name, name = excluded.name`.execute(db)
}

/** The other names that stand in a place. */
export const aliasesIn = (db: Db, ownerId: string, place: string) =>
  db
    .selectFrom('dav_names')
    .select(['entry_id', 'own_name', 'name'])
    .where('owner_id', '=', ownerId)
    .where('place', '=', place)
    .limit(1000)
    .execute()

export async function removeAlias(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('dav_names').where('owner_id', '=', ownerId).where('entry_id', '=', id).execute()
}

/** Names are given out one after the other. */
export async function lockNames(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 7))`.execute(db)
}

export const changesOf = (db: Db, ownerId: string, folders: string[]) =>
  rows<{ folder_id: string; changes: number; parts: number }>(
    db,
    sql`select folder_id, sum(n)::bigint as changes, count(*)::int as parts from folder_changes
      where owner_id = ${ownerId} and folder_id = any(${folders}::uuid[]) group by folder_id`,
  )

/** Many rows become one with their sum. Whoever comes second finds nothing left to add up. */
export async function addUpChanges(db: Db, ownerId: string, folder: string): Promise<void> {
  await sql`with gone as (delete from folder_changes where owner_id = ${ownerId} and folder_id = ${folder} returning n)
    insert into folder_changes (owner_id, folder_id, n)
      select ${ownerId}, ${folder}, sum(n) from gone having count(*) > 0`.execute(db)
}

export const sizesOf = (db: Db, actor: Actor, folders: string[]) => rows(db, bytesBelow(actor, folders))

export const sizeOfAll = async (db: Db, actor: Actor): Promise<number> =>
  Number((await firstRow(db, ownerTotals(actor, 'listed_bytes')))!.seen)

/** How many entries lie below a folder, counted no further than `most`. */
export async function countBelow(db: Db, actor: Actor, folder: string | null, most: number): Promise<number> {
  const counted = await firstRow<{ n: number }>(
    db,
    sql`with recursive below as (
        select c.id from collections c where ${folderIn(folder)} and ${visibleCollection(actor)}
        union all
        select c.id from collections c join below on c.parent_id = below.id
          where c.owner_id = ${actor.ownerId} and ${visibleCollection(actor)}),
      first as (select id from below limit ${most})
      select (select count(*) from first) + (select count(*) from (
        select 1 from ${objectsWithPlace} where ${visible(actor, 'listed')}
          and (${fileIn(folder)} or o.collection_id in (select id from first)) limit ${most}) as files) as n`,
  )
  return Number(counted!.n)
}
