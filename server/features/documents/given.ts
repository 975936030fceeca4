import type { Actor, Needs } from '../../context.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { standIn } from '../people/index.ts'

/**
 * Work on a file that somebody else has given is a task of whoever asked for it. Its result is a new file of their own, or with
 * `replace`, which an editor may, the next version of the owner's.
 */

export interface Source {
  objectId: string
  /** The file's owner, where it was given. */
  givenBy?: string
  replaces?: number | null
}

export const givenBy = (actor: Actor): Pick<Source, 'givenBy'> => (actor.guest ? { givenBy: actor.ownerId } : {})

/** As whom the file is read, asked anew: what is not given any more is not found. */
export async function readerOf(context: Needs<'db'>, person: Actor, source: Source): Promise<Actor> {
  if (!source.givenBy) return person
  return (await givenSource(context, person, source)).reader
}

export async function givenSource(
  context: Needs<'db'>,
  person: Actor,
  { objectId, replaces }: Source,
): Promise<{ reader: Actor; object: StoredObject }> {
  const as = typeof replaces === 'number' ? 'editor' : 'viewer'
  const reader = await standIn(context, person, { as, named: { kind: 'object', id: objectId }, ownerOnly: false })
  return { reader, object: await getObject(context, reader, objectId) }
}
