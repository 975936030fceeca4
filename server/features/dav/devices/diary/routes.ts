import { z } from 'zod'
import { type Route, route } from '../../../../http/route.ts'
import { notFound } from '../../../../lib/errors.ts'
import { integerText, moment, out, uuid } from '../../../../lib/shapes.ts'
import { entriesOf, isDevice } from './queries.ts'
import { startUndo } from './undo.ts'

const tag = 'account'
const DEFAULT_LIMIT = 50

const entry = z
  .object({
    id: out.uuid(),
    what: z.enum(['added', 'changed', 'moved', 'deleted', 'restored', 'removed']),
    object_id: out.uuid().nullable(),
    collection_id: out.uuid().nullable(),
    name: z.string().nullable(),
    name_before: z.string().nullable(),
    from_folder: z.string().nullable(),
    to_folder: z.string().nullable(),
    created_at: out.moment(),
    undone_at: out.moment().nullable(),
    left_why: z.enum(['changed_since', 'gone', 'not_empty']).nullable(),
  })
  .meta({ id: 'DeviceDeedOut' })

const device = z.object({ token_id: uuid() })

export const deviceDiaryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/devices/:token_id/diary',
    name: 'listDeviceDiary',
    scope: 'account',
    summary:
      'What a device did to files and folders, the newest first; kept for 30 days, also of one that was disconnected. `left_why` says why an undo has left it',
    tag,
    params: device,
    query: z.object({
      limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many'),
      cursor: uuid().optional().describe('The `next_cursor` of the page before'),
    }),
    reply: z.object({ items: z.array(entry), next_cursor: z.string().nullable() }).meta({ id: 'DeviceDiaryPage' }),
    run: async (context, { actor, params, query }) => {
      if (!(await isDevice(context.db, actor, params.token_id))) throw notFound('token')
      const limit = query.limit ?? DEFAULT_LIMIT
      const found = await entriesOf(context.db, actor, params.token_id, { limit: limit + 1, after: query.cursor })
      const items = found.slice(0, limit)
      return { items, next_cursor: found.length > limit ? items.at(-1)!.id : null }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/devices/:token_id/undo',
    name: 'undoDevice',
    scope: 'account',
    summary:
      'Put back what a device has done since a moment: from the trash, from earlier revisions, to earlier places. What was changed since by others is left. Followed by GET /v1/tasks-status/{task_id}; `report` has `undone` and `left`',
    tag,
    params: device,
    body: z.object({ since: moment() }),
    reply: z.object({ task_id: out.uuid() }).meta({ id: 'DeviceUndoAccepted' }),
    status: 202,
    example: { since: '2026-11-01T12:00:00Z' },
    run: async (context, { actor, params, body }) => ({
      task_id: await startUndo(context, actor, params.token_id, new Date(body.since)),
    }),
  }),
]
