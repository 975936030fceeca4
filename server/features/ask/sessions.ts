import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { givenActors } from '../people/index.ts'
import { findSession, findTrace, readTurns, stillThere } from './queries.ts'
import type { ReplyCitation, Trace } from './reply.ts'

const MOST_TURNS = 500

/** A conversation as it may be seen now: what it cites and can no longer be opened is not named. */
export async function readSession(context: Needs<'db'>, actor: Actor, id: string) {
  const found = await findSession(context.db, actor, id)
  if (!found) throw notFound('session')
  const turns = await readTurns(context.db, actor, id, MOST_TURNS)
  const cited = turns.flatMap(({ reply }) => reply.citations.map(({ object_id }) => object_id))
  const there = await thereNow(context, actor, [...new Set(cited)])
  const opens = ({ object_id }: ReplyCitation) => there.has(object_id)
  return {
    session_id: found.id,
    created_at: found.created_at,
    updated_at: found.updated_at,
    turns: turns.map(({ n, query, reply, created_at }) => ({
      ...reply,
      n,
      query,
      created_at,
      citations: reply.citations.filter(opens),
      primary: reply.primary && opens(reply.primary) ? reply.primary : null,
    })),
  }
}

/** Which of these files, own or shared, can be opened now. */
export async function thereNow(context: Needs<'db'>, actor: Actor, ids: string[]): Promise<Set<string>> {
  const viewers = [actor, ...(await givenActors(context, actor))]
  const found = await Promise.all(viewers.map(viewer => stillThere(context.db, viewer, ids)))
  return new Set(found.flat().map(({ id }) => id))
}

/** Why an answer is as it is. */
export async function readTrace(
  context: Needs<'db'>,
  actor: Actor,
  sessionId: string,
  n: number,
): Promise<Trace & { query: string }> {
  const found = await findTrace(context.db, actor, sessionId, n)
  if (!found) throw notFound('session')
  const ids = found.trace.retrieved.map(({ object_id }) => object_id)
  const there = await thereNow(context, actor, ids)
  const retrieved = found.trace.retrieved.filter(({ object_id }) => there.has(object_id))
  return { query: found.query, ...found.trace, retrieved }
}
