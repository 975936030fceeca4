import { type Handler, handle } from '../../../jobs/declare.ts'
import type { Undoers } from '../../changes/index.ts'
import { agentRun } from './jobs.ts'
import { noticeHandlers } from './notice.ts'
import { giveUpRun, performRun } from './perform.ts'

export const runHandlers = (undoers: Undoers): Handler[] => [
  handle(
    agentRun,
    (context, { runId }, run) => performRun(context, runId, run, undoers),
    (context, { runId }, { ownerId }) => giveUpRun(context, runId, ownerId),
  ),
  ...noticeHandlers,
]
