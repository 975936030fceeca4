import { type Route, route } from '../../http/route.ts'
import { filterOf } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import { searchGiven } from './given.ts'
import { presentResult } from './present.ts'
import * as shape from './schema.ts'
import { vectorProgress } from './vectors/progress.ts'

const DEFAULT_LIMIT = 20

export const searchRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/search',
    name: 'search',
    given: { as: 'viewer', folder: 'query.collection_id' },
    refuses: [
      'blank_query',
      'call_too_dear',
      'not_found',
      'tariff_spent',
      'unknown_date',
      'unknown_doc_type',
      'unknown_kind',
    ],
    summary:
      'Find files by words in any form, by meaning, and by operators: "a phrase", -word, type:, kind:, tag:, in:, before:, after:',
    tag: 'search',
    query: shape.searchQuery,
    reply: shape.searchReply,
    run: async (context, { actor, query }) =>
      presentResult(
        await searchGiven(context, actor, query.collection_id ? [] : await givenActors(context, actor), {
          text: query.q,
          mode: query.mode ?? 'hybrid',
          collectionId: query.collection_id,
          themeId: query.theme_id,
          kind: query.kind,
          docType: query.doc_type,
          facts: filterOf(query),
          limit: query.limit ?? DEFAULT_LIMIT,
          offset: query.offset ?? 0,
        }),
        actor.language,
      ),
  }),
  route({
    method: 'GET',
    path: '/v1/search/vectors',
    name: 'getVectorProgress',
    refuses: ['call_too_dear', 'tariff_spent'],
    summary:
      'How many of my files can be found by meaning already, and how long the rest will take; model is null where no encoder runs',
    tag: 'search',
    reply: shape.vectorsReply,
    run: (context, { actor }) => vectorProgress(context, actor),
  }),
]
