import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/errors.ts'
import { findSettings } from '../../settings/index.ts'
import { EVERYTHING, type RunContext, runContextFor, scrubbed, type Tool } from '../../tools/index.ts'
import { agentOff } from './begin.ts'
import { agentRun } from './jobs.ts'
import { judge } from './judge.ts'
import { mentionedIn } from './mentioned.ts'
import { appendEvents, insertCalls, leaseRun, saveRun, type ToolCall } from './queries.ts'
import { callEvents } from './step.ts'
import { beginAlone, madeOf } from './store.ts'

/** A call from another program: a run with this one call, done, confirmed and undone like any other. */
export interface DirectCall {
  runId: string
  tool: Tool
  input: unknown
  /** Who asks, as people know it. */
  by: string
  origin: string
  /** The program has read something that others brought, and no change was approved since. */
  foreign: boolean
}

const CALL_ID = 'call-0-0'
const MOST_WORDS = 300

const outOfBounds = () =>
  new AppError('conflict', 'out_of_bounds', {
    en: 'This connection is bound to one folder or theme, and this would lie outside of it. Name a file or folder within it.',
    ru: 'Это подключение ограничено одной папкой или темой, а результат оказался бы вне её. Укажите файл или папку внутри неё.',
  })

/** Whom another program acts for, and how far. */
export async function directRunContext(
  context: Context,
  actor: Actor,
  runId: string,
  origin: string,
): Promise<RunContext> {
  const settings = await findSettings(context.db, actor.ownerId)
  return {
    actor,
    scope: { ...EVERYTHING, collectionId: actor.bound?.collectionId ?? null },
    zone: settings.timezone || 'UTC',
    runId,
    callId: '',
    words: [],
    history: [],
    memory: settings.chat_memory,
    tools: [],
    webSearch: false,
    origin,
    madeOf: { objectIds: [], hidden: actor.unlocked, from: 'owner' },
  }
}

/** In the caller's transaction: the run, its call and the job that works on it. */
export async function beginCall(context: Context, actor: Actor, asked: DirectCall): Promise<void> {
  if (!context.config.AGENT) throw agentOff()
  const { tool, runId } = asked
  // What is written somewhere leads nowhere: no person has named an address here.
  const input = tool.input.parse(scrubbed(asked.input, [asked.origin]))
  const runContext = await directRunContext(context, actor, runId, asked.origin)
  assertWithinBound(runContext, tool, input)
  const acting = await runContextFor(context, runContext, tool, input)
  const sentence = (await tool.sentence(context, acting, input))[actor.language]
  const query = [...`${asked.by}: ${sentence}`].slice(0, MOST_WORDS).join('')
  await inTransaction(context, async tx => {
    // A conversation of its own: what waits in it is found by its address, however much is asked for later.
    const scope = { ...runContext.scope, origin: asked.origin, direct: { bound: actor.bound, by: asked.by } }
    await beginAlone(tx, actor, { id: runId, session_id: runId, query, scope })
    await saveRun(tx.db, actor.ownerId, runId, { mentions: mentionedIn(input), foreign: asked.foreign })
    const run = (await leaseRun(tx.db, actor.ownerId, runId, 'begun'))!
    const { risk, waits, given } = await judge(tx, { ...runContext, madeOf: madeOf(run) }, run, { tool, input })
    await saveRun(tx.db, actor.ownerId, runId, { given })
    const call: ToolCall = {
      tool_call_id: CALL_ID,
      step: 0,
      name: tool.name,
      input: input as Record<string, unknown>,
      risk,
      status: waits ? 'pending' : 'ready',
      result: null,
    }
    await insertCalls(tx.db, actor.ownerId, runId, [call])
    await appendEvents(tx.db, actor.ownerId, runId, callEvents(call))
    await enqueue(tx, agentRun, actor.ownerId, { runId })
  })
}

/** A program that is bound to one folder changes nothing outside of it, nor anything that is in no folder. */
function assertWithinBound(runContext: RunContext, tool: Tool, input: unknown): void {
  if (!runContext.actor.bound) return
  const { files = [], folders = [], reads = [] } = tool.touches?.(input, runContext) ?? {}
  if (files.length + folders.length + reads.length === 0 || folders.includes(null)) throw outOfBounds()
}
