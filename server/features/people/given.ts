import type { Actor, Needs } from '../../context.ts'
import { AppError, notOwner } from '../../lib/errors.ts'
import { type GivenFolder, givenByOwnerOf, givenTo, isSeen, type NamedPerson } from './queries.ts'

/**
 * On whose behalf a call is made that is about what somebody else has opened to the caller: that of the owner, with the zone
 * locked, bound to the folders that were given. Which of their things the caller sees is then the one rule of visibility.
 */

export interface GivenRequest {
  /** What the caller must be to do it. */
  as: 'viewer' | 'editor' | 'owner'
  named: NamedPerson
  /** It touches what only the owner decides. */
  ownerOnly: boolean
}

const notEditor = () =>
  new AppError('forbidden', 'not_editor', {
    en: 'You may read this folder, not change it. Ask its owner to let you edit.',
    ru: 'Эту папку вам можно только читать. Попросите владельца разрешить изменения.',
  })

const actorFor = (actor: Actor, given: GivenFolder[], editing = false): Actor => {
  const { owner_id, owner_name, owner_email, tariff, own_bucket } = given[0]!
  const editable = given.filter(({ role }) => role === 'editor').map(({ collection_id }) => collection_id)
  return {
    ...actor,
    ownerId: owner_id,
    tariff,
    ownBucket: own_bucket,
    unlocked: false,
    bound: { collectionIds: editing ? editable : given.map(({ collection_id }) => collection_id) },
    guest: { userId: actor.ownerId, ownerName: owner_name || owner_email, editable, isEditing: editing },
  }
}

/** One for each owner, in the order of their first grant. */
export const actorsOf = (actor: Actor, given: GivenFolder[]): Actor[] =>
  [...new Set(given.map(({ owner_id }) => owner_id))].map(ownerId =>
    actorFor(
      actor,
      given.filter(({ owner_id }) => owner_id === ownerId),
    ),
  )

/** The caller on behalf of everybody who has given them something. */
export const givenActors = async (context: Needs<'db'>, actor: Actor): Promise<Actor[]> =>
  actor.bound || actor.guest ? [] : actorsOf(actor, await givenTo(context.db, actor))

/** The same, where they may also change it. */
export async function editorActors(context: Needs<'db'>, actor: Actor): Promise<Actor[]> {
  const viewers = await givenActors(context, actor)
  return viewers.flatMap(viewer =>
    viewer.guest?.editable.length
      ? [{ ...viewer, bound: { collectionIds: viewer.guest.editable }, guest: { ...viewer.guest, isEditing: true } }]
      : [],
  )
}

/** The caller themselves where the thing is their own or cannot be seen: then it is not found, like anything else that is not there. */
export async function standIn(context: Needs<'db'>, actor: Actor, asked: GivenRequest): Promise<Actor> {
  // A program that was let into one folder gets no further by what its owner was given.
  if (actor.bound) return actor
  const given = await givenByOwnerOf(context.db, actor, asked.named)
  if (given.length === 0) return actor
  const viewer = actorFor(actor, given)
  if (!(await isSeen(context.db, viewer, asked.named))) return actor
  if (asked.as === 'owner' || asked.ownerOnly) throw notOwner()
  if (asked.as === 'viewer') return viewer
  const editor = actorFor(actor, given, true)
  if (await isSeen(context.db, editor, asked.named)) return editor
  // It may have been taken back since it was looked at.
  if (await isSeen(context.db, viewer, asked.named)) throw notEditor()
  return actor
}
