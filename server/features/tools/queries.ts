import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import {
  isHiddenNow,
  isStillGiven,
  objectsNamed,
  objectsWithPlace,
  type Shelf,
  visible,
  visibleCollection,
} from '../../db/visibility.ts'
import { subtree } from '../collections/index.ts'
import { objectColumns, type StoredObject } from '../objects/index.ts'

/** What a run may touch, frozen when it begins. */
export interface RunScope {
  collectionId: string | null
  subfolders: boolean
  /** Empty is everything. */
  objectIds: string[]
  /** Files that came with the question; they lie in no folder. */
  attachmentIds: string[]
}

export const EVERYTHING: RunScope = { collectionId: null, subfolders: true, objectIds: [], attachmentIds: [] }

const folderOf = (ownerId: string, { collectionId, subfolders }: RunScope): RawBuilder<unknown> =>
  collectionId === null
    ? sql`true`
    : subfolders
      ? sql`o.collection_id in (${subtree(ownerId, collectionId)} select id from below)`
      : sql`o.collection_id = ${collectionId}::uuid`

/** Objects `o` that the run may touch: what is not among them is simply not there. */
const inScope = (actor: Actor, scope: RunScope, shelf: Shelf): RawBuilder<unknown> => sql`${visible(actor, shelf)}
  and (o.id = any(${scope.attachmentIds}::uuid[]) or (not o.chat_only and ${folderOf(actor.ownerId, scope)}
    and (${scope.objectIds.length === 0}::boolean or o.id = any(${scope.objectIds}::uuid[]))))`

export const scopedObject = (
  db: Db,
  actor: Actor,
  scope: RunScope,
  { id, shelf = 'active' }: { id: string; shelf?: Shelf },
) =>
  firstRow<StoredObject>(
    db,
    sql`select ${objectColumns(actor)} from ${objectsWithPlace} where o.id = ${id} and ${inScope(actor, scope, shelf)}`,
  )

/** Of these the ones that the run may see. */
export const scopedIds = async (db: Db, actor: Actor, scope: RunScope, ids: string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ id: string }>(
        db,
        sql`select o.id from ${objectsNamed(actor.ownerId, ids)} where ${inScope(actor, scope, 'active')}`,
      )
    ).map(({ id }) => id),
  )

/** All that the run may see. */
export const idsInScope = async (db: Db, actor: Actor, scope: RunScope): Promise<string[]> =>
  (
    await rows<{ id: string }>(db, sql`select o.id from ${objectsWithPlace} where ${inScope(actor, scope, 'active')}`)
  ).map(({ id }) => id)

/** Whether any of these files was brought by somebody else. */
export const anyForeign = async (db: Db, ownerId: string, ids: string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await firstRow(
    db,
    sql`select 1 from objects where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and origin <> 'owner' limit 1`,
  )) !== undefined

/** Whether any of these events and tasks was made from what somebody else has brought. */
export const anyMadeByOthers = async (db: Db, ownerId: string, ids: string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await firstRow(
    db,
    sql`select 1 from calendar_events where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and made_from = 'others'
      union all select 1 from tasks where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and made_from = 'others' limit 1`,
  )) !== undefined

/** Of others, from whose things these events and tasks were made. */
export const givenBehind = async (db: Db, ownerId: string, ids: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select unnest(given_ids) as id from calendar_events where owner_id = ${ownerId} and id = any(${ids}::uuid[])
        union select unnest(given_ids) from tasks where owner_id = ${ownerId} and id = any(${ids}::uuid[])`,
    )
  ).map(({ id }) => id)

/** Whether any of these is a hidden file, folder or theme. */
export const anyHidden = async (db: Db, ownerId: string, objectIds: string[]): Promise<boolean> =>
  objectIds.length > 0 && (await firstRow(db, isHiddenNow({ objectIds, hidden: false }, ownerId)))!.hidden

/** Whether any of these files is seen with the zone locked. */
export const anyVisible = async (db: Db, actor: Actor, ids: string[]): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from ${objectsNamed(actor.ownerId, ids)} where ${visible({ ...actor, unlocked: false }, 'active')}`,
  )) !== undefined

/** How somebody is named to others. */
export const nameOf = async (db: Db, actor: Actor): Promise<string> => {
  const found = await firstRow<{ name: string }>(
    db,
    sql`select coalesce(nullif(name, ''), email) as name from users where id = ${actor.ownerId}`,
  )
  return found?.name ?? ''
}

/** Whether all of these, which others have given, can be seen now. */
export const areStillGiven = async (db: Db, actor: Actor, ids: string[]): Promise<boolean> =>
  ids.length === 0 ||
  (await firstRow(
    db,
    sql`select 1 from (select ${ids}::uuid[] as given_ids) made
      where ${isStillGiven('made', { userId: actor.ownerId, tenantId: actor.tenantId })}`,
  )) !== undefined

/** Of these files those that others have given. */
export const givenAmong = async (db: Db, actor: Actor, ids: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select made.given_ids[1] as id from (select array[named.id] as given_ids from unnest(${ids}::uuid[]) as named(id)) made
        where ${isStillGiven('made', { userId: actor.ownerId, tenantId: actor.tenantId })}`,
    )
  ).map(({ id }) => id)

export interface NamedObject extends RowOf<'objects', 'id' | 'filename' | 'kind' | 'created_at'> {
  title: string
  doc_type: string
  /** The days that its text names, as far as they are asked for. */
  dates: string[]
  /** Somebody else has given it. */
  given?: boolean
}

const MOST_NAMES = 20_000

/** Names by which files can be meant, the newest first. */
export const namesInScope = (db: Db, actor: Actor, scope: RunScope, options: { dates: boolean; shelf?: Shelf }) =>
  rows<NamedObject>(
    db,
    sql`select o.id, o.filename, coalesce(o.enrichment ->> 'title', '') as title, o.kind,
        coalesce(o.enrichment ->> 'doc_type', '') as doc_type, o.created_at,
        case when ${options.dates}::boolean
          then array(select jsonb_array_elements(case jsonb_typeof(o.enrichment -> 'entities' -> 'dates')
            when 'array' then o.enrichment -> 'entities' -> 'dates' else '[]' end) ->> 'date' limit 50)
          else '{}' end as dates
      from ${objectsWithPlace} where ${inScope(actor, scope, options.shelf ?? 'active')}
      order by o.created_at desc, o.id desc limit ${MOST_NAMES}`,
  )

export interface FolderOfFile {
  id: string
  name: string
}

/** Folders that the run may see: with a folder given, that one and what lies below it. */
export const placesInScope = (db: Db, actor: Actor, scope: RunScope) =>
  rows<FolderOfFile>(
    db,
    sql`select c.id, c.name from collections c where ${visibleCollection(actor)} and ${
      scope.collectionId === null
        ? sql`true`
        : scope.subfolders
          ? sql`c.id in (${subtree(actor.ownerId, scope.collectionId)} select id from below)`
          : sql`c.id = ${scope.collectionId}::uuid`
    } order by c.name, c.id`,
  )

export const listedInScope = (
  db: Db,
  actor: Actor,
  scope: RunScope,
  filter: { folderId?: string; limit: number; after?: string },
) =>
  rows<StoredObject>(
    db,
    sql`select ${objectColumns(actor)} from ${objectsWithPlace} where ${inScope(actor, scope, 'active')}
      and (${filter.folderId ?? null}::uuid is null or o.collection_id = ${filter.folderId ?? null}::uuid)
      ${filter.after ? sql`and (o.created_at, o.id) < (select last.created_at, last.id from objects last where last.owner_id = ${actor.ownerId} and last.id = ${filter.after})` : sql``}
      order by o.created_at desc, o.id desc limit ${filter.limit}`,
  )
