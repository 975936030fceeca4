import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type Fragment, firstRow } from '../../../db/connect.ts'
import { corrections, givenBack } from '../queries.ts'

/** What a person says of a file. */
export const correctFile = (db: Db, actor: Actor, id: string, fields: Record<string, unknown>) =>
  change(db, actor, id, corrections(fields))

/** Takes back what a person has said of these fields. */
export const giveBackFile = (db: Db, actor: Actor, id: string, fields: string[]) =>
  change(db, actor, id, givenBack(fields))

async function change(db: Db, actor: Actor, id: string, set: Fragment): Promise<boolean> {
  const written = await firstRow(
    db,
    sql`update objects set ${set}, updated_at = now()
      where owner_id = ${actor.ownerId} and id = ${id} and deleted_at is null and status <> 'pending' returning id`,
  )
  return written !== undefined
}

/** False when there is nothing suggested any more. */
export async function acceptSuggestedName(db: Db, actor: Actor, id: string): Promise<boolean> {
  const written = await firstRow(
    db,
    sql`update objects set filename = suggested_name, name_source = 'ai', suggested_name = null, suggested_reason = null,
        updated_at = now()
      where owner_id = ${actor.ownerId} and id = ${id} and deleted_at is null and suggested_name is not null returning id`,
  )
  return written !== undefined
}

/** Takes back what the service or the agent did to a field; false when it is no longer as they left it. */
export async function putBackFile(
  db: Db,
  actor: Actor,
  id: string,
  change: { field: string; before: unknown; after: unknown; by: string },
): Promise<boolean> {
  const { before, after } = change as { before: string | null; after: string | null }
  const source = change.by === 'service' ? 'ai' : 'manual'
  const [set, unchanged] =
    change.field === 'filename'
      ? [
          sql`filename = ${before}, name_source = case when original_name = ${before} then 'original' else ${source} end`,
          sql`filename = ${after}`,
        ]
      : [sql`collection_id = ${before}::uuid`, sql`collection_id is not distinct from ${after}::uuid`]
  const written = await firstRow(
    db,
    sql`update objects set ${set}, updated_at = now()
      where owner_id = ${actor.ownerId} and id = ${id} and deleted_at is null and ${unchanged} returning id`,
  )
  return written !== undefined
}
