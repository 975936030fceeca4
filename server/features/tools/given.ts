import type { Actor, Needs } from '../../context.ts'
import { givenActors, standIn } from '../people/index.ts'
import { nameOf } from './queries.ts'
import type { GivenThing, Seat, Tool } from './tool.ts'

/** So many others are looked through beside one's own files. */
export const MOST_OWNERS = 8

/** Those who have given something to whom the run works for; a run that is held to a folder looks nowhere else. */
export const giversOf = async (
  context: Needs<'db'>,
  { actor, scope }: Pick<Seat, 'actor' | 'scope'>,
): Promise<Actor[]> => (scope.collectionId === null ? (await givenActors(context, actor)).slice(0, MOST_OWNERS) : [])

/** The seat for what a call names: where somebody else has given it, that owner's, bound to what was given. */
export async function seatAt(context: Needs<'db'>, seat: Seat, { as, object, folder }: GivenThing): Promise<Seat> {
  const id = object ?? folder
  if (!id || seat.actor.guest) return seat
  const named = { kind: object ? ('object' as const) : ('folder' as const), id }
  const actor = await standIn(context, seat.actor, { as, named, ownerOnly: false })
  if (actor === seat.actor) return seat
  return { ...seat, actor, by: await nameOf(context.db, seat.actor) }
}

export async function seatFor(context: Needs<'db'>, seat: Seat, tool: Tool, input: unknown): Promise<Seat> {
  const thing = tool.given?.(input, seat)
  return thing ? seatAt(context, seat, thing) : seat
}
