import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'

export interface Draft {
  base_version: number
  text: string
  updated_at: Date
}

export async function upsertDraft(
  db: Db,
  ownerId: string,
  objectId: string,
  draft: Pick<Draft, 'base_version' | 'text'>,
): Promise<Draft> {
  const saved = await firstRow<Draft>(
    db,
    sql`insert into drafts (owner_id, object_id, base_version, text)
      values (${ownerId}, ${objectId}, ${draft.base_version}, ${draft.text})
      on conflict (owner_id, object_id) do update
        set base_version = excluded.base_version, text = excluded.text, updated_at = now()
      returning base_version, text, updated_at`,
  )
  return saved!
}

export const findDraft = (db: Db, ownerId: string, objectId: string) =>
  firstRow<Draft>(
    db,
    sql`select base_version, text, updated_at from drafts where owner_id = ${ownerId} and object_id = ${objectId}`,
  )

export const deleteDraft = (db: Db, ownerId: string, objectId: string) =>
  firstRow<RowOf<'drafts', 'object_id'>>(
    db,
    sql`delete from drafts where owner_id = ${ownerId} and object_id = ${objectId} returning object_id`,
  )

/** Only the draft that was published goes: what was written meanwhile stays. */
export async function deletePublished(db: Db, ownerId: string, objectId: string, draft: Draft): Promise<void> {
  await sql`delete from drafts where owner_id = ${ownerId} and object_id = ${objectId}
    and base_version = ${draft.base_version} and text = ${draft.text}`.execute(db)
}
