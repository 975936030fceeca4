import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'

export interface UploadRow
  extends RowOf<'uploads', 'id' | 'owner_id' | 'tenant_id' | 'length' | 'received' | 'object_id' | 'expires_at'> {
  metadata: Metadata
  /** Of the owner, as it is now. */
  tariff: string
  own_bucket: boolean
}

export interface Metadata {
  filename: string
  filetype: string
  collection_id?: string
  chat_only: boolean
  on_duplicate?: 'keep' | 'skip' | 'ask'
  on_name?: 'keep' | 'replace' | 'ask'
  /** Who sends it, where that is not the owner. */
  guest?: string
  /** As the client sent it, to be given back. */
  raw: string
}

export type UploadPart = RowOf<'upload_parts', 'start' | 'size' | 'key' | 'sha256'>

const COLUMNS = sql`id, owner_id, tenant_id, length, received, metadata, object_id, expires_at,
  (select tariff from users where users.id = uploads.owner_id) as tariff,
  exists (select 1 from connections k where k.owner_id = uploads.owner_id and k.kind = 's3' and k.enabled) as own_bucket`

export async function insertUpload(
  db: Db,
  actor: Actor,
  upload: { id: string; length: number; metadata: Metadata; hours: number },
): Promise<UploadRow> {
  const made = await firstRow<UploadRow>(
    db,
    sql`insert into uploads (owner_id, id, tenant_id, length, metadata, expires_at)
      values (${actor.ownerId}, ${upload.id}, ${actor.tenantId}, ${upload.length},
        ${JSON.stringify(upload.metadata)}::jsonb, now() + ${upload.hours} * interval '1 hour')
      returning ${COLUMNS}`,
  )
  return made!
}

export const findUpload = (db: Db, ownerId: string, id: string) =>
  firstRow<UploadRow>(
    db,
    sql`select ${COLUMNS} from uploads where owner_id = ${ownerId} and id = ${id} and expires_at > now()`,
  )

export const lockUpload = (db: Db, ownerId: string, id: string) =>
  firstRow<UploadRow>(db, sql`select ${COLUMNS} from uploads where owner_id = ${ownerId} and id = ${id} for update`)

/** False when another request has already brought the bytes that belong here. */
export async function advance(
  db: Db,
  upload: { owner_id: string; id: string },
  part: UploadPart,
  hours: number,
): Promise<boolean> {
  const { owner_id: ownerId, id } = upload
  const moved = await firstRow(
    db,
    sql`update uploads set received = received + ${part.size}, expires_at = now() + ${hours} * interval '1 hour'
      where owner_id = ${ownerId} and id = ${id} and received = ${part.start} and object_id is null returning id`,
  )
  if (!moved) return false
  await sql`insert into upload_parts (owner_id, upload_id, start, size, key, sha256)
    values (${ownerId}, ${id}, ${part.start}, ${part.size}, ${part.key}, ${part.sha256})`.execute(db)
  return true
}

export const partsOf = (db: Db, ownerId: string, id: string) =>
  rows<UploadPart>(
    db,
    sql`select start, size, key, sha256 from upload_parts where owner_id = ${ownerId} and upload_id = ${id} order by start`,
  )

export async function setFinished(db: Db, ownerId: string, id: string, objectId: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ object_id: objectId })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

export async function removeParts(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('owner_id', '=', ownerId).where('upload_id', '=', id).execute()
}

/**
 * Its parts' rows go with it; their keys are answered, so that the bytes can follow. The row is taken in hand first: while
 * the upload is being finished its parts are about to become a file, and are not to be touched.
 */
export async function removeUpload(db: Db, ownerId: string, id: string): Promise<string[] | undefined> {
  if (!(await lockUpload(db, ownerId, id))) return undefined
  const parts = await partsOf(db, ownerId, id)
  const removed = await db
    .deleteFrom('uploads')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed && parts.map(part => part.key)
}

/** Takes the row in hand if it is still expired: a part may have come in the meantime. */
export const lockExpired = (db: Db, ownerId: string, id: string) =>
  firstRow<RowOf<'uploads', 'id'>>(
    db,
    sql`select id from uploads where owner_id = ${ownerId} and id = ${id} and expires_at < now() for update`,
  )

export const expiredUploads = (db: Db, limit: number) =>
  rows<UploadRow>(db, sql`select ${COLUMNS} from uploads where expires_at < now() order by expires_at limit ${limit}`)
