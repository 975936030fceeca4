import type { Needs } from '../../../context.ts'
import type { RunJob } from '../../../jobs/declare.ts'
import { NOBODY } from '../../../jobs/queue.ts'
import { ownersAfter } from './queries.ts'

const PAGE = 200

/** One owner after the other, until all were there or the service stops; the sum of what was done for each. */
export async function overOwners(
  context: Needs<'db'>,
  run: Pick<RunJob, 'signal'>,
  work: (ownerId: string) => Promise<number>,
): Promise<number> {
  let sum = 0
  let after = NOBODY
  while (!run.signal.aborted) {
    const owners = await ownersAfter(context.db, after, PAGE)
    if (owners.length === 0) break
    for (const { owner_id } of owners) sum += await work(owner_id)
    after = owners.at(-1)!.owner_id
  }
  return sum
}
