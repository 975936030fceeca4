import { type Handler, handle } from '../../../jobs/declare.ts'
import { agentRun } from './jobs.ts'
import { giveUpRun, performRun } from './perform.ts'

export const runHandlers: Handler[] = [
  handle(
    agentRun,
    (context, { runId }, run) => performRun(context, runId, run),
    (context, { runId }, _, ownerId) => giveUpRun(context, runId, ownerId),
  ),
]
