import { z } from 'zod'
import { job } from '../../../jobs/declare.ts'

/** Many tries: each time the process is killed in the middle counts as one. */
export const agentRun = job('agent.run', z.object({ runId: z.string() }), { lane: 'agent', attempts: 20 })
