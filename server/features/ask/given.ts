import type { Actor, Context } from '../../context.ts'
import { givenActors } from '../people/index.ts'
import { type AnsweredQuestion, type AskOptions, type AskRequest, ask } from './ask.ts'
import { thereNow } from './sessions.ts'

/**
 * Asks a question of one's own files and of those shared with the person. If a share is withdrawn while the answer is
 * made and the answer rests on it, the answer is discarded and the question is asked again of what is left; the first
 * turn is hidden like any other that rests on withdrawn files.
 */
export async function askGiven(
  context: Context,
  actor: Actor,
  request: AskRequest,
  options: Omit<AskOptions, 'givers'>,
): Promise<AnsweredQuestion> {
  const givers = await givenActors(context, actor)
  const answered = await ask(context, actor, request, { ...options, givers })
  if (givers.length === 0) return answered
  const cited = answered.citations.map(({ object_id }) => object_id)
  const there = await thereNow(context, { ...actor, unlocked: actor.unlocked && request.include_hidden }, cited)
  return cited.every(id => there.has(id)) ? answered : ask(context, actor, request, options)
}
