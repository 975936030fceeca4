import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { removeOldResults } from './queries.ts'

export const sweepResults = job('tasks.sweep', z.object({}))

export const workHandlers: Handler[] = [handle(sweepResults, context => removeOldResults(context.db))]
