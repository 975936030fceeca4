import { z } from 'zod'
import { type Handler, handle, type Job, job } from '../../jobs/declare.ts'
import { prune } from '../../jobs/queue.ts'
import { passwordForgotten, recoveryHandlers } from './account/recovery.ts'
import { inviteHandlers, inviteMailed } from './admin/invite.ts'
import { removeExpiredChallenges } from './factors/queries.ts'
import { accountLeave, leavingHandlers, sweepStrays } from './leaving/leave.ts'
import { removeSpentStates } from './oidc/queries.ts'
import { removeExpired } from './queries.ts'

export const sweepExpired = job('identity.sweep', z.object({}))

export const identityJobs: Job<unknown>[] = [sweepExpired, passwordForgotten, inviteMailed, accountLeave, sweepStrays]

export const identityHandlers: Handler[] = [
  ...recoveryHandlers,
  ...inviteHandlers,
  ...leavingHandlers,
  handle(sweepExpired, async context => {
    await removeExpired(context.db)
    await removeExpiredChallenges(context.db)
    await removeSpentStates(context.db)
    await prune(context.db)
  }),
]
