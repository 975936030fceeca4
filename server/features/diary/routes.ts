import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { integerText, out, uuid } from '../../lib/shapes.ts'
import { entriesOf, isFolderSeen } from './queries.ts'

const DEFAULT_LIMIT = 50

const entry = z
  .object({
    id: out.uuid(),
    what: z.enum(['added', 'changed', 'renamed', 'moved', 'trashed', 'restored', 'commented', 'opened', 'closed']),
    person: z.string().nullable(),
    object_id: out.uuid().nullable(),
    name: z.string().nullable(),
    before: z.string().nullable(),
    to_name: z.string().nullable(),
    role: z.string().nullable(),
    created_at: out.moment(),
  })
  .meta({ id: 'DiaryEntryOut' })

export const diaryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id/diary',
    name: 'listDiary',
    summary:
      'Who did what in a folder and below it, the newest first; kept for 180 days, from when its owner has opened a folder to somebody',
    tag: 'sharing',
    scope: 'read',
    given: { as: 'viewer', folder: 'params.collection_id' },
    params: z.object({ collection_id: uuid() }),
    query: z.object({
      limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many'),
      cursor: uuid().optional().describe('The `next_cursor` of the page before'),
    }),
    reply: z.object({ items: z.array(entry), next_cursor: z.string().nullable() }).meta({ id: 'DiaryPage' }),
    run: async (context, { actor, params, query }) => {
      if (!(await isFolderSeen(context.db, actor, params.collection_id))) throw notFound('collection')
      const limit = query.limit ?? DEFAULT_LIMIT
      const page = { limit: limit + 1, after: query.cursor }
      const found = await entriesOf(context.db, actor, params.collection_id, page)
      const items = found.slice(0, limit)
      return { items, next_cursor: found.length > limit ? items.at(-1)!.id : null }
    },
  }),
]
