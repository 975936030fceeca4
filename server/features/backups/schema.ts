import { z } from 'zod'
import { out } from '../../lib/shapes.ts'

export const backup = z
  .object({
    id: out.uuid(),
    kind: z.enum(['command', 'scheduled', 'asked']),
    state: z.enum(['running', 'done', 'failed', 'interrupted']),
    snapshot: z.string().nullable(),
    started_at: out.moment(),
    finished_at: out.moment().nullable(),
    files: z.int(),
    bytes: z.int(),
    copied_bytes: z.int(),
    damaged: z.int(),
    proved_at: out.moment().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Backup' })

export const backups = z.object({
  folder: z.string(),
  at: z.string(),
  keep: z.int(),
  prove: z.enum(['never', 'weekly', 'daily']),
  items: z.array(backup),
})
