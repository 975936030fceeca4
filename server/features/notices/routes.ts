import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { integerText, list, out, uuid } from '../../lib/shapes.ts'
import { KINDS, markRead, noticesOf, unreadOf } from './queries.ts'

const DEFAULT_LIMIT = 30
const MOST_AT_ONCE = 200

const notice = z
  .object({
    id: out.uuid(),
    kind: z.enum(KINDS),
    person: z.string().nullable(),
    object_id: out.uuid().nullable(),
    filename: z.string().nullable(),
    collection_id: out.uuid().nullable(),
    folder: z.string().nullable(),
    is_read: z.boolean(),
    created_at: out.moment(),
  })
  .meta({ id: 'NoticeOut' })

export const noticeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/notices',
    name: 'listNotices',
    summary:
      'What I am told of: who has mentioned me, answered me or given me a folder, the newest first; kept for 90 days',
    tag: 'sharing',
    query: z.object({
      limit: integerText({ min: 1, max: MOST_AT_ONCE }).optional().describe('At most this many'),
      cursor: uuid().optional().describe('The `next_cursor` of the page before'),
    }),
    reply: z
      .object({ items: z.array(notice), unread: z.int(), next_cursor: z.string().nullable() })
      .meta({ id: 'NoticePage' }),
    run: async (context, { actor, query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT
      const found = await noticesOf(context.db, actor, { limit: limit + 1, after: query.cursor })
      const items = found.slice(0, limit)
      return {
        items,
        unread: await unreadOf(context.db, actor),
        next_cursor: found.length > limit ? items.at(-1)!.id : null,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/notices/read',
    name: 'readNotices',
    summary: 'Mark notices as read: these, or all',
    tag: 'sharing',
    body: z.object({ ids: list(uuid(), { max: MOST_AT_ONCE }).optional() }),
    reply: out.ok,
    example: {},
    run: async (context, { actor, body }) => {
      await markRead(context.db, actor, body.ids)
      return { ok: true }
    },
  }),
]
