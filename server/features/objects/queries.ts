import { type RawBuilder, sql } from 'kysely'
import { type Actor, type Db, personOf } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { rowsInIndexOrder } from '../../db/index-order.ts'
import {
  type Access,
  accessOf,
  objectIsHidden,
  objectsWithPlace,
  type Shelf,
  themeOfPlace,
  type Viewer,
  visible,
  visibleCollection,
} from '../../db/visibility.ts'
import type { Job } from '../../jobs/declare.ts'
import { jobInsertEach } from '../../jobs/queue.ts'
import { placeOf } from '../../ports/blobs.ts'
import type { Kind } from './kinds.ts'

/** How a file came: by its owner, or by somebody else over a link, in a mail, from the web. */
export type Origin = 'owner' | 'link' | 'mail' | 'web'

export interface StoredObject {
  id: string
  owner_id: string
  collection_id: string | null
  theme_id: string | null
  filename: string
  original_name: string
  ai_name: string
  name_source: 'original' | 'ai' | 'manual'
  name_locked: boolean
  suggested_name: string | null
  suggested_reason: string | null
  suggested_collection_id: string | null
  source_url: string | null
  origin: Origin
  kind: Kind
  mime: string
  size: number
  content_hash: string
  version: number
  status: 'pending' | 'ready' | 'failed'
  error: string | null
  needs_manual: boolean
  text_fallback: boolean
  text_view: boolean
  categories: string[]
  enrichment: Record<string, unknown> | null
  has_corrections: boolean
  /** Which fields of the enrichment a person has written. */
  corrected: string[]
  /** The effective flag. */
  is_hidden: boolean
  hidden_itself: boolean
  chat_only: boolean
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  /** When the content was last changed, by the clock of whoever changed it. */
  modified_at: Date
  opened_at: Date | null
  is_favorite: boolean
  /** Those that a person has given. */
  tags: string[]
  /** What the caller is to it. */
  access: Access
  /** Null where it is the caller's own. */
  owner_name: string | null
}

/** A folder that was suggested and is hidden by now is not named. */
const suggestedFolder = (viewer: Actor) => sql`(select c.id from collections c
  where c.owner_id = o.owner_id and c.id = o.suggested_collection_id and ${visibleCollection(viewer)})`

/** What is proposed for a file, its owner decides: the reason may speak of files elsewhere. */
const suggestions = (viewer: Actor) =>
  viewer.guest
    ? sql`null::text as suggested_name, null::text as suggested_reason, null::uuid as suggested_collection_id`
    : sql`o.suggested_name, o.suggested_reason ->> ${viewer.language}::text as suggested_reason,
      ${suggestedFolder(viewer)} as suggested_collection_id`

/** Favourites are personal: the owner's is a column of the file, a guest's is a row of `given_favorites`. */
export const isFavoriteOf = ({ guest }: Pick<Actor, 'guest'>, file: RawBuilder<unknown>): RawBuilder<boolean> =>
  guest
    ? sql<boolean>`exists (select 1 from given_favorites v where v.owner_id = ${file}.owner_id and v.object_id = ${file}.id and v.person_id = ${guest.userId})`
    : sql<boolean>`${file}.is_favorite`

export async function setGivenFavorite(db: Db, actor: Actor, id: string, isFavorite: boolean): Promise<void> {
  const mark = isFavorite
    ? sql`insert into given_favorites (owner_id, object_id, person_id) values (${actor.ownerId}, ${id}, ${personOf(actor)})
        on conflict do nothing`
    : sql`delete from given_favorites where owner_id = ${actor.ownerId} and object_id = ${id} and person_id = ${personOf(actor)}`
  await mark.execute(db)
}

/** What a person thinks of a file, and where its owner has put what lies above, are nobody else's business. */
export const objectColumns = (
  viewer: Actor,
) => sql`o.id, o.owner_id, o.collection_id, ${viewer.guest ? sql`null::uuid` : themeOfPlace(viewer.ownerId)} as theme_id, o.filename, o.original_name, o.ai_name,
  o.name_source, o.name_locked, ${suggestions(viewer)}, o.source_url, o.origin, o.kind,
  o.mime, o.size, o.content_hash, o.version, o.status, o.error ->> ${viewer.language}::text as error, o.needs_manual, o.text_fallback, o.text_view, o.categories,
  o.enrichment, o.corrections is not null as has_corrections, array(select jsonb_object_keys(o.corrections)) as corrected, ${objectIsHidden(viewer.ownerId)} as is_hidden, o.is_hidden as hidden_itself,
  o.chat_only, o.deleted_at, o.created_at, o.updated_at, coalesce(o.modified_at, o.created_at) as modified_at,
  ${viewer.guest ? sql`null::timestamptz as opened_at` : sql`o.opened_at`}, ${isFavoriteOf(viewer, sql`o`)} as is_favorite, o.tags,
  ${accessOf(viewer, sql`o.collection_id`)}`

const objectWhere = (db: Db, actor: Actor, id: string, isSeen: RawBuilder<boolean>) =>
  firstRow<StoredObject>(
    db,
    sql`select ${objectColumns(actor)} from ${objectsWithPlace} where o.id = ${id} and ${isSeen}`,
  )

export const findObject = (db: Db, actor: Actor, id: string, shelf: Shelf = 'active') =>
  objectWhere(db, actor, id, visible(actor, shelf))

/** The object after the caller's own change, which may just have hidden it. */
export const rereadObject = (db: Db, actor: Actor, id: string) =>
  objectWhere(db, actor, id, visible({ ...actor, unlocked: true }, 'active'))

export interface NewObject {
  id: string
  filename: string
  kind: Kind
  mime: string
  collectionId: string | null
  chatOnly: boolean
  sourceUrl?: string
  origin: Origin
  modifiedAt?: Date
}

export interface NewBlob {
  key: string
  size: number
  sha256: string
}

/**
 * The blob's row, the object's, and the job that reads it, in one statement. When the owner has these bytes already, their row and key stay, and
 * the answer names the key in use. The insert locks the blob's row, so that its removal cannot slip in between.
 */
export async function insertObject(
  db: Db,
  actor: Actor,
  object: NewObject,
  { blob, job }: { blob: NewBlob; job: RawBuilder<unknown> },
) {
  const made = await firstRow<{ key: string; duplicate: boolean }>(
    db,
    sql`with stored as (
        insert into blobs (owner_id, hash, size, key, place)
        values (${actor.ownerId}, ${blob.sha256}, ${blob.size}, ${blob.key}, ${placeOf(blob.key)})
        on conflict (owner_id, hash) do update set size = excluded.size returning key),
      twin as (
        select exists (select 1 from ${objectsWithPlace}
          where o.content_hash = ${blob.sha256} and ${visible(actor, 'active')}) as found),
      made as (
        insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size,
          content_hash, chat_only, source_url, origin, modified_at)
        values (${actor.ownerId}, ${object.id}, ${actor.tenantId}, ${object.collectionId}, ${object.filename},
          ${object.filename}, ${object.kind}, ${object.mime}, ${blob.size}, ${blob.sha256}, ${object.chatOnly},
          ${object.sourceUrl ?? null}, ${object.origin}, ${object.modifiedAt ?? null})),
      queued as (${job})
      select stored.key, twin.found as duplicate from stored, twin`,
  )
  return made!
}

/** The owner's bytes were lost where the row says they are: the copy that has just come takes their place. */
export async function repointBlob(db: Db, actor: Actor, blob: NewBlob): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ key: blob.key, size: blob.size, place: placeOf(blob.key) })
    .where('owner_id', '=', actor.ownerId)
    .where('hash', '=', blob.sha256)
    .execute()
}

export interface ObjectChange {
  filename?: string
  isHidden?: boolean
  collectionId?: string | null
  chatOnly?: false
  nameLocked?: boolean
  /** Null gives it back to the service. */
  docType?: string | null
  isFavorite?: boolean
  tags?: string[]
}

/** What a person writes goes over what was found out, now and after every later reading. What was found out is kept beside. */
export const corrections = (fields: Record<string, unknown>) => {
  const written = sql`${JSON.stringify(fields)}::jsonb`
  return sql`found = coalesce((select jsonb_object_agg(key, enrichment -> key) from jsonb_object_keys(${written}) key
      where enrichment ? key and not coalesce(corrections, '{}') ? key), '{}') || coalesce(found, '{}'),
    corrections = coalesce(corrections, '{}') || ${written}, enrichment = coalesce(enrichment, '{}') || ${written}`
}

/** What a person has written there goes, and what was found out stands again. */
export const givenBack = (keys: string[]) => sql`enrichment = (enrichment
      - array(select jsonb_object_keys(corrections) intersect select unnest(${keys}::text[])))
      || coalesce((select jsonb_object_agg(key, value) from jsonb_each(found) where key = any(${keys}::text[])), '{}'),
    corrections = nullif(corrections - ${keys}::text[], '{}'), found = nullif(found - ${keys}::text[], '{}')`

/** `collectionId` changes only when it is given, null included. False when the object has gone to the trash meanwhile. */
export async function updateObject(db: Db, actor: Actor, id: string, change: ObjectChange): Promise<boolean> {
  const { isFavorite, tags, ...file } = change
  // What a person thinks of a file does not change it.
  const sets = Object.values(file).some(value => value !== undefined) ? [sql`updated_at = now()`] : []
  if (isFavorite !== undefined) sets.push(sql`is_favorite = ${isFavorite}`)
  if (tags !== undefined) sets.push(sql`tags = ${tags}::text[]`)
  if (change.filename !== undefined) sets.push(sql`filename = ${change.filename}, name_source = 'manual'`)
  // Who names or locks a file has answered the proposal; who moves it, that of a place.
  if (change.filename !== undefined || change.nameLocked) sets.push(sql`suggested_name = null, suggested_reason = null`)
  if (change.collectionId !== undefined) sets.push(sql`suggested_collection_id = null`)
  if (change.isHidden !== undefined) sets.push(sql`is_hidden = ${change.isHidden}`)
  if (change.collectionId !== undefined) sets.push(sql`collection_id = ${change.collectionId}`)
  if (change.chatOnly === false) sets.push(sql`chat_only = false`)
  if (change.nameLocked !== undefined) sets.push(sql`name_locked = ${change.nameLocked}`)
  if (change.docType === null) sets.push(givenBack(['doc_type']))
  else if (change.docType !== undefined) sets.push(corrections({ doc_type: change.docType }))
  if (sets.length === 0) sets.push(sql`updated_at = now()`)
  const changed = await firstRow(
    db,
    sql`update objects set ${sql.join(sets)} where owner_id = ${actor.ownerId} and id = ${id} and deleted_at is null
      returning id`,
  )
  return changed !== undefined
}

/** Once a minute is enough, however often it is looked at. */
export async function setOpened(db: Db, actor: Actor, id: string): Promise<void> {
  if (actor.guest) return
  await sql`update objects set opened_at = now() where owner_id = ${actor.ownerId} and id = ${id}
    and (opened_at is null or opened_at < now() - interval '1 minute')`.execute(db)
}

/** False when it was not where it should have been: somebody else was faster. */
export async function setTrashed(db: Db, actor: Actor, id: string, trashed: boolean): Promise<boolean> {
  const changed = await firstRow(
    db,
    trashed
      ? sql`update objects set deleted_at = now() where owner_id = ${actor.ownerId} and id = ${id}
          and deleted_at is null returning id`
      : // From a folder that is being removed it comes to the top, and what hid it there goes on hiding it.
        sql`update objects set deleted_at = null, updated_at = now(),
            collection_id = case when not is_leaving(owner_id, collection_id) then collection_id end,
            is_hidden = is_hidden or is_leaving(owner_id, collection_id) and place_is_hidden(owner_id, collection_id)
          where owner_id = ${actor.ownerId} and id = ${id} and deleted_at is not null returning id`,
  )
  return changed !== undefined
}

/**
 * Files whose folders go: into the trash or to another place, and in both cases out of their folder. What a folder hid
 * stays hidden by itself. Files that were in the trash already stay there. `spareHidden` leaves hidden files alone, but for
 * the folder that they lose.
 */
export async function leaveFolders(
  db: Db,
  actor: Actor,
  removed: { ids: string[]; hiding: string[]; to: string | null; trash: boolean; spareHidden: boolean },
): Promise<void> {
  const spared = sql`(${removed.spareHidden}::boolean and is_hidden)`
  await sql`update objects set
      is_hidden = is_hidden or collection_id = any(${removed.hiding}::uuid[]),
      deleted_at = case when ${removed.trash}::boolean and not ${spared} then coalesce(deleted_at, now()) else deleted_at end,
      collection_id = case when ${spared} then null else ${removed.to}::uuid end, updated_at = now()
    where owner_id = ${actor.ownerId} and collection_id = any(${removed.ids}::uuid[])`.execute(db)
}

/** The rows go; for all bytes that they used, also in earlier versions, a job looks whether anybody still does. */
export async function removeTrashed(
  db: Db,
  ownerId: string,
  ids: string[],
  unused: { job: Job<unknown>; delaySeconds: number },
): Promise<number> {
  const source = sql`hashes`
  const payload = sql`jsonb_build_object('hash', hashes.content_hash)`
  const removed = await firstRow<{ n: number }>(
    db,
    sql`with gone as (
        delete from objects where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and deleted_at is not null
        returning id, content_hash),
      hashes as (
        select content_hash from gone
        union select r.content_hash from revisions r where r.owner_id = ${ownerId} and r.object_id in (select id from gone)),
      queued as (${jobInsertEach(unused.job, ownerId, payload, { ...unused, source })})
      select count(*) as n from gone`,
  )
  return removed!.n
}

/** What the retention has run out for; rows that somebody is restoring right now are left for the next round. */
export const overdueTrash = (db: Db, days: number, limit: number) =>
  rows<RowOf<'objects', 'owner_id' | 'id'>>(
    db,
    sql`select owner_id, id from objects where deleted_at < now() - ${days} * interval '1 day'
      order by deleted_at limit ${limit} for update skip locked`,
  )

/** The oldest first, of what lay there at that moment. */
export const trashedIds = (db: Db, viewer: Viewer, before: Date, limit: number) =>
  rowsInIndexOrder<{ id: string }>(
    db,
    sql`select o.id from ${objectsWithPlace} where ${visible(viewer, 'listed trash')} and o.deleted_at <= ${before}
      order by o.deleted_at, o.id limit ${limit}`,
  )

export const findText = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('object_texts')
    .select(['text', 'pages'])
    .where('owner_id', '=', actor.ownerId)
    .where('object_id', '=', id)
    .executeTakeFirst()
