import { z } from 'zod'
import { type Job, job } from '../../../jobs/declare.ts'

/** Many tries: each time the process is killed in the middle counts as one. */
export const agentRun = job('agent.run', z.object({ runId: z.string() }), { queue: 'agent', attempts: 20 })

/** `asker` is the program that asks: nobody is written to for each of its calls. */
const waiting = z.object({ runId: z.string(), seq: z.int(), asker: z.string() })
export const mailAsked = job('agent.asks-mail', waiting, { queue: 'outbound', attempts: 8 })
export const messageAsked = job('agent.asks-message', waiting, { queue: 'outbound', attempts: 8 })

export const agentJobs: Job<unknown>[] = [agentRun, mailAsked, messageAsked]
