import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { sweepChunks } from './clients/chunks.ts'
import { forgetRemovals } from './devices/queries.ts'
import { removeOverdue } from './files/kept/queries.ts'

/** Locks that have ended, what systems left behind a day ago, and what was kept with files that are gone. */
export const sweepDav = job('dav.sweep', z.object({}))

export const davHandlers: Handler[] = [
  handle(sweepDav, async context => {
    await removeOverdue(context.db)
    await sweepChunks(context)
    await forgetRemovals(context.db)
  }),
]
