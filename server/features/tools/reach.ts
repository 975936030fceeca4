import type { Context } from '../../context.ts'
import { giversOf } from './given.ts'
import { idsInScope, scopedIds } from './queries.ts'
import type { RunContext } from './tool.ts'

/** Where a run may look, in the words of search and of ask: it goes into the WHERE of their first stage. */
export interface Reach {
  objectIds?: string[]
  collectionId?: string
}

const NOWHERE = '00000000-0000-0000-0000-000000000000'
const some = (ids: string[]): Reach => ({ objectIds: ids.length > 0 ? ids : [NOWHERE] })

/** Of the named files those that the run may see; with none named, all of its folder, or everything. */
export async function reachOf(context: Context, runContext: RunContext, named: string[]): Promise<Reach> {
  const { actor, scope } = runContext
  if (named.length > 0) {
    const viewers = [actor, ...(await giversOf(context, runContext))]
    const seen = await Promise.all(viewers.map(viewer => scopedIds(context.db, viewer, scope, named)))
    return some(seen.flatMap(ids => [...ids]))
  }
  if (scope.collectionId === null) return {}
  if (scope.subfolders) return { collectionId: scope.collectionId }
  return some(await idsInScope(context.db, actor, scope))
}
