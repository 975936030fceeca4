import { inTransaction, type Needs } from '../../../context.ts'
import { type Handler, handle } from '../../../jobs/declare.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { lockTree } from '../queries.ts'
import { settleFolders } from './jobs.ts'
import { refreshAll, refreshTree, settleSome, unsettledOwners } from './queries.ts'

/** Whoever changes the tree waits for no more than this. */
const BATCH = 1000

/** What a change of these folders means for those below them: at once for a few, by a task for many. */
export async function settleBelow(
  context: Needs<'db' | 'signals'>,
  owner: { ownerId: string },
  ids: string[],
): Promise<void> {
  if (await refreshTree(context.db, owner, ids)) await enqueue(context, settleFolders, owner.ownerId, {})
}

/** The tree as an archive has brought it; its caller holds the tree. */
export async function settleImported(context: Needs<'db' | 'signals'>, owner: { ownerId: string }): Promise<void> {
  if (await refreshAll(context.db, owner)) await enqueue(context, settleFolders, owner.ownerId, {})
}

/** A task that was given up is taken up again. */
export async function resumeSettling(context: Needs<'db' | 'signals'>): Promise<void> {
  for (const { owner_id } of await unsettledOwners(context.db)) await enqueue(context, settleFolders, owner_id, {})
}

/** In batches, until nothing is left. */
export async function settleAll(context: Needs<'db' | 'signals'>, ownerId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { left } = await inTransaction(context, async tx => {
      await lockTree(tx.db, { ownerId })
      return settleSome(tx.db, ownerId, BATCH)
    })
    if (!left) return
  }
}

export const settlingHandlers: Handler[] = [
  handle(settleFolders, (context, _payload, { ownerId, signal }) => settleAll(context, ownerId, signal)),
]
