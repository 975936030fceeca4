import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'

export type TextDraft = RowOf<'drafts', 'base_version' | 'text' | 'updated_at'>

const COLUMNS = sql`base_version, text, updated_at`

/** Each person has their own: the owner's, and that of everybody to whom the file was opened. */
const draftOf = ({ ownerId, guest }: Actor, objectId: string) =>
  guest
    ? sql`guest_drafts where owner_id = ${ownerId} and object_id = ${objectId} and user_id = ${guest.userId}`
    : sql`drafts where owner_id = ${ownerId} and object_id = ${objectId}`

export async function upsertDraft(
  db: Db,
  actor: Actor,
  objectId: string,
  draft: Pick<TextDraft, 'base_version' | 'text'>,
): Promise<TextDraft> {
  const change = sql`do update set base_version = excluded.base_version, text = excluded.text, updated_at = now()
    returning ${COLUMNS}`
  const saved = await firstRow<TextDraft>(
    db,
    actor.guest
      ? sql`insert into guest_drafts (owner_id, object_id, user_id, base_version, text)
          values (${actor.ownerId}, ${objectId}, ${actor.guest.userId}, ${draft.base_version}, ${draft.text})
          on conflict (owner_id, object_id, user_id) ${change}`
      : sql`insert into drafts (owner_id, object_id, base_version, text)
          values (${actor.ownerId}, ${objectId}, ${draft.base_version}, ${draft.text})
          on conflict (owner_id, object_id) ${change}`,
  )
  return saved!
}

export const findDraft = (db: Db, actor: Actor, objectId: string) =>
  firstRow<TextDraft>(db, sql`select ${COLUMNS} from ${draftOf(actor, objectId)}`)

export const deleteDraft = (db: Db, actor: Actor, objectId: string) =>
  firstRow<{ object_id: string }>(db, sql`delete from ${draftOf(actor, objectId)} returning object_id`)

/** Only the draft that was published goes: what was written meanwhile stays. */
export async function deletePublished(db: Db, actor: Actor, objectId: string, draft: TextDraft): Promise<void> {
  await sql`delete from ${draftOf(actor, objectId)} and base_version = ${draft.base_version}
    and text = ${draft.text}`.execute(db)
}
