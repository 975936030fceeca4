import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { AppError, InvalidInput } from '../../../lib/errors.ts'
import type { Words } from '../../../lib/language.ts'
import {
  givenTouched,
  type Risk,
  type RunContext,
  runContextFor,
  scrubbed,
  type Tool,
  type ToolOutcome,
} from '../../tools/index.ts'
import { toolNamed } from '../tools/all.ts'
import { judge, needsYes } from './judge.ts'
import { mentionedIn } from './mentioned.ts'
import { type AgentRun, type StreamChunk, saveRun, setCall, type ToolCall, unreadOf } from './queries.ts'
import { emitChunks, onRun, type RunLease, reasonOf } from './store.ts'

const outputEvents = (runContext: RunContext, call: ToolCall, outcome: ToolOutcome): StreamChunk[] => [
  {
    type: 'tool-output-available',
    toolCallId: call.tool_call_id,
    output: scrubbed(outcome.data, []) as ToolOutcome['data'],
  },
  ...(outcome.citations ?? []).map((data, n) => {
    const id = `${runContext.callId}-${n}`
    return { type: 'data-citation' as const, id, data }
  }),
  ...(outcome.sources ?? []).map(({ url, title }) => ({ type: 'source-url' as const, sourceId: url, url, title })),
  ...(outcome.link
    ? [
        {
          type: 'data-link' as const,
          id: `link-${runContext.callId}`,
          data: { url: outcome.link, title: outcome.says },
        },
      ]
    : []),
]

/**
 * Carries out one call that needs no yes or has it. What it changes and that it is done are one transaction; a worker that dies
 * leaves either both or neither, and of two workers only the one that has the lease can write.
 */
export async function execute(
  context: Context,
  lease: RunLease,
  runContext: RunContext,
  call: ToolCall,
): Promise<void> {
  const tool = toolNamed(call.name)!
  const input = tool.input.parse(call.input)
  try {
    const seen = tool.look && (await tool.look(context, await runContextFor(context, runContext, tool, input), input))
    await onRun(context, lease, async (tx, run) => {
      // A link may have been made since it was planned: judged again, where it acts.
      const verdict = await judge(tx, runContext, run, { tool, input })
      if (!seen && needsYes(verdict, call)) {
        const from: ToolCall['status'][] = ['ready', 'approved']
        await setCall(tx.db, lease, call.tool_call_id, { from, to: 'pending', risk: verdict.risk })
        return
      }
      if (
        !(await setCall(tx.db, lease, call.tool_call_id, {
          from: ['ready', 'approved'],
          to: 'done',
        }))
      )
        return
      await assertAsAsked(tx, verdict.runContext, call)
      const outcome = seen ?? (await acted(tx, { ...verdict.runContext, madeOf: verdict.madeOf }, tool, input))
      const result = { data: outcome.data, says: outcome.says }
      await setCall(tx.db, lease, call.tool_call_id, { from: ['done'], to: 'done', result })
      const mentions = mentionedIn(call.input, outcome.data, outcome.citations)
      const given =
        outcome.given ?? (verdict.runContext.actor.guest ? await givenTouched(tx, runContext, mentions) : [])
      const foreign = outcome.foreign || outcome.sources !== undefined || (seen !== undefined && given.length > 0)
      const { cost: addCost } = outcome
      // Whoever has read it may not see what was read any longer than the file.
      const gone = outcome.gone && (await unreadOf(tx.db, lease.ownerId, run, outcome.gone))
      await saveRun(tx.db, lease.ownerId, lease.runId, { addCost, mentions, given, gone, foreign })
      await emitChunks(tx, lease, outputEvents(runContext, call, outcome))
    })
  } catch (error) {
    if (!(error instanceof AppError || error instanceof InvalidInput)) throw error
    await fail(context, lease, call, reasonOf(error, runContext.actor.language)!)
  }
}

const changedSinceAsked = () =>
  new AppError('conflict', 'version_conflict', {
    en: 'The file was changed after you were asked, so nothing was done. Ask for it again.',
    ru: 'Файл изменили после того, как у вас спросили, поэтому ничего не сделано. Попросите ещё раз.',
  })

/** A yes is for the content that it was asked for. */
async function assertAsAsked(tx: Context, runContext: RunContext, call: ToolCall): Promise<void> {
  const asked = call.status === 'approved' && call.result?.versions
  if (!asked) return
  const tool = toolNamed(call.name)!
  const now = await tool.versions?.(tx, runContext, tool.input.parse(call.input))
  if (!isDeepStrictEqual(asked, now)) throw changedSinceAsked()
}

/** With the ids of what it has changed, by which each is undone. */
async function acted(tx: Context, runContext: RunContext, tool: Tool, input: unknown): Promise<ToolOutcome> {
  const changed: string[] = []
  const outcome = await tool.act!(tx, { ...runContext, changed }, input)
  return changed.length > 0 ? { ...outcome, data: { ...outcome.data, change_ids: changed } } : outcome
}

export async function fail(context: Context, lease: RunLease, call: ToolCall, reason: string): Promise<void> {
  await onRun(context, lease, async tx => {
    const change = {
      from: ['ready', 'approved', 'pending'] as ToolCall['status'][],
      to: 'failed' as const,
      result: { error: reason },
    }
    if (await setCall(tx.db, lease, call.tool_call_id, change))
      await emitChunks(tx, lease, [{ type: 'tool-output-error', toolCallId: call.tool_call_id, errorText: reason }])
  })
}

const RISK_WORDS: Record<Risk, { en: string; ru: string }> = {
  read: { en: 'Only reads.', ru: 'Только чтение.' },
  reversible: { en: 'It can be undone.', ru: 'Это можно отменить.' },
  destructive: { en: 'Deletes for good.', ru: 'Удалит навсегда.' },
  outward: { en: 'It goes outside: others may see it.', ru: 'Это выходит наружу: увидят и другие.' },
}

const FOREIGN = {
  en: 'The assistant has read something that another person wrote.',
  ru: 'Помощник прочитал написанное другим человеком.',
}

export const sentenceOf = async (
  context: Context,
  runContext: RunContext,
  tool: Tool,
  input: unknown,
): Promise<Words> => tool.sentence(context, await runContextFor(context, runContext, tool, input), input)

interface Confirmation {
  call: ToolCall
  versions?: Record<string, number>
  title: string
  chunks: StreamChunk[]
}

/** The sentence is made by the server from what is stored; what cannot be done is said now, before anybody confirms it. */
async function confirmationOf(
  context: Context,
  runContext: RunContext,
  run: AgentRun,
  call: ToolCall,
): Promise<Confirmation> {
  const tool: Tool = toolNamed(call.name)!
  const input = tool.input.parse(call.input)
  const versions = await tool.versions?.(context, await runContextFor(context, runContext, tool, input), input)
  const sentence = await sentenceOf(context, runContext, tool, input)
  const language = runContext.actor.language
  const data = {
    tool_call_id: call.tool_call_id,
    title: sentence[language],
    detail: [...(run.read_foreign ? [FOREIGN[language]] : []), (tool.warning ?? RISK_WORDS[call.risk])[language]].join(
      ' ',
    ),
    risk: call.risk,
  }
  const chunks: StreamChunk[] = [
    { type: 'data-confirmation', id: `confirm-${call.tool_call_id}`, data },
    { type: 'tool-approval-request', approvalId: call.tool_call_id, toolCallId: call.tool_call_id },
  ]
  return { call, versions, title: data.title, chunks }
}

const WAITING = { from: ['pending' as const], to: 'pending' as const }

interface Pause {
  pending: ToolCall[]
  finish: (cost: number) => StreamChunk
  /** Of a call that another program has made: nobody may be looking. */
  notifyOwner: (tx: Context, run: AgentRun, title: string) => Promise<void>
}

/** The calls that wait, the state, and what the stream says of them are one transaction. False when none is left to wait for. */
export async function pause(
  context: Context,
  lease: RunLease,
  runContext: RunContext,
  { pending, finish, notifyOwner }: Pause,
): Promise<boolean> {
  const asked: Confirmation[] = []
  const run = await onRun(context, lease, async (_tx, locked) => locked)
  for (const call of pending)
    try {
      asked.push(await confirmationOf(context, runContext, run, call))
    } catch (error) {
      const reason = reasonOf(error, runContext.actor.language)
      if (reason === undefined) throw error
      await fail(context, lease, call, reason)
    }
  if (asked.length === 0) return false
  await onRun(context, lease, async (tx, locked) => {
    for (const { call, versions } of asked)
      if (versions) await setCall(tx.db, lease, call.tool_call_id, { ...WAITING, result: { versions } })
    const mentions = mentionedIn(...pending.map(({ input }) => input))
    await saveRun(tx.db, lease.ownerId, lease.runId, { status: 'paused', mentions })
    await emitChunks(tx, lease, [...asked.flatMap(({ chunks }) => chunks), finish(run.cost)])
    if (locked.scope.direct) await notifyOwner(tx, locked, asked.map(({ title }) => title).join('; '))
  })
  return true
}
