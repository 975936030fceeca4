import { z } from 'zod'
import { job } from '../../../jobs/declare.ts'

/** Takes the events of a file that has too many for one call. */
export const importEvents = job('calendar.import', z.object({ taskId: z.string(), language: z.enum(['ru', 'en']) }))
