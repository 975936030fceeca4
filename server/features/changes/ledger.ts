import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { invalid } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { changeInsert, listChanges, type StoredChange } from './queries.ts'

/** One field of one thing, changed for its owner by somebody who is not a person. */
export interface Change {
  /** Where it is promised before it is made. */
  id?: string
  by: 'service' | 'agent'
  /** What kind of thing: `object`, `collection`, or what a feature above undoes itself. */
  subject: string
  subjectId: string
  field: string
  before: unknown
  after: unknown
  why: Words
  /** What it was made from: seen while that is. */
  madeOf?: MadeOf
}

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
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The newest first. Ids sort by time, so the last id of a page is where the next one begins. */
export async function changePage(
  context: Needs<'db'>,
  actor: Actor,
  page: { by?: 'service' | 'agent'; limit?: number; cursor?: string },
): Promise<ChangePage> {
  if (page.cursor !== undefined && !UUID.test(page.cursor))
    throw invalid(
      ['query', 'cursor'],
      'value_error',
      {
        en: 'The cursor does not belong to this list. Begin again without it.',
        ru: 'Курсор не от этого списка. Начните без него.',
      },
      page.cursor,
    )
  const limit = page.limit ?? DEFAULT_LIMIT
  const found = await listChanges(context.db, actor, { by: page.by, limit: limit + 1, after: page.cursor })
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? items.at(-1)!.id : null }
}
