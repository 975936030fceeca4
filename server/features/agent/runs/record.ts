import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { DEFAULT_SLUG } from '../../profiles/index.ts'
import { insertSession } from '../sessions/queries.ts'
import { appendEvents, insertRun, saveRun } from './queries.ts'
import { finish } from './step.ts'
import { textPart } from './store.ts'

/** A conversation that the service begins itself: its one turn is answered from the start. */
export async function recordAnswer(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  { query, answer, mentions }: { query: string; answer: string; mentions: string[] },
): Promise<void> {
  const [sessionId, runId] = [uuidv7(), uuidv7()]
  await inTransaction(context, async tx => {
    await insertSession(tx.db, actor, { id: sessionId, slug: DEFAULT_SLUG, chatId: 0 })
    await insertRun(tx.db, actor, {
      id: runId,
      session_id: sessionId,
      agent_slug: DEFAULT_SLUG,
      query,
      scope: { collectionId: null, subfolders: true, objectIds: [], attachmentIds: [], origin: '' },
      web_search: false,
      channel: { chat_id: 0, user_id: 0, members: [] },
      messages: [{ role: 'user', content: query }],
    })
    await saveRun(tx.db, actor.ownerId, runId, { status: 'completed', answer, mentions })
    await appendEvents(tx.db, actor.ownerId, runId, [
      { type: 'start', messageId: runId, messageMetadata: { run_id: runId, session_id: sessionId } },
      ...textPart('text-0', answer),
      finish('completed')(0),
    ])
  })
}
