import { z } from 'zod'
import { handle, job } from '../../jobs/declare.ts'
import { prune } from '../../jobs/queue.ts'
import { removeExpired } from './queries.ts'

export const sweepExpired = job('identity.sweep', z.object({}))

export const identityHandlers = [
  handle(sweepExpired, async context => {
    await removeExpired(context.db)
    await prune(context.db)
  }),
]
