import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'
import { objectsWithPlace, visible } from '../../db/visibility.ts'

export interface ToRead {
  id: string
  filename: string
  kind: string
  mime: string
  size: number
  version: number
  key: string
}

/** The object in the version that is to be read, wherever it lies; undefined when it is gone or newer. */
export const findToRead = (db: Db, ownerId: string, objectId: string, version: number) =>
  firstRow<ToRead>(
    db,
    sql`select o.id, o.filename, o.kind, o.mime, o.size, o.version, b.key from objects o
      join blobs b on b.owner_id = o.owner_id and b.hash = o.content_hash
      where o.owner_id = ${ownerId} and o.id = ${objectId} and o.version = ${version}`,
  )

export interface Outcome {
  text: { text: string; pages: unknown } | null
  enrichment: Record<string, unknown>
}

/** False when the object has changed or gone while it was read: then nothing is written. */
export async function saveReading(db: Db, ownerId: string, file: ToRead, outcome: Outcome): Promise<boolean> {
  const hasText = outcome.text !== null && outcome.text.text !== ''
  const saved = await firstRow(
    db,
    sql`update objects set status = 'ready', error = null, needs_manual = false, text_view = ${hasText},
        enrichment = ${JSON.stringify(outcome.enrichment)}::jsonb, updated_at = now()
      where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version} returning id`,
  )
  if (!saved) return false
  await sql`delete from object_texts where owner_id = ${ownerId} and object_id = ${file.id}`.execute(db)
  if (hasText)
    await sql`insert into object_texts (owner_id, object_id, version, text, pages) values (${ownerId}, ${file.id},
      ${file.version}, ${outcome.text!.text}, ${JSON.stringify(outcome.text!.pages)}::jsonb)`.execute(db)
  return true
}

export async function saveFailure(
  db: Db,
  ownerId: string,
  file: { id: string; version: number },
  reason: string,
): Promise<boolean> {
  const saved = await firstRow(
    db,
    // A file that was read before stays as it was: only the new reading has failed.
    sql`update objects set status = case when status = 'ready' then 'ready' else 'failed' end,
        error = case when status = 'ready' then error else ${reason} end, updated_at = now()
      where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version} returning id`,
  )
  return saved !== undefined
}

export const countPending = (db: Db, actor: Actor) =>
  firstRow<{ pending: number }>(
    db,
    sql`select count(*) as pending from ${objectsWithPlace} where o.status = 'pending' and ${visible(actor, 'listed')}`,
  )
