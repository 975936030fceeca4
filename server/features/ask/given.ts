import type { Actor, Context } from '../../context.ts'
import { givenActors } from '../people/index.ts'
import { type AnsweredQuestion, type AskOptions, type AskRequest, ask } from './ask.ts'
import { thereNow } from './sessions.ts'

/**
 * A question to one's own files and to those that others have given. An answer that rests on what was taken back while it was
 * made is not told: the question is asked again, of what is left, and the first turn is seen no more than any other of that kind.
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
