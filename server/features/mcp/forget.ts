import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { cancelRun } from '../agent/index.ts'
import { forgetAsker, openRunsOf } from './queries.ts'

/** A program has no access any more: what it asked for and nobody has said yes to is not done. */
export async function forgetApp(context: Context, actor: Actor, appId: string): Promise<void> {
  for (const { id } of await openRunsOf(context.db, actor, appId))
    try {
      await cancelRun(context, { ...actor, unlocked: true }, id)
    } catch (error) {
      // It has just ended by itself.
      if (!(error instanceof AppError)) throw error
    }
  await forgetAsker(context.db, actor, appId)
}
