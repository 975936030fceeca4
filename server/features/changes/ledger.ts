import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import { foreignCursor, isId } from '../../lib/cursor.ts'
import type { Change } from './change.ts'
import { changeInsert, listChanges, type StoredChange } from './queries.ts'

/** Call it in the transaction of the change itself. The id is that by which it is undone. */
export async function recordChange(
  context: Needs<'db'>,
  actor: Pick<Actor, 'ownerId'>,
  change: Change,
): Promise<string> {
  const id = change.id ?? uuidv7()
  await changeInsert(actor.ownerId, { ...change, id }).execute(context.db)
  return id
}

export interface ChangePage {
  items: StoredChange[]
  nextCursor: string | null
}

const DEFAULT_LIMIT = 50

/** The newest first. Ids sort by time, so the last id of a page is where the next one begins. */
export async function changePage(
  context: Needs<'db'>,
  actor: Actor,
  page: { by?: 'service' | 'agent'; limit?: number; cursor?: string },
): Promise<ChangePage> {
  if (page.cursor !== undefined && !isId(page.cursor)) throw foreignCursor(page.cursor)
  const limit = page.limit ?? DEFAULT_LIMIT
  const found = await listChanges(context.db, actor, { by: page.by, limit: limit + 1, after: page.cursor })
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? items.at(-1)!.id : null }
}
