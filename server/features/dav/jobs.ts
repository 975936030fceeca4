import { z } from 'zod'
import { type Handler, handle, type Job, job } from '../../jobs/declare.ts'
import { sweepChunks } from './clients/chunks.ts'
import { mailStopped, tellStopped } from './devices/mail.ts'
import { forgetRemovals } from './devices/queries.ts'
import { removeOverdue } from './files/kept/queries.ts'
import { removeOldLogins } from './logins/queries.ts'

/** Locks that have ended, what systems left behind a day ago, and what was kept with files that are gone. */
export const sweepDav = job('dav.sweep', z.object({}))

export const davJobs: Job<unknown>[] = [sweepDav, mailStopped]

export const davHandlers: Handler[] = [
  handle(sweepDav, async context => {
    await removeOverdue(context.db)
    await sweepChunks(context)
    await forgetRemovals(context.db)
    await removeOldLogins(context.db)
  }),
  handle(mailStopped, (context, payload, run) => tellStopped(context, run.ownerId, payload)),
]
