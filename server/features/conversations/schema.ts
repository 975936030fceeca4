import { z } from 'zod'
import { out } from '../../lib/shapes.ts'

const session = z.object({
  id: out.uuid(),
  title: z.string(),
  agent_slug: z.string(),
  created_at: out.moment(),
  updated_at: out.moment(),
})

export const sessions = z
  .object({ items: z.array(session.meta({ id: 'AgentSessionOut' })) })
  .meta({ id: 'AgentSessionList' })

export const sessionDetail = session
  .extend({
    turns: z.array(
      z.object({
        run_id: out.uuid(),
        query: z.string(),
        answer: z.string(),
        status: z.string(),
        created_at: out.moment(),
      }),
    ),
  })
  .meta({ id: 'AgentSessionDetail' })
