import { type Context, inTransaction } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import { NOBODY } from '../../jobs/queue.ts'
import { keysOf } from './profile.ts'
import { lockStems, removeUnused, stemsAfter } from './store/queries.ts'
import { ownersAfter } from './vectors/queries.ts'

const OWNERS = 200
/** A few milliseconds each: whoever writes waits no longer. */
const STEMS = 300

/** Every word that files have ever had is kept for prefixes and slips; those that none has any more are forgotten here. */
export async function pruneStems(context: Context, _payload: unknown, run: Run): Promise<{ removed: number }> {
  let removed = 0
  let after = NOBODY
  while (!run.signal.aborted) {
    const owners = await ownersAfter(context.db, after, OWNERS)
    if (owners.length === 0) break
    for (const { owner_id } of owners) removed += await pruneOwner(context, owner_id, run)
    after = owners.at(-1)!.owner_id
  }
  return { removed }
}

async function pruneOwner(context: Context, ownerId: string, run: Run): Promise<number> {
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
