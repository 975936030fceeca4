import { z } from 'zod'
import { job } from '../../../jobs/declare.ts'

export const agentListen = job('agent.listen', z.object({}), { queue: 'listening', attempts: 1 })
export const agentReply = job('agent.reply', z.object({ runId: z.string(), chatId: z.number(), after: z.number() }), {
  queue: 'outbound',
  attempts: 8,
})
