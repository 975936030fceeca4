import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

export const backupRun = job('backup.run', z.object({ kind: z.enum(['scheduled', 'asked']), prove: z.boolean() }), {
  lane: 'backup',
  attempts: 3,
})

export const backupDue = job('backup.due', z.object({}))
