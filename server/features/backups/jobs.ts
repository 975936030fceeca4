import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

export const backupRun = job('backup.run', z.object({ kind: z.enum(['scheduled', 'asked']), prove: z.boolean() }), {
  queue: 'backup',
  attempts: 3,
  // A backup takes long, and where there is no room for it the next one is due anyway.
  patience: 'none',
})

export const backupDue = job('backup.due', z.object({}))
