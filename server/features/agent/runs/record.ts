import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { EVERYTHING } from '../../tools/index.ts'
import { appendEvents, saveRun } from './queries.ts'
import { finish } from './step.ts'
import { beginAlone, textPart } from './store.ts'

/** A conversation that the service begins itself: its one turn is answered from the start. */
export async function recordAnswer(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  { query, answer, mentions }: { query: string; answer: string; mentions: string[] },
): Promise<void> {
  const [sessionId, runId] = [uuidv7(), uuidv7()]
  await inTransaction(context, async tx => {
    await beginAlone(tx, actor, { id: runId, session_id: sessionId, query, scope: { ...EVERYTHING, origin: '' } })
    await saveRun(tx.db, actor.ownerId, runId, { status: 'completed', answer, mentions })
    await appendEvents(tx.db, actor.ownerId, runId, [...textPart('text-0', answer), finish('completed')(0)])
  })
}
