import { z } from 'zod'
import { handle, job } from '../../jobs/declare.ts'
import { removeExpiredShares } from './queries.ts'

export const sweepShares = job('shares.sweep', z.object({}))

export const shareHandlers = [handle(sweepShares, context => removeExpiredShares(context.db))]
