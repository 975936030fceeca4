import { type Actor, type Context, inTransaction } from '../context.ts'
import type { Handler } from './declare.ts'
import { endJob } from './overview.ts'

const REASON = 'ended by an administrator'

export type EndJob = (context: Context, actor: Actor, jobId: string) => Promise<boolean>

/** Ends a job for good, and tells whoever handles it in the same transaction. False when there is none. */
export const jobEnder =
  (handlers: Handler[]): EndJob =>
  (context, actor, jobId) =>
    inTransaction(context, async tx => {
      const ended = await endJob(tx.db, actor, jobId, REASON)
      if (!ended) return false
      const handler = handlers.find(({ job }) => job.name === ended.name)
      const ending = { ownerId: ended.owner_id, reason: REASON, why: 'stopped' as const }
      await handler?.gaveUp?.(tx, handler.job.payload.parse(ended.payload), ending)
      return true
    })
