import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { AppError, invalid, notFound } from '../../../lib/errors.ts'
import { isUuid } from '../../../lib/shapes.ts'
import { findProfile } from '../../profiles/index.ts'
import type { ContinueRequest } from '../schema.ts'
import { agentOff } from './begin.ts'
import { agentRun } from './jobs.ts'
import {
  type AgentRun,
  appendEvents,
  callsOf,
  findRun,
  isAskerGone,
  type StreamChunk,
  saveRun,
  setCall,
  type ToolCall,
  withholdResults,
} from './queries.ts'
import { finish } from './step.ts'
import { startOf } from './store.ts'

const notPaused = (status: string) =>
  new AppError('conflict', 'run_not_paused', {
    en: `The run does not wait for a decision: it is ${status}.`,
    ru: `Запуск не ждёт решения: его состояние — ${status}.`,
  })

/** The decisions and the new state are one transaction: of two who decide at once, the second finds it decided. */
export async function resumeRun(
  context: Context,
  actor: Actor,
  request: ContinueRequest,
): Promise<{ runId: string; after: number }> {
  if (!context.config.AGENT) throw agentOff()
  const runId = request.run_id.toLowerCase()
  if (!isUuid(runId)) throw notFound('run')
  if (request.agent_slug) await findProfile(context.db, actor, request.agent_slug)
  return inTransaction(context, async tx => {
    const run = await findRun(tx.db, actor, runId, { lock: true, hidden: true })
    if (!run || run.session_id !== request.session_id.toLowerCase()) throw notFound('run')
    const calls = await callsOf(tx.db, actor.ownerId, runId)
    const asked = new Map(calls.filter(call => call.risk !== 'read').map(call => [call.tool_call_id, call]))
    for (const [n, { tool_call_id }] of request.decisions.entries())
      if (!asked.has(tool_call_id))
        throw invalid(
          ['body', 'decisions', n, 'tool_call_id'],
          'value_error',
          {
            en: 'The run has no such call that waits for a decision.',
            ru: 'В запуске нет такого вызова, который ждёт решения.',
          },
          tool_call_id,
        )
    if (run.status !== 'paused') throw notPaused(run.status)
    if (await isAskerGone(tx.db, actor.ownerId, runId)) throw notPaused('cancelled')
    const said = await decide(tx, run, calls, request)
    const confirmed = request.decisions.some(decision => decision.confirmed)
    const unlocked = run.unlocked && actor.unlocked
    const closed = run.is_hidden && !actor.unlocked
    if (closed) await withholdResults(tx.db, actor.ownerId, runId)
    await saveRun(tx.db, actor.ownerId, runId, {
      status: 'running',
      unlocked,
      web_search: request.web_search,
      foreignAllowed: confirmed && run.read_foreign,
      ...(closed ? { messages: withoutHidden(run), answer: '' } : {}),
    })
    await appendEvents(tx.db, actor.ownerId, runId, [startOf(runId, run.session_id), ...said])
    await enqueue(tx, agentRun, actor.ownerId, { runId })
    tx.signals.raise('agent')
    return { runId, after: run.last_seq }
  })
}

/** A call without a decision counts as refused; one that is both confirmed and refused, too. */
async function decide(
  tx: Context,
  run: AgentRun,
  calls: ToolCall[],
  { decisions }: ContinueRequest,
): Promise<StreamChunk[]> {
  const said: StreamChunk[] = []
  for (const { tool_call_id: id } of calls.filter(({ status }) => status === 'pending')) {
    const about = decisions.filter(decision => decision.tool_call_id === id)
    const confirmed = about.length > 0 && about.every(decision => decision.confirmed)
    await setCall(tx.db, { ownerId: run.owner_id, runId: run.id }, id, {
      from: ['pending'],
      to: confirmed ? 'approved' : 'denied',
      decided: true,
    })
    if (!confirmed) said.push({ type: 'tool-output-denied', toolCallId: id })
  }
  return said
}

/** The question and what was called; no word that was said while the hidden zone was open. */
const withoutHidden = (run: AgentRun): AgentRun['messages'] => [
  { role: 'user', content: run.query },
  ...run.messages.flatMap(message =>
    message.role === 'assistant' && message.toolCalls?.length ? [{ ...message, content: '' }] : [],
  ),
]

const ended = (status: string) =>
  new AppError('conflict', 'run_ended', {
    en: `The run has ended already: it is ${status}.`,
    ru: `Запуск уже завершён: его состояние — ${status}.`,
  })

/** Nothing more is done from here on; what was done stays. Asking twice is as asking once. */
export async function cancelRun(
  context: Context,
  actor: Actor,
  runId: string,
  options: { regardless?: boolean } = {},
): Promise<{ run_id: string; status: string }> {
  return inTransaction(context, async tx => {
    const run = await findRun(tx.db, actor, runId, { lock: true, ...options })
    if (!run) throw notFound('run')
    if (run.status === 'cancelled') return { run_id: runId, status: run.status }
    if (run.status !== 'running' && run.status !== 'paused') throw ended(run.status)
    const waiting = (await callsOf(tx.db, actor.ownerId, runId)).filter(({ status }) =>
      ['pending', 'ready', 'approved'].includes(status),
    )
    for (const { tool_call_id: id } of waiting)
      await setCall(tx.db, { ownerId: actor.ownerId, runId }, id, {
        from: ['pending', 'ready', 'approved'],
        to: 'denied',
        decided: true,
      })
    await saveRun(tx.db, actor.ownerId, runId, { status: 'cancelled' })
    await appendEvents(tx.db, actor.ownerId, runId, [
      ...waiting.map(({ tool_call_id: id }) => ({ type: 'tool-output-denied' as const, toolCallId: id })),
      finish('cancelled')(run.cost),
    ])
    tx.signals.raise('agent')
    return { run_id: runId, status: 'cancelled' }
  })
}
