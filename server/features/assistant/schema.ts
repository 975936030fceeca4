import { z } from 'zod'
import { out } from '../../lib/shapes.ts'

export const commandReply = z
  .object({
    action: z.string(),
    executed: z.boolean(),
    object_id: out.uuid().nullable(),
    filename: z.string(),
    fmt: z.string(),
    lang: z.string(),
    op: z.string(),
    reply: z.string(),
    target: z.string(),
    task_id: out.uuid().nullable(),
  })
  .meta({ id: 'CommandResponse' })
