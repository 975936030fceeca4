import { type Context, inTransaction } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { keysOf } from './profile.ts'
import { lockStems, removeUnused, stemsAfter } from './store/queries.ts'
import { overOwners } from './vectors/owners.ts'

/** A few milliseconds each: whoever writes waits no longer. */
const STEMS = 300

/** Every word that files have ever had is kept for prefixes and slips; those that none has any more are forgotten here. */
export async function pruneStems(context: Context, _payload: unknown, run: RunJob): Promise<{ removed: number }> {
  return { removed: await overOwners(context, run, ownerId => pruneOwner(context, ownerId, run)) }
}

async function pruneOwner(context: Context, ownerId: string, run: RunJob): Promise<number> {
  const keyOf = keysOf(ownerId)
  let removed = 0
  let after = ''
  while (!run.signal.aborted) {
    const stems = (await stemsAfter(context.db, ownerId, after, STEMS)).map(({ stem }) => ({ stem, key: keyOf(stem) }))
    if (stems.length === 0) break
    await inTransaction(context, async ({ db }) => {
      await lockStems(db, ownerId)
      removed += await removeUnused(db, ownerId, stems)
    })
    after = stems.at(-1)!.stem
  }
  return removed
}
