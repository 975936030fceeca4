import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { placeOf, type StoredBlob } from '../../../ports/blobs.ts'
import type { Sniffed } from '../kinds.ts'
import type { StoredObject } from '../queries.ts'

export interface Revision
  extends Sniffed,
    RowOf<'revisions', 'id' | 'version' | 'content_hash' | 'filename' | 'size' | 'author' | 'created_at'> {}

const COLUMNS = sql`r.id, r.version, r.content_hash, r.filename, r.kind, r.mime, r.size, r.author, r.created_at`

export const revisionsOf = (db: Db, ownerId: string, objectId: string) =>
  rows<Revision>(
    db,
    sql`select ${COLUMNS} from revisions r where r.owner_id = ${ownerId} and r.object_id = ${objectId}
      order by r.version desc`,
  )

export const findRevision = (db: Db, ownerId: string, objectId: string, id: string) =>
  firstRow<Revision>(
    db,
    sql`select ${COLUMNS} from revisions r
      where r.owner_id = ${ownerId} and r.object_id = ${objectId} and r.id = ${id}`,
  )

/** Whoever saves holds the file: others wait, and then see the new version. */
export const lockObject = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('objects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The blob's row, new or the one that the owner has already; locked, so that its removal cannot slip in between. */
export async function keepBlob(db: Db, actor: Actor, blob: StoredBlob): Promise<string> {
  const kept = await firstRow<{ key: string }>(
    db,
    sql`insert into blobs (owner_id, hash, size, key, place)
      values (${actor.ownerId}, ${blob.sha256}, ${blob.size}, ${blob.key}, ${placeOf(blob.key)})
      on conflict (owner_id, hash) do update set size = excluded.size returning key`,
  )
  return kept!.key
}

export async function insertRevision(
  db: Db,
  object: StoredObject,
  revision: { id: string; author: string | null },
): Promise<void> {
  await db
    .insertInto('revisions')
    .values({
      owner_id: object.owner_id,
      id: revision.id,
      object_id: object.id,
      version: object.version,
      content_hash: object.content_hash,
      filename: object.filename,
      kind: object.kind,
      mime: object.mime,
      size: object.size,
      author: revision.author,
    })
    .execute()
}

export interface NewContent extends Sniffed {
  content_hash: string
  size: number
  modifiedAt?: Date
}

/** The file is new: nothing that was read from the old one holds any more. Answers the new version. */
export async function setContent(db: Db, object: StoredObject, content: NewContent): Promise<number> {
  const written = await firstRow<RowOf<'objects', 'version'>>(
    db,
    sql`update objects set content_hash = ${content.content_hash}, size = ${content.size}, kind = ${content.kind},
        mime = ${content.mime}, version = version + 1, status = 'pending', error = null, needs_manual = false,
        text_view = false, text_fallback = false, enrichment = null, updated_at = now(),
        modified_at = coalesce(${content.modifiedAt ?? null}::timestamptz, now())
      where owner_id = ${object.owner_id} and id = ${object.id} returning version`,
  )
  return written!.version
}

/** Takes away all but the newest; answers whose bytes may be free now. */
export const trimRevisions = (db: Db, ownerId: string, objectId: string, keep: number) =>
  rows<RowOf<'revisions', 'content_hash'>>(
    db,
    sql`delete from revisions where owner_id = ${ownerId} and object_id = ${objectId} and id in (
        select id from revisions where owner_id = ${ownerId} and object_id = ${objectId}
        order by version desc offset ${keep})
      returning content_hash`,
  )
