import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { out } from '../../../lib/shapes.ts'
import { filterOf } from '../list.ts'
import { filterQuery } from '../schema.ts'
import { facetsOf } from './facets.ts'

const counted = z.array(z.object({ value: z.string(), count: z.int() }))

const facets = z
  .object({
    total: z.int(),
    total_is_exact: z.boolean(),
    counts_are_exact: z.boolean().describe('false: estimated from some thousand files chosen at random'),
    type: counted,
    kind: counted,
    state: counted,
    year: counted,
    person: counted,
    organisation: counted,
    tag: z.array(z.object({ value: z.string(), count: z.int(), color: z.string().nullable() })),
    folder: z.array(z.object({ value: out.uuid(), name: z.string(), count: z.int() })),
    amount: z.array(z.object({ min: z.number(), max: z.number().nullable(), count: z.int() })),
    favorite: z.int(),
    unfiled: z.int(),
  })
  .meta({ id: 'FacetsOut' })

export const facetRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/facets',
    name: 'getFacets',
    given: { as: 'viewer', folder: 'query.collection_id' },
    refuses: ['not_found', 'unknown_doc_type'],
    summary:
      'How many files there are by type, tag, folder, person, organisation, state, year and amount, with the filters of the list',
    tag: 'library',
    query: filterQuery,
    reply: facets,
    run: (context, { actor, query }) => facetsOf(context, actor, filterOf(query)),
  }),
]
