import { z } from 'zod'
import { text } from '../../lib/shapes.ts'

export const memory = z
  .object({
    memory_id: z.string(),
    made_from: z.enum(['owner', 'files', 'others']),
    memory: z.string(),
    input: z.string(),
    topics: z.array(z.string()),
    updated_at: z.string(),
  })
  .meta({ id: 'MemoryOut' })

export const memories = z.object({ items: z.array(memory) }).meta({ id: 'MemoryList' })
export const memoryUpdate = z.object({ memory: text({ min: 1, max: 1000 }) })
