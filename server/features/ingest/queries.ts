import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { AT_LEISURE, type Fragment, firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectsWithPlace, visible } from '../../db/visibility.ts'
import type { Job } from '../../jobs/declare.ts'
import { jobInsertEach, openPayloads } from '../../jobs/queue.ts'
import { changeInsert } from '../changes/index.ts'
import { anyDelivery } from '../events/index.ts'
import { objectArrived, type ReadingOutcome, readAgain, readingParts } from '../objects/index.ts'
import { holdsTerms } from '../search/index.ts'

export interface ToRead
  extends RowOf<'objects', 'id' | 'tenant_id' | 'collection_id' | 'filename' | 'kind' | 'mime' | 'size' | 'version'> {
  key: string
  /** It lies in no folder, and its owner has some. */
  may_be_filed: boolean
}

/** The object in the version that is to be read, wherever it lies; undefined when it is gone or newer. */
export const findToRead = (db: Db, ownerId: string, objectId: string, version: number) =>
  firstRow<ToRead>(
    db,
    sql`select o.id, o.tenant_id, o.collection_id, o.filename, o.kind, o.mime, o.size, o.version, b.key,
        o.collection_id is null and exists (select 1 from collections c where c.owner_id = o.owner_id) as may_be_filed
      from objects o
      join blobs b on b.owner_id = o.owner_id and b.hash = o.content_hash
      where o.owner_id = ${ownerId} and o.id = ${objectId} and o.version = ${version}`,
  )

/** What else belongs to the saving, as parts of its statement; `saved` is the row that was written, with its `collection_id`. */
export type Beside = (saved: Fragment) => Fragment[]

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** `saved` has the status before. The job that looks whether a new file is one that its owner waits for, where they wait for any. */
export const arrivedPart = (ownerId: string, saved: Fragment): Fragment =>
  sql`arrived as (${jobInsertEach(objectArrived, ownerId, sql`jsonb_build_object('objectId', ${saved}.id)`, {
    source: sql`${saved} where ${saved}.status = 'pending' and exists (select 1 from saved_searches watching
        where watching.owner_id = ${ownerId} and watching.watch)`,
  })})`

/** The object as it was written. */
export interface Saved {
  filename: string
  /** What a person has written over the description. */
  corrections: Record<string, unknown> | null
  /** Somebody is to be sent word of it. */
  deliveries: boolean
}

/**
 * Undefined when the object has changed or gone while it was read: then nothing is written. One statement, for it runs often.
 * A power cut may undo it, and the job with it: the file is read again.
 */
export async function saveReading(
  db: Db,
  ownerId: string,
  file: ToRead,
  { outcome, beside }: { outcome: ReadingOutcome; beside: Beside },
): Promise<Saved | undefined> {
  const { text, proposal } = outcome
  const keepText =
    text !== ''
      ? sql`insert into object_texts (owner_id, object_id, version, text, pages)
          select ${ownerId}, saved.id, ${file.version}, ${text}, ${json(outcome.pages)} from saved
          on conflict (owner_id, object_id) do update
            set version = excluded.version, text = excluded.text, pages = excluded.pages`
      : sql`delete from object_texts where owner_id = ${ownerId} and object_id in (select id from saved)`
  return firstRow<Saved>(
    db,
    sql`with ${readingParts(ownerId, file, outcome)},
      kept as (${keepText}),
      renamed as (${changeInsert(
        ownerId,
        {
          by: 'service',
          subject: 'object',
          subjectId: file.id,
          field: 'filename',
          before: null,
          after: null,
          why: proposal?.why ?? { en: '', ru: '' },
        },
        {
          before: sql`saved.before`,
          after: sql`saved.filename`,
          source: sql`saved where saved.before <> saved.filename`,
        },
      )}),
      ${sql.join(beside(sql`saved`), sql`, `)}
      select filename, corrections, ${anyDelivery} as deliveries, ${holdsTerms(ownerId)}, ${AT_LEISURE} from saved`,
  )
}

export const countPending = (db: Db, actor: Actor, job: Job<unknown>) =>
  firstRow<{ pending: number }>(
    db,
    // By way of the jobs, which are few: the owner's files may be many.
    sql`select count(*) as pending from ${objectsWithPlace} where o.status = 'pending' and ${visible(actor, 'listed')}
      and o.id = any(${openPayloads(job, actor.ownerId, 'objectId')})`,
  )

export const countFailed = (db: Db, actor: Actor) =>
  firstRow<{ failed: number }>(
    db,
    sql`select count(*) as failed from ${objectsWithPlace} where o.status = 'failed' and ${visible(actor, 'listed')}`,
  )

/** All files of the caller that could not be read stand in line again. Returns how many. */
export async function retryFailed(db: Db, actor: Actor, job: Job<unknown>): Promise<number> {
  const again = await rows(
    db,
    sql`with failed as materialized (
        select o.owner_id, o.id from ${objectsWithPlace} where o.status = 'failed' and ${visible(actor, 'listed')}),
      again as (${readAgain(sql`failed`)}),
      queued as (${jobInsertEach(
        job,
        actor.ownerId,
        sql`jsonb_build_object('objectId', again.id, 'version', again.version)`,
        { source: sql`again` },
      )})
      select 1 from again`,
  )
  return again.length
}

export async function setRecordingText(
  db: Db,
  ownerId: string,
  file: { id: string; version: number },
  { text, length }: { text: string; length: number },
): Promise<void> {
  const pages = JSON.stringify([{ page: 1, char_start: 0, char_end: length }])
  await sql`update object_texts set text = ${text}, pages = ${pages}::jsonb where owner_id = ${ownerId}
    and object_id = ${file.id} and version = ${file.version}`.execute(db)
}
