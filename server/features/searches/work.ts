import { type Actor, type Context, inTransaction } from '../../context.ts'
import { type Handler, handle, type RunJob } from '../../jobs/declare.ts'
import { AppError } from '../../lib/errors.ts'
import { emit } from '../events/index.ts'
import { filterOf, isAmong, objectArrived } from '../objects/index.ts'
import { search } from '../search/index.ts'
import { ownerActor } from '../work/index.ts'
import { noteMatch, type Watched, watchedSearches } from './queries.ts'

/** A new file against the searches that watch. What is hidden is told to nobody who does not see it: the event knows both. */
async function watch(context: Context, { objectId }: { objectId: string }, { ownerId, signal }: RunJob) {
  const watched = await watchedSearches(context.db, ownerId)
  if (watched.length === 0) return { told: 0 }
  const actor = await ownerActor(context, ownerId, 'en')
  let emittedCount = 0
  for (const saved of watched) {
    if (signal.aborted) break
    if (!(await matches(context, actor, saved, objectId))) continue
    emittedCount += await inTransaction(context, async tx => {
      if (!(await noteMatch(tx.db, ownerId, saved.id, objectId))) return 0
      await emit(tx, {
        ownerId,
        type: 'search.matched',
        objectId,
        madeOf: { objectIds: [objectId, ...saved.object_ids], hidden: saved.is_hidden, from: 'files' },
        data: { object_id: objectId, search_id: saved.id, name: saved.name },
      })
      return 1
    })
  }
  return { told: emittedCount }
}

async function matches(context: Context, actor: Actor, saved: Watched, objectId: string): Promise<boolean> {
  if (!(await isAmong(context.db, actor, filterOf(saved.filters), objectId))) return false
  if (saved.query.trim() === '') return true
  const request = { text: saved.query, mode: 'text' as const, objectIds: [objectId], limit: 1, offset: 0 }
  try {
    return (await search(context, actor, request)).items.length > 0
  } catch (error) {
    // An operator of the query names what is not there any more.
    if (error instanceof AppError) return false
    throw error
  }
}

export const savedSearchHandlers: Handler[] = [handle(objectArrived, watch)]
