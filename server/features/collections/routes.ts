import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { createCollection } from './create.ts'
import { findCollection, listCollections } from './queries.ts'
import { collection, collectionCreate, collectionId } from './schema.ts'

const tag = 'folders'

export const collectionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections',
    summary: 'My folders, flat',
    tag,
    reply: z.object({ items: z.array(collection) }),
    run: async (context, { actor }) => ({ items: await listCollections(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/collections',
    summary: 'Make a folder',
    tag,
    body: collectionCreate,
    reply: collection,
    status: 201,
    example: { name: 'Contracts' },
    run: (context, { actor, body }) => createCollection(context, actor, body),
  }),
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id',
    summary: 'One folder',
    tag,
    params: collectionId,
    reply: collection,
    run: async (context, { actor, params }) => {
      const found = await findCollection(context.db, actor, params.collection_id)
      if (!found) throw notFound('collection')
      return found
    },
  }),
]
