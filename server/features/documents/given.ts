import type { Actor, Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { standIn } from '../people/index.ts'
import { contentsOf } from './queries.ts'

/**
 * Work on a file that somebody else has given is a task of whoever asked for it. Its result is a new file of their own, or with
 * `replace`, which an editor may, the next version of the owner's.
 */

export interface GivenSource {
  objectId: string
  /** The file's owner, where it was given. */
  givenBy?: string
  replaces?: number | null
  /** Its bytes as they were when the work was asked for. */
  hash?: string
  /** A second file that goes into the result. */
  sourceId?: string | null
  sourceHash?: string | null
}

export const givenBy = (actor: Actor): Pick<GivenSource, 'givenBy'> => (actor.guest ? { givenBy: actor.ownerId } : {})

/** The files of others that a task is about; undefined where they are the caller's own. */
export const givenIdsOf = (payload: {
  givenBy?: string
  objectId?: string
  sourceId?: string | null
  sources?: { id: string }[]
}): string[] | undefined =>
  payload.givenBy === undefined
    ? undefined
    : [payload.objectId, payload.sourceId, ...(payload.sources ?? []).map(({ id }) => id)].filter(
        id => typeof id === 'string',
      )

/** The actor who reads the file, checked again now: if it is no longer shared, it is not found. */
export async function readerOf(context: Needs<'db'>, person: Actor, source: GivenSource): Promise<Actor> {
  return source.givenBy ? (await givenSources(context, person, source)).reader : person
}

/**
 * The file and, where there is one, the second file. The work is refused if either has changed since it was accepted:
 * the new content may have been shared for another reason.
 */
export async function givenSources(context: Needs<'db'>, person: Actor, source: GivenSource) {
  const { sourceId, sourceHash } = source
  const found = await givenSource(context, person, source)
  const beside = sourceId ? await givenSource(context, person, { objectId: sourceId }) : undefined
  const isSame = !source.hash || found.object.content_hash === source.hash
  if (!isSame || (sourceHash && beside?.object.content_hash !== sourceHash)) throw changedMeanwhile()
  return found
}

async function givenSource(
  context: Needs<'db'>,
  person: Actor,
  { objectId, replaces }: GivenSource,
): Promise<{ reader: Actor; object: StoredObject }> {
  const as = typeof replaces === 'number' ? 'editor' : 'viewer'
  const reader = await standIn(context, person, { as, named: { kind: 'object', id: objectId }, ownerOnly: false })
  return { reader, object: await getObject(context, reader, objectId) }
}

/** The actor who may read all of these files of one owner, checked again now, and the origin of their content. */
export async function givenTogether(
  context: Needs<'db'>,
  person: Actor,
  sources: { id: string; hash: string }[],
): Promise<{ reader: Actor; origin: StoredObject['origin'] }> {
  const [first] = sources
  const named = { kind: 'object' as const, id: first!.id }
  const reader = await standIn(context, person, { as: 'viewer', named, ownerOnly: false })
  const seen = reader.guest ? await contentsOf(context.db, reader, sources) : []
  const hashes = new Map(seen.map(({ id, content_hash }) => [id, content_hash]))
  if (sources.some(({ id }) => !hashes.has(id))) throw notFound('object')
  if (sources.some(({ id, hash }) => hashes.get(id) !== hash)) throw changedMeanwhile()
  return { reader, origin: seen.find(({ origin }) => origin !== 'owner')?.origin ?? 'owner' }
}

export const changedMeanwhile = () =>
  new AppError('conflict', 'version_conflict', {
    en: 'The file was changed while the work was going on, so nothing was saved. Start it again.',
    ru: 'Пока шла работа, файл изменили, поэтому ничего не сохранено. Запустите ещё раз.',
  })
