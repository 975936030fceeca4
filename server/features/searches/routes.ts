import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { dropSearch, editSearch, saveSearch } from './change.ts'
import { searchesOf } from './queries.ts'
import * as shape from './schema.ts'
import { thingsNamed } from './things.ts'

const tag = 'library'

export const searchRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/search/things',
    name: 'searchThings',
    summary: 'What is not a file, by its name: people and companies that files are with, events, tasks',
    tag: 'search',
    query: shape.thingsQuery,
    reply: shape.thingsOut,
    run: (context, { actor, query }) => thingsNamed(context, actor, query.q),
  }),
  route({
    method: 'GET',
    path: '/v1/saved-searches',
    name: 'listSavedSearches',
    summary: 'My saved searches',
    tag,
    reply: z.object({ items: z.array(shape.searchOut) }),
    run: async (context, { actor }) => ({ items: await searchesOf(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/saved-searches',
    name: 'saveSearch',
    refuses: ['not_found', 'too_many_searches', 'unknown_doc_type'],
    summary: 'Save a search: words, filters, or both; with `watch` an event tells of every new file that matches',
    tag,
    body: shape.newSearch,
    reply: shape.searchOut,
    status: 201,
    example: { name: 'Invoices of 2026', filters: { doc_type: 'invoice', since: '2026-01-01', until: '2026-12-31' } },
    run: (context, { actor, body }) => saveSearch(context, actor, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/saved-searches/:search_id',
    name: 'updateSavedSearch',
    refuses: ['unknown_doc_type'],
    summary: 'Rename a saved search, change what it looks for, or have it watch',
    tag,
    params: shape.searchId,
    body: shape.searchEdit,
    reply: shape.searchOut,
    example: { watch: true },
    run: (context, { actor, params, body }) => editSearch(context, actor, params.search_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/saved-searches/:search_id',
    name: 'deleteSavedSearch',
    scope: 'write',
    summary: 'Forget a saved search',
    tag,
    params: shape.searchId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await dropSearch(context, actor, params.search_id)
      return { ok: true }
    },
  }),
]
