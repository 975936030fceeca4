import { randomUUID } from 'node:crypto'
import { type Context, inTransaction } from '../../../context.ts'
import type { RunJob as JobRun } from '../../../jobs/declare.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { ModelFailed } from '../../../ports/models.ts'
import type { Undoers } from '../../changes/index.ts'
import { modelFor } from '../../connections/index.ts'
import { turnsOf } from '../../conversations/index.ts'
import { profileOf } from '../../profiles/index.ts'
import { findSettings } from '../../settings/index.ts'
import type { RunContext } from '../../tools/index.ts'
import { ownerActor } from '../../work/index.ts'
import { toolsOf } from '../tools/all.ts'
import { attachmentsRead } from './attachments.ts'
import { execute, pause } from './execute.ts'
import { thinkByGrammar } from './grammar.ts'
import { thinkWithModel } from './model.ts'
import { notifyOwner } from './notice.ts'
import { type AgentRun, callsOf, leaseRun, lockRun, openTexts, saveRun, type ToolCall } from './queries.ts'
import { finish, writeStep } from './step.ts'
import { emitChunks, madeOf, onRun, type RunLease, reasonOf, Superseded, TakenBack } from './store.ts'

const MOST_STEPS = 12

/** On whose behalf, and how far: all of it from the run's row. */
async function runContextOf(context: Context, run: AgentRun): Promise<RunContext> {
  const owner = await ownerActor(context, run.owner_id, run.language)
  const { direct } = run.scope
  const actor = { ...owner, unlocked: run.unlocked, ...(direct?.bound ? { bound: direct.bound } : {}) }
  const settings = await findSettings(context.db, run.owner_id)
  const profile = await profileOf(context.db, actor, run.agent_slug)
  const turns = await turnsOf(context.db, { ...actor, unlocked: run.is_hidden }, run.session_id, 20)
  return {
    actor,
    scope: run.scope,
    zone: settings.timezone || 'UTC',
    runId: run.id,
    callId: '',
    words: [...turns.filter(turn => turn.run_id !== run.id).map(({ query }) => query), run.query],
    history: historyOf(run),
    // Words that a program has put together are not what the person says of themselves.
    memory: settings.chat_memory && !direct,
    tools: toolsOf(profile.toolsets).map(({ name }) => name),
    webSearch: run.web_search,
    origin: run.scope.origin,
    madeOf: madeOf(run),
  }
}

/** Everything up to the question itself. */
const historyOf = ({ messages }: AgentRun): RunContext['history'] => {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return messages
    .slice(0, last)
    .flatMap(message =>
      (message.role === 'user' || message.role === 'assistant') && message.content
        ? [{ role: message.role, content: message.content }]
        : [],
    )
}

/**
 * Works on a run until it ends or waits for somebody. It may be begun again at any line: every step, every call and every pause
 * is one transaction, and what stands in the tables says where to go on.
 */
export async function performRun(
  context: Context,
  runId: string,
  job: Pick<JobRun, 'ownerId' | 'signal'>,
  undoers: Undoers,
): Promise<void> {
  const lease: RunLease = { ownerId: job.ownerId, runId, fence: randomUUID() }
  const run = await leaseRun(context.db, job.ownerId, runId, lease.fence)
  if (!run) return
  try {
    await closeTexts(context, lease)
    const runContext = { ...(await runContextOf(context, run)), undoers }
    await attachmentsRead(context, runContext, job.signal)
    await work(context, lease, runContext, job.signal)
  } catch (error) {
    if (error instanceof TakenBack) await endTakenBack(context, lease)
    else if (!(error instanceof Superseded)) throw error
  }
}

/** What a worker that died was in the middle of saying is ended; it will be said anew. */
async function closeTexts(context: Context, lease: RunLease): Promise<void> {
  const open = await openTexts(context.db, lease.ownerId, lease.runId)
  if (open.length > 0)
    await onRun(context, lease, tx =>
      emitChunks(
        tx,
        lease,
        open.map(({ id }) => ({ type: 'text-end', id })),
      ),
    )
}

async function work(context: Context, lease: RunLease, runContext: RunContext, signal: AbortSignal): Promise<void> {
  const mood = { modelFailed: false }
  for (;;) {
    signal.throwIfAborted()
    const calls = await callsOf(context.db, lease.ownerId, lease.runId)
    const open = calls.filter(({ status }) => status === 'ready' || status === 'approved')
    for (const call of open) await execute(context, lease, { ...runContext, callId: call.tool_call_id }, call)
    if (open.length > 0) continue
    const pending = calls.filter(({ status }) => status === 'pending')
    if (pending.length > 0) {
      if (await pause(context, lease, runContext, { pending, finish: finish('paused'), notifyOwner })) return
      continue
    }
    const run = await leaseRun(context.db, lease.ownerId, lease.runId, lease.fence)
    if (!run) throw new Superseded()
    if ((await think(context, lease, runContext, { run, signal, mood })) === 'ended') return
  }
}

async function think(
  context: Context,
  lease: RunLease,
  runContext: RunContext,
  { run, signal, mood }: { run: AgentRun; signal: AbortSignal; mood: { modelFailed: boolean } },
): Promise<'ended' | 'goes on'> {
  const calls = await callsOf(context.db, lease.ownerId, lease.runId)
  if (run.scope.direct)
    return writeStep(context, lease, runContext, { text: outcomeOf(calls, run.language), calls: [] })
  const choice = await modelFor(context, lease.ownerId)
  if (!choice) return thinkByGrammar(context, lease, runContext, { run, calls, why: 'none' })
  if (mood.modelFailed) return thinkByGrammar(context, lease, runContext, { run, calls, why: 'failed' })
  if (run.steps >= MOST_STEPS) return thinkByGrammar(context, lease, runContext, { run, calls, why: 'steps' })
  const profile = await profileOf(context.db, runContext.actor, run.agent_slug)
  try {
    return await thinkWithModel(context, lease, runContext, { run, calls, choice, profile, signal })
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ModelFailed) {
      mood.modelFailed = true
      context.log.warn({ run: run.id, fault: error.fault }, 'the agent goes on without its model')
      await closeTexts(context, lease)
      return thinkByGrammar(context, lease, runContext, { run, calls, why: 'failed' })
    }
    if (!(error instanceof AppError)) throw error
    await endFailed(context, lease, reasonOf(error, runContext.actor.language)!)
    return 'ended'
  }
}

const REFUSED = { en: 'You said no; nothing was done.', ru: 'Вы отказали; ничего не сделано.' }

/** The call was all that was asked for. */
const outcomeOf = (calls: ToolCall[], language: Language): string =>
  calls.map(({ result }) => result?.says ?? result?.error ?? REFUSED[language]).join('\n')

/** Nobody can see the run any more, nor is there anything to say in it. */
async function endTakenBack(context: Context, lease: RunLease): Promise<void> {
  await inTransaction(context, async tx => {
    const run = await lockRun(tx.db, lease.ownerId, lease.runId, lease.fence)
    if (!run) return
    await saveRun(tx.db, lease.ownerId, lease.runId, { status: 'failed' })
    await emitChunks(tx, lease, [finish('failed')(run.cost)])
    tx.signals.raise('agent')
  })
}

async function endFailed(context: Context, lease: RunLease, reason: string): Promise<void> {
  await onRun(context, lease, async (tx, run) => {
    await saveRun(tx.db, lease.ownerId, lease.runId, { status: 'failed' })
    await emitChunks(tx, lease, [{ type: 'error', errorText: reason }, finish('failed')(run.cost)])
  })
}

const BROKEN = {
  en: 'Something broke on our side. Ask again.',
  ru: 'Что-то сломалось на нашей стороне. Спросите ещё раз.',
}

/** The job was given up for good: nobody will come back to the run. */
export async function giveUpRun(context: Context, runId: string, ownerId: string): Promise<void> {
  const lease = { ownerId, runId, fence: 'given up' }
  const run = await leaseRun(context.db, ownerId, runId, lease.fence)
  if (run && !run.still_given) return endTakenBack(context, lease)
  if (run) await endFailed(context, lease, BROKEN[run.language])
}
