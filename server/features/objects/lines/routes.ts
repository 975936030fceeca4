import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { uuid } from '../../../lib/shapes.ts'
import { boundTo } from '../../collections/index.ts'
import { filterOf, listPage } from '../list.ts'
import { listQuery, objectDetail } from '../schema.ts'

const linesQuery = listQuery.extend({
  within: uuid().optional().describe('what lies in this folder and below it'),
})

/** What is needed to do something with a file that nobody looks at. */
const line = objectDetail.pick({
  id: true,
  filename: true,
  kind: true,
  collection_id: true,
  tags: true,
  is_favorite: true,
  is_hidden: true,
  name_locked: true,
  access: true,
  owner_name: true,
  deleted_at: true,
})

const NAMES = Object.keys(line.shape) as (keyof typeof line.shape)[]

const lines = z
  .object({
    items: z.array(line),
    total: z.int(),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ObjectLines' })

export const lineRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/lines',
    name: 'listFileLines',
    given: { as: 'viewer', folder: 'query.collection_id' },
    refuses: ['not_found', 'unknown_doc_type'],
    summary: 'The same list with a few words on each file, for who does something with all of them',
    tag: 'objects',
    query: linesQuery,
    reply: lines,
    run: async (context, { actor, query }) => {
      const { sort, limit, cursor, offset, within } = query
      const viewer = within ? await boundTo(context, actor, within) : actor
      const { items, total, exact, nextCursor } = await listPage(context, viewer, filterOf(query), {
        sort,
        limit,
        cursor,
        offset,
      })
      return {
        items: items.map(object => Object.fromEntries(NAMES.map(name => [name, object[name]]))),
        total,
        total_is_exact: exact,
        next_cursor: nextCursor,
      }
    },
  }),
]
