import { z } from 'zod'
import { out } from '../../lib/shapes.ts'
import { taskReport } from './reports.ts'

export const taskRecord = z
  .object({
    task_id: out.uuid(),
    state: z.enum(['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE']),
    done: z.boolean(),
    ok: z.boolean(),
    progress: z.number(),
    error: z.string().nullable(),
    object_ids: z.array(out.uuid()),
    report: taskReport.nullable(),
  })
  .meta({ id: 'TaskRecord' })
