import { type Actor, type Context, inTransaction, type Needs } from '../../../context.ts'
import type { MadeOf } from '../../../db/visibility.ts'
import { AppError, InvalidInput } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { insertSession } from '../../conversations/index.ts'
import { DEFAULT_SLUG } from '../../profiles/index.ts'
import { type AgentRun, appendEvents, insertRun, lockRun, type StreamChunk } from './queries.ts'

/** Another worker has the run now, or it was cancelled: what this one still has in hand counts for nothing. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** What the run has read of others was taken back: nothing more is done or said in it. */
export class TakenBack extends Error {
  override name = 'TakenBack'
}

export interface RunLease {
  ownerId: string
  runId: string
  fence: string
}

/** A transaction on a run, if our lease is still valid. It locks the row, so writes to one run never overlap. */
export async function onRun<T>(
  context: Context,
  { ownerId, runId, fence }: RunLease,
  work: (tx: Context, run: AgentRun) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async tx => {
    const run = await lockRun(tx.db, ownerId, runId, fence)
    if (!run) throw new Superseded()
    if (!run.still_given) throw new TakenBack()
    const done = await work(tx, run)
    tx.signals.raise('agent')
    return done
  })
}

export const emitChunks = (
  tx: Context,
  { ownerId, runId }: Pick<RunLease, 'ownerId' | 'runId'>,
  chunks: StreamChunk[],
) => appendEvents(tx.db, ownerId, runId, chunks)

/** What is learnt in a run: from all that it has spoken of; with the zone open, it is hidden for good. */
export const madeOf = (run: AgentRun): MadeOf => ({
  objectIds: run.object_ids,
  givenIds: run.given_ids,
  hidden: run.is_hidden,
  from: run.read_foreign ? 'others' : run.object_ids.length + run.given_ids.length > 0 ? 'files' : 'owner',
})

/** What went wrong, in the words of the product. */
export function reasonOf(error: unknown, language: Language): string | undefined {
  if (error instanceof AppError) return error.words[language]
  if (error instanceof InvalidInput) {
    const [first] = error.complaints
    return first?.words?.[language] ?? `${first?.loc.slice(1).join('.')}: ${first?.type}`
  }
  return undefined
}

export const startOf = (runId: string, sessionId: string): StreamChunk => ({
  type: 'start',
  messageId: runId,
  messageMetadata: { run_id: runId, session_id: sessionId },
})

/** A run in a conversation of its own, which nobody has begun by writing a message. */
export async function beginAlone(
  tx: Needs<'db'>,
  actor: Actor,
  run: Pick<AgentRun, 'id' | 'session_id' | 'query' | 'scope'>,
): Promise<void> {
  await insertSession(tx.db, actor, { id: run.session_id, slug: DEFAULT_SLUG, chatId: 0 })
  await insertRun(tx.db, actor, {
    ...run,
    agent_slug: DEFAULT_SLUG,
    web_search: false,
    channel: { chat_id: 0, user_id: 0, members: [] },
    messages: [{ role: 'user', content: run.query }],
  })
  await appendEvents(tx.db, actor.ownerId, run.id, [startOf(run.id, run.session_id)])
}

export const textPart = (id: string, text: string): StreamChunk[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: text },
  { type: 'text-end', id },
]
