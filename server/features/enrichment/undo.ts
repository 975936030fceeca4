import type { Actor, Needs } from '../../context.ts'
import { holdPlace } from '../collections/index.ts'
import { putBack } from './queries.ts'

/** Undoes what the ledger says was done to a file: its name or its place. */
export async function undoObjectChange(
  context: Needs<'db'>,
  actor: Actor,
  change: { subject_id: string; field: string; before: unknown; after: unknown; by: string },
): Promise<boolean> {
  if (change.field === 'collection_id' && change.before) await holdPlace(context, actor, String(change.before))
  return putBack(context.db, actor, change.subject_id, change)
}
