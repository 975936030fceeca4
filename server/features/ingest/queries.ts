import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'
import { objectsWithPlace, visible } from '../../db/visibility.ts'
import type { Job } from '../../jobs/declare.ts'
import { openPayloads } from '../../jobs/queue.ts'

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

/** False when the object has changed or gone while it was read: then nothing is written. One statement, for it runs often. */
export async function saveReading(
  db: Db,
  ownerId: string,
  file: ToRead,
  outcome: Outcome,
  told: (happened: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<boolean> {
  const { text } = outcome
  const keepText =
    text && text.text !== ''
      ? sql`insert into object_texts (owner_id, object_id, version, text, pages)
          select ${ownerId}, saved.id, ${file.version}, ${text.text}, ${JSON.stringify(text.pages)}::jsonb from saved
          on conflict (owner_id, object_id) do update
            set version = excluded.version, text = excluded.text, pages = excluded.pages`
      : sql`delete from object_texts where owner_id = ${ownerId} and object_id in (select id from saved)`
  const saved = await firstRow(
    db,
    sql`with saved as (
        update objects set status = 'ready', error = null, needs_manual = false,
          text_view = ${text !== null && text.text !== ''}, enrichment = ${JSON.stringify(outcome.enrichment)}::jsonb
        where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version} returning id),
      kept as (${keepText}),
      ${told(sql`saved`)}
      select id from saved`,
  )
  return saved !== undefined
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
        error = case when status = 'ready' then error else ${reason} end
      where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version} returning id`,
  )
  return saved !== undefined
}

export const countPending = (db: Db, actor: Actor, job: Job<unknown>) =>
  firstRow<{ pending: number }>(
    db,
    // By way of the jobs, which are few: the owner's files may be many.
    sql`select count(*) as pending from ${objectsWithPlace} where o.status = 'pending' and ${visible(actor, 'listed')}
      and o.id in (${openPayloads(job, actor.ownerId, 'objectId')})`,
  )
