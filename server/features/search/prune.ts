import { type Context, inTransaction } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { keysOf } from './profile.ts'
import { lockTerms, removeUnused, termsAfter } from './store/queries.ts'
import { overOwners } from './vectors/owners.ts'

/** A few milliseconds each: whoever writes waits no longer. */
const TERMS = 300

/** Every word that files have ever had is kept for prefixes and slips; those that none has any more are forgotten here. */
export async function pruneTerms(context: Context, _payload: unknown, run: RunJob): Promise<{ removed: number }> {
  return { removed: await overOwners(context, run, ownerId => pruneOwner(context, ownerId, run)) }
}

async function pruneOwner(context: Context, ownerId: string, run: RunJob): Promise<number> {
  const keyOf = keysOf(ownerId)
  let removed = 0
  let after = ''
  while (!run.signal.aborted) {
    const terms = (await termsAfter(context.db, ownerId, after, TERMS)).map(({ term }) => ({ term, key: keyOf(term) }))
    if (terms.length === 0) break
    await inTransaction(context, async ({ db }) => {
      await lockTerms(db, ownerId)
      removed += await removeUnused(db, ownerId, terms)
    })
    after = terms.at(-1)!.term
  }
  return removed
}
