import { z } from 'zod'
import { type Handler, handle, type Job, job } from '../../jobs/declare.ts'
import { sweepChunks } from './clients/chunks.ts'
import { removeOldDeeds } from './devices/diary/queries.ts'
import { giveUpUndo, performUndo, undoDevice } from './devices/diary/undo.ts'
import { mailStopped, sendStoppedMail } from './devices/mail.ts'
import { forgetRemovals } from './devices/queries.ts'
import { removeOverdue } from './files/kept/queries.ts'
import { removeOldLogins } from './logins/queries.ts'

/** Locks that have ended, what systems left behind a day ago, and what was kept with files that are gone. */
export const sweepDav = job('dav.sweep', z.object({}))

export const davJobs: Job<unknown>[] = [sweepDav, mailStopped, undoDevice]

export const davHandlers: Handler[] = [
  handle(sweepDav, async context => {
    await removeOverdue(context.db)
    await sweepChunks(context)
    await forgetRemovals(context.db)
    await removeOldDeeds(context.db)
    await removeOldLogins(context.db)
  }),
  handle(undoDevice, performUndo, (context, payload, { ownerId }) => giveUpUndo(context, payload, ownerId)),
  handle(mailStopped, (context, payload, run) => sendStoppedMail(context, run.ownerId, payload)),
]
