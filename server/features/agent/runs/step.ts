import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../lib/errors.ts'
import { inRoubles } from '../../../tables.ts'
import type { PlannedCall } from '../../assistant/index.ts'
import type { RunStatus } from '../../conversations/index.ts'
import { remember, statedFacts } from '../../memory/index.ts'
import { findSettings } from '../../settings/index.ts'
import { givenTouched, type RunContext, scrubbed, urlsIn } from '../../tools/index.ts'
import { toolNamed } from '../tools/all.ts'
import { judge } from './judge.ts'
import { mentionedIn } from './mentioned.ts'
import { type AgentRun, callsOf, insertCalls, type StreamChunk, saveRun, type ToolCall } from './queries.ts'
import { emitChunks, madeOf, onRun, type RunLease, textPart } from './store.ts'

export interface RunStep {
  /** What is said, as it may be shown. */
  text: string
  /** Events of it that are not told yet; without them the text is told whole. */
  rest?: StreamChunk[]
  /** Files of others that it names. */
  given?: string[]
  calls: PlannedCall[]
  /** For the model's own memory of the conversation. */
  said?: string
  cost?: number
}

export const finish =
  (status: Exclude<RunStatus, 'running'>) =>
  (cost: number): StreamChunk => ({ type: 'finish', messageMetadata: { status, cost_rub: inRoubles(cost) } })

const MOST_CALLS = 10

const NO_SUCH_TOOL = {
  en: 'There is no such tool, or its input is not what it takes.',
  ru: 'Такого действия нет, или его параметры неверны.',
}

/** One thought becomes calls, messages and events in one transaction; a thought without calls ends the run. */
export async function writeStep(
  context: Context,
  lease: RunLease,
  runContext: RunContext,
  step: RunStep,
): Promise<'ended' | 'goes on'> {
  return onRun(context, lease, async (tx, run) => {
    const calls: ToolCall[] = []
    const refused = (await callsOf(tx.db, lease.ownerId, lease.runId)).filter(({ status }) => status === 'denied')
    const given = [...(step.given ?? [])]
    for (const [n, wanted] of step.calls.slice(0, MOST_CALLS).entries()) {
      const { call, given: named } = await callOf(tx, runContext, run, { n, wanted })
      given.push(...named)
      calls.push(isRefused(call, refused) ? { ...call, status: 'denied' } : call)
    }
    const events = [
      ...(step.rest ?? (step.text ? textPart(`text-${run.steps}`, step.text) : [])),
      ...calls.flatMap(callEvents),
    ]
    await insertCalls(tx.db, lease.ownerId, lease.runId, calls)
    const said = { role: 'assistant' as const, content: step.said ?? step.text, toolCalls: calls.map(asModelCall) }
    const answer = [run.answer, step.text].filter(Boolean).join('\n\n')
    const mentions = mentionedIn(step.text)
    const more = {
      messages: [...run.messages, said],
      steps: run.steps + 1,
      answer,
      addCost: step.cost ?? 0,
      mentions,
      given,
    }
    if (calls.length > 0) {
      await saveRun(tx.db, lease.ownerId, lease.runId, more)
      await emitChunks(tx, lease, events)
      return 'goes on'
    }
    await learn(tx, runContext, run)
    await saveRun(tx.db, lease.ownerId, lease.runId, { ...more, status: 'completed' })
    await emitChunks(tx, lease, [...events, finish('completed')(run.cost + (step.cost ?? 0))])
    return 'ended'
  })
}

/** What was refused once in a run is not asked for again. */
const isRefused = (call: ToolCall, refused: ToolCall[]) =>
  call.status === 'pending' &&
  refused.some(({ name, input }) => name === call.name && isDeepStrictEqual(input, call.input))

const asModelCall = (call: ToolCall) => ({ id: call.tool_call_id, name: call.name, input: call.input, invalid: false })

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function callOf(
  tx: Context,
  runContext: RunContext,
  run: AgentRun,
  { n, wanted }: { n: number; wanted: PlannedCall },
): Promise<{ call: ToolCall; given: string[] }> {
  const tool = runContext.tools.includes(wanted.name) ? toolNamed(wanted.name) : undefined
  const step = run.steps
  // What is written somewhere leads nowhere that the person has not named.
  const given = tool?.act
    ? scrubbed(wanted.input, [...urlsIn(runContext.words.join('\n')), runContext.origin])
    : wanted.input
  const parsed = tool?.input.safeParse(given)
  const base = { tool_call_id: `call-${step}-${n}`, step, name: wanted.name.slice(0, 100) }
  if (!tool || !parsed?.success) {
    const input = isPlain(wanted.input) ? wanted.input : {}
    const error = NO_SUCH_TOOL[runContext.actor.language]
    const call: ToolCall = { ...base, input, risk: tool?.risk ?? 'read', status: 'failed', result: { error } }
    return { call, given: [] }
  }
  const input = parsed.data as Record<string, unknown>
  try {
    const verdict = await judge(tx, runContext, run, { tool, input })
    const status = verdict.waits ? 'pending' : 'ready'
    const call: ToolCall = { ...base, input, risk: verdict.risk, status, result: null }
    return { call, given: verdict.given }
  } catch (error) {
    // It is about what somebody else has given, and not for this.
    if (!(error instanceof AppError)) throw error
    const result = { error: error.words[runContext.actor.language] }
    const call: ToolCall = { ...base, input, risk: tool.risk, status: 'failed', result }
    return { call, given: await givenTouched(tx, runContext, mentionedIn(input)) }
  }
}

export function callEvents(call: ToolCall): StreamChunk[] {
  const input = scrubbed(call.input, []) as ToolCall['input']
  const shown: StreamChunk = { type: 'tool-input-available', toolCallId: call.tool_call_id, toolName: call.name, input }
  if (call.status === 'denied') return [shown, { type: 'tool-output-denied', toolCallId: call.tool_call_id }]
  if (call.status !== 'failed') return [shown]
  return [shown, { type: 'tool-output-error', toolCallId: call.tool_call_id, errorText: call.result?.error ?? '' }]
}

/** What the person has said of themselves, in their own words only; nothing while the hidden zone is open. */
async function learn(tx: Context, runContext: RunContext, run: AgentRun): Promise<void> {
  if (!runContext.memory || run.is_hidden) return
  if (!(await findSettings(tx.db, runContext.actor.ownerId)).chat_memory) return
  for (const fact of statedFacts(run.query))
    await remember(tx, runContext.actor, { statement: fact, input: run.query, madeOf: madeOf(run) })
}
