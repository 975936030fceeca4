import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { cancelRun } from '../agent/index.ts'
import { ownerActor } from '../work/index.ts'
import { endedAskers, forgetAsker, openRunsOf } from './queries.ts'

/** A program has no access any more: what it asked for and was not done yet is not done. */
export async function forgetApp(context: Context, actor: Actor, appId: string): Promise<void> {
  for (const { id } of await openRunsOf(context.db, actor, appId))
    try {
      await cancelRun(context, { ...actor, unlocked: true }, id, { regardless: true })
    } catch (error) {
      // It has just ended by itself.
      if (!(error instanceof AppError)) throw error
    }
  await forgetAsker(context.db, actor, appId)
}

/** The same for all whose access has ended, whichever way. */
export async function forgetEnded(context: Context, ownerId: string): Promise<void> {
  const ended = await endedAskers(context.db, ownerId)
  if (ended.length === 0) return
  const actor = await ownerActor(context, ownerId, 'en')
  for (const { asker_id } of ended) await forgetApp(context, actor, asker_id)
}
