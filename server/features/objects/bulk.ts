import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, InvalidInput, notOwner } from '../../lib/errors.ts'
import { assertScope } from '../../lib/scopes.ts'
import { getCollection } from '../collections/index.ts'
import { editObject, reprocess } from './edit.ts'
import type { ACTIONS as NAMES } from './schema.ts'
import { tagObject } from './tags/change.ts'
import { removeForGood, restoreObject, trashObject } from './trash.ts'

export interface BulkRequest {
  object_ids: string[]
  action: (typeof NAMES)[number]
  collection_id?: string | null
  /** For each of the files its own. */
  collection_ids?: (string | null)[]
  tags?: string[]
}

export interface BulkOutcome {
  done: string[]
  failed: { id: string; code: string }[]
}

/** What the same calls for a single file need, too. */
const DELETING = new Set<BulkRequest['action']>(['trash', 'restore', 'permanent'])

/** What those may do, too, to whom a folder was opened for editing. */
const FOR_EDITORS = new Set<BulkRequest['action']>(['move', 'trash', 'reprocess', 'tag', 'untag'])

/** What everybody who sees a file does for themselves alone. */
export const PERSONAL: ReadonlySet<string> = new Set<BulkRequest['action']>(['favorite', 'unfavorite'])

type Changing = Needs<'db' | 'signals'>

const DEADLOCK = '40P01'

const ACTIONS: Record<
  BulkRequest['action'],
  (context: Changing, actor: Actor, id: string, request: BulkRequest) => Promise<unknown>
> = {
  move: (context, actor, id, request) =>
    editObject(context, actor, id, { collection_id: request.collection_id ?? null }),
  trash: trashObject,
  restore: restoreObject,
  permanent: removeForGood,
  hide: (context, actor, id) => editObject(context, actor, id, { is_hidden: true }),
  unhide: (context, actor, id) => editObject(context, actor, id, { is_hidden: false }),
  reprocess,
  favorite: (context, actor, id) => editObject(context, actor, id, { is_favorite: true }),
  unfavorite: (context, actor, id) => editObject(context, actor, id, { is_favorite: false }),
  tag: (context, actor, id, { tags = [] }) => tagObject(context, actor, id, { add: tags, remove: [] }),
  untag: (context, actor, id, { tags = [] }) => tagObject(context, actor, id, { add: [], remove: tags }),
}

/** What an action cannot do without. */
const NEEDED: Partial<Record<BulkRequest['action'], 'collection_id' | 'tags'>> = {
  move: 'collection_id',
  tag: 'tags',
  untag: 'tags',
}

/** So many in one transaction: few commits, and nobody waits for long for a file that is among them. */
const TOGETHER = 50

/** What can be done is done, and the rest says why not. */
export async function bulk(context: Changing, actor: Actor, request: BulkRequest): Promise<BulkOutcome> {
  if (DELETING.has(request.action)) assertScope(actor, 'delete')
  if (actor.guest && !FOR_EDITORS.has(request.action) && !PERSONAL.has(request.action)) throw notOwner()
  const { collection_ids, object_ids } = request
  if (collection_ids && collection_ids.length !== object_ids.length)
    throw new InvalidInput([{ loc: ['body', 'collection_ids'], type: 'value_error' }])
  const places = collection_ids && new Map(object_ids.map((id, n) => [id, collection_ids[n]]))
  const needed = NEEDED[request.action]
  if (needed && request[needed] === undefined && !(places && needed === 'collection_id'))
    throw new InvalidInput([{ loc: ['body', needed], type: 'missing' }])
  if (request.action === 'move' && request.collection_id) await getCollection(context, actor, request.collection_id)
  const act = (to: Changing, id: string) =>
    ACTIONS[request.action](to, actor, id, places ? { ...request, collection_id: places.get(id) } : request)
  const outcome: BulkOutcome = { done: [], failed: [] }
  const ids = [...new Set(object_ids)]
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const part = ids.slice(from, from + TOGETHER)
    if (await allTogether(context, part, act)) outcome.done.push(...part)
    else await eachAlone(context, part, act, outcome)
  }
  return outcome
}

type Act = (context: Changing, id: string) => Promise<unknown>

/** All of them or none; whether all were done. */
async function allTogether(context: Changing, ids: string[], act: Act): Promise<boolean> {
  try {
    await inTransaction(context, async tx => {
      // In one order for everybody: whoever changes the same files waits, and does not block.
      for (const id of ids.toSorted()) await act(tx, id)
    })
    return true
  } catch (error) {
    if (error instanceof AppError || (error as { code?: string }).code === DEADLOCK) return false
    throw error
  }
}

async function eachAlone(context: Changing, ids: string[], act: Act, outcome: BulkOutcome): Promise<void> {
  for (const id of ids)
    try {
      await act(context, id)
      outcome.done.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.failed.push({ id, code: error.code })
    }
}
