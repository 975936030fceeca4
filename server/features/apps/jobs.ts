import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { removeEnded } from './queries.ts'

export const sweepApps = job('apps.sweep', z.object({}))

export const appHandlers: Handler[] = [handle(sweepApps, ({ db }) => removeEnded(db))]
