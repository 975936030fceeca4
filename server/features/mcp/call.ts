import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction } from '../../context.ts'
import { AppError, InvalidInput, notFound } from '../../lib/errors.ts'
import { beginCall, type CallState, cancelRun, directRunContext, mentionedIn, stateOfCall } from '../agent/index.ts'
import { areStillGiven, runContextFor, type Tool, type ToolOutcome } from '../tools/index.ts'
import type { McpOutcome } from './offered.ts'
import {
  claimCall,
  hasReadForeign,
  lockAsker,
  lockUnjoinedCall,
  noteJoined,
  noteReturned,
  renewCall,
} from './queries.ts'

/** A call, from where it was asked, and until when somebody listens. */
export interface ToolRequest {
  tool: Tool
  input: unknown
  origin: string
  signal: AbortSignal
}

const PATIENCE_MS = 25_000
const LOOK_MS = 150
/**
 * For this long after the outcome of an approved call was first returned, a repeated call gets the same outcome instead
 * of asking for approval again.
 */
const RETURNED_MS = 5 * 60_000

/** Sealed links are for the person alone. */
const SEALED = /⟦sealed:[\w-]{1,4000}⟧/gu

const INVALID = {
  en: (why: string) => `The input is not what this tool takes: ${why}. Mend it and call again.`,
  ru: (why: string) => `Этот инструмент принимает другие параметры: ${why}. Исправьте и вызовите снова.`,
}

export async function callTool(context: Context, actor: Actor, given: ToolRequest): Promise<McpOutcome> {
  const { tool } = given
  const parsed = tool.input.safeParse(given.input)
  if (!parsed.success) {
    const why = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
    return { status: 'failed', code: 'invalid_input', says: INVALID[actor.language](why) }
  }
  const asked = { ...given, input: parsed.data }
  try {
    return await (tool.risk === 'read' ? look : change)(context, actor, asked)
  } catch (error) {
    return { status: 'failed', ...reasonOf(error, actor) }
  }
}

function reasonOf(error: unknown, { language }: Actor): Pick<McpOutcome, 'says' | 'code'> {
  if (error instanceof AppError) return { says: error.words[language], code: error.code }
  if (!(error instanceof InvalidInput)) throw error
  const why = error.complaints.map(({ loc, type, words }) => words?.[language] ?? `${loc.slice(1).join('.')}: ${type}`)
  return { says: INVALID[language](why.join('; ')), code: 'invalid_input' }
}

async function look(context: Context, actor: Actor, asked: ToolRequest): Promise<McpOutcome> {
  const own = await directRunContext(context, actor, uuidv7(), asked.origin)
  const runContext = { ...(await runContextFor(context, own, asked.tool, asked.input)), signal: asked.signal }
  const outcome = await Promise.race([asked.tool.look!(context, runContext, asked.input), calledOff(asked.signal)])
  const given =
    outcome.given ?? (runContext.actor.guest ? mentionedIn(asked.input, outcome.data, outcome.citations) : [])
  // It may have been taken back meanwhile.
  if (!(await areStillGiven(context.db, actor, given))) throw notFound('object')
  return doneOutcome(outcome)
}

const doneOutcome = ({ data, says, citations }: Pick<ToolOutcome, 'data' | 'says' | 'citations'>): McpOutcome => ({
  status: 'done',
  says: plain(says),
  result: JSON.parse(JSON.stringify(data)),
  ...(citations ? { citations: JSON.parse(JSON.stringify(citations)) } : {}),
})

/** Links of the page mean nothing elsewhere: they become addresses of resources. */
const plain = (says: string) =>
  says.replace(SEALED, '[…]').replace(/\/v1\/objects\/([0-9a-f-]{36})/gu, 'dossier://objects/$1')

const offMessage = () => new AppError('conflict', 'run_ended', { en: 'The call was called off.', ru: 'Вызов отменён.' })

function calledOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(offMessage())
    signal.addEventListener('abort', () => reject(offMessage()), { once: true })
  })
}

const keyOf = (tool: Tool, input: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([tool.name, input], (_, value) => ordered(value)))
    .digest()

const ordered = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/**
 * A change is a run of the agent with this one call, so whatever is true of those holds here: it is carried out once, survives a
 * restart, waits for a yes where it must, and can be undone.
 */
async function change(context: Context, actor: Actor, asked: ToolRequest): Promise<McpOutcome> {
  const runId = await inTransaction(context, tx => claim(tx, actor, asked))
  const state = await settled(context, actor, runId, asked.signal)
  if (!state) return { status: 'failed', code: 'not_found', says: GONE[actor.language] }
  if (state.status !== 'running' && state.status !== 'paused') await noteReturned(context.db, actor, runId)
  return outcomeOf(state, actor, { runId, origin: asked.origin })
}

async function claim(tx: Context, actor: Actor, { tool, input, origin }: ToolRequest): Promise<string> {
  const asker = await lockAsker(tx.db, actor)
  if (!asker) throw offMessage()
  const key = keyOf(tool, input)
  const runId = uuidv7()
  const claimed = await claimCall(tx.db, actor, key, runId)
  if (!claimed.is_new) {
    const state = await stateOfCall(tx.db, actor.ownerId, claimed.run_id)
    if (state && isStillThat(state, claimed.told_at)) {
      await noteJoined(tx.db, actor, key)
      return claimed.run_id
    }
    await renewCall(tx.db, actor, key, runId)
  }
  const foreign = await hasReadForeign(tx.db, actor)
  await beginCall(tx, actor, { runId, tool, input, by: asker.name || 'MCP', origin, foreign })
  return runId
}

/**
 * Asked again it is the same call while it is under way, and, where somebody decided on it, until the outcome was told. One that was
 * called off was not decided on.
 */
const isStillThat = (state: CallState, returnedAt: Date | null): boolean =>
  state.status === 'running' ||
  state.status === 'paused' ||
  (state.status !== 'cancelled' &&
    state.decided_at !== null &&
    (returnedAt === null || Date.now() - returnedAt.getTime() < RETURNED_MS))

async function settled(
  context: Context,
  actor: Actor,
  runId: string,
  signal: AbortSignal,
): Promise<CallState | undefined> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const state = await stateOfCall(context.db, actor.ownerId, runId)
    if (signal.aborted && state?.status === 'running') await callOff(context, actor, runId).catch(() => {})
    if (state?.status !== 'running' || Date.now() > end || signal.aborted) return state
    await news(context, signal)
  }
}

/** Equal calls of one program are one run: it ends with the only one who waits for it. */
async function callOff(context: Context, actor: Actor, runId: string): Promise<void> {
  await inTransaction(context, async tx => {
    if (await lockUnjoinedCall(tx.db, actor, runId))
      await cancelRun(tx, { ...actor, bound: undefined, unlocked: true }, runId)
  })
}

/** Until something has happened in any run of this process, or for a moment. */
function news(context: Context, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, LOOK_MS)
    const stop = context.signals.on('agent', done)
    signal.addEventListener('abort', done, { once: true })
  })
}

const GONE = { en: 'The call was removed. Call again.', ru: 'Вызов удалён. Вызовите снова.' }
const WORKING = {
  en: 'It is being worked on. Call again with the same arguments to hear the outcome.',
  ru: 'Выполняется. Вызовите снова с теми же параметрами, чтобы узнать итог.',
}
const REFUSED = {
  en: 'The person said no, and nothing was done. Do not ask for it again unless they wish it.',
  ru: 'Пользователь отказал, ничего не сделано. Не просите об этом снова, пока он сам не захочет.',
}
const CALLED_OFF = {
  en: 'It was called off before it was done, and nothing was changed.',
  ru: 'Вызов отменён до выполнения, ничего не изменено.',
}
const waiting = (title: string, url: string) => ({
  en: `Not done yet: "${title}" waits for the person's yes at ${url}. Show them this address, then call again with the same arguments.`,
  ru: `Ещё не сделано: «${title}» ждёт согласия пользователя по адресу ${url}. Покажите ему этот адрес, затем вызовите снова с теми же параметрами.`,
})

function outcomeOf(
  state: CallState,
  { language }: Actor,
  { runId, origin }: { runId: string; origin: string },
): McpOutcome {
  if (state.status === 'paused') {
    const url = `${origin}/ask?who=agent&session=${runId}`
    const says = waiting(state.asked?.title ?? '', url)[language]
    return { status: 'waiting', says, confirmation_url: url, run_id: runId }
  }
  if (state.call === 'done')
    return { ...doneOutcome({ data: state.result?.data ?? {}, says: state.result?.says ?? '' }), run_id: runId }
  if (state.status === 'cancelled') return { status: 'refused', says: CALLED_OFF[language], run_id: runId }
  if (state.call === 'denied') return { status: 'refused', says: REFUSED[language], run_id: runId }
  if (state.call === 'failed') return { status: 'failed', says: state.result?.error ?? '', run_id: runId }
  return { status: 'working', says: WORKING[language], run_id: runId }
}
