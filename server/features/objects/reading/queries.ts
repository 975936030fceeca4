import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { type Fragment, firstRow, type RowOf } from '../../../db/connect.ts'
import type { Words } from '../../../lib/language.ts'
import type { Reading } from '../../../ports/reader.ts'

/** What reading a file writes to its row. */

export interface ReadingOutcome {
  text: string
  pages: Reading['pages']
  /** The text came from pictures of it. */
  fromPicture: boolean
  /** Why a person has to look at it. */
  needsManual: Words | null
  enrichment: Record<string, unknown>
  categories: string[]
  /** A sketch of the text; empty when there is too little of it. */
  likeness: number[]
  proposal: { name: string; why: Words } | undefined
  suggestedFolder: string | null
}

type FileVersion = RowOf<'objects', 'id' | 'version'>

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const correctable = ({ title, description, keywords, doc_type, fields }: ReadingOutcome['enrichment']) => ({
  title,
  description,
  keywords,
  doc_type,
  fields,
})

/**
 * The owner's say about the name, as it is at this moment. A name that a person gave or locked is theirs, and what they
 * once took back is not tried again.
 */
const nameOfFile = (
  ownerId: string,
  file: FileVersion,
  proposal: string | null,
) => sql`select o.id, o.filename as before, o.status,
    coalesce(s.auto_rename_mode, 'dont_rename') as mode,
    (${proposal}::text is not null and o.filename <> ${proposal}::text and not o.name_locked and o.name_source <> 'manual'
      and not exists (select 1 from changes ch where ch.owner_id = o.owner_id and ch.subject_id = o.id
        and ch.field = 'filename' and ch.undone_at is not null)) as free
  from objects o left join settings s on s.owner_id = o.owner_id
  where o.owner_id = ${ownerId} and o.id = ${file.id} and o.version = ${file.version} for update of o`

/**
 * Two parts of a statement: `old`, the file as it was, and `saved`, as it is written. Both are empty when it has changed or gone
 * while it was read.
 */
export const readingParts = (ownerId: string, file: FileVersion, outcome: ReadingOutcome): Fragment => {
  const name = outcome.proposal?.name ?? null
  const why = json(outcome.proposal?.why ?? {})
  return sql`old as (${nameOfFile(ownerId, file, name)}),
      saved as (
        update objects set status = 'ready', needs_manual = ${outcome.needsManual !== null},
          error = ${outcome.needsManual ? json(outcome.needsManual) : null},
          text_view = ${outcome.text !== ''}, text_fallback = ${outcome.fromPicture},
          enrichment = ${json(outcome.enrichment)} || coalesce(corrections, '{}'),
          found = (select jsonb_object_agg(key, value) from jsonb_each(${json(correctable(outcome.enrichment))}) where corrections ? key),
          likeness = ${outcome.likeness.length > 0 ? outcome.likeness : null}::integer[], categories = ${outcome.categories}::text[],
          ai_name = ${name ?? ''},
          filename = case when free and mode = 'auto' then ${name} else filename end,
          name_source = case when free and mode = 'auto' then 'ai' else name_source end,
          updated_at = case when free and mode = 'auto' then now() else updated_at end,
          suggested_name = case when free and mode = 'manual' then ${name} end,
          suggested_reason = case when free and mode = 'manual' then ${why} end,
          suggested_collection_id = case when collection_id is null then ${outcome.suggestedFolder}::uuid end
        from old where objects.owner_id = ${ownerId} and objects.id = old.id and version = ${file.version}
        returning objects.id, objects.collection_id, objects.filename, objects.corrections, old.before, old.status)`
}

/** Whether this version has a text, which then stays as it is. */
export async function stayRead(db: Db, ownerId: string, file: FileVersion): Promise<boolean> {
  const kept = await firstRow(
    db,
    sql`update objects set status = 'ready' where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version}
      and exists (select 1 from object_texts t where t.owner_id = objects.owner_id and t.object_id = objects.id
        and t.version = objects.version) returning id`,
  )
  return kept !== undefined
}

export async function saveFailure(db: Db, ownerId: string, file: FileVersion, reason: Words): Promise<boolean> {
  const saved = await firstRow(
    db,
    // A file that was read before stays as it was: only the new reading has failed.
    sql`update objects set status = case when status = 'ready' then 'ready' else 'failed' end,
        error = case when status = 'ready' then error else ${json(reason)} end
      where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version} returning id`,
  )
  return saved !== undefined
}

/** Of the files of `failed`: a part of a statement that has them read once more. */
export const readAgain = (failed: Fragment): Fragment =>
  sql`update objects set status = 'pending', error = null from ${failed} failed
    where objects.owner_id = failed.owner_id and objects.id = failed.id and status = 'failed'
    returning objects.id, objects.version`
