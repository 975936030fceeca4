import { z } from 'zod'
import type { Actor, Needs } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { objectDetail, presentObject, type StoredObject } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import { markedOf, ownersOfMarked } from './queries.ts'

/** So many are listed. */
const MOST = 200

/** Owner by owner, like everything that is read of others. */
async function givenFavorites(context: Needs<'db'>, actor: Actor): Promise<StoredObject[]> {
  const owners = new Set((await ownersOfMarked(context.db, actor)).map(({ owner_id }) => owner_id))
  if (owners.size === 0) return []
  const found: Awaited<ReturnType<typeof markedOf>> = []
  for (const viewer of await givenActors(context, actor))
    if (owners.has(viewer.ownerId)) found.push(...(await markedOf(context.db, viewer, MOST)))
  return found
    .toSorted((a, b) => b.marked_at.getTime() - a.marked_at.getTime())
    .slice(0, MOST)
    .map(({ marked_at: _at, ...object }) => object)
}

export const favoriteRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/shared/favorites',
    name: 'listSharedFavorites',
    summary: 'Files of others that I have marked as favourites, the last marked first; at most 200',
    tag: 'sharing',
    scope: 'read',
    reply: z.object({ items: z.array(objectDetail) }),
    run: async (context, { actor }) => ({ items: (await givenFavorites(context, actor)).map(presentObject) }),
  }),
]
