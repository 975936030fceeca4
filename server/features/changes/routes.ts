import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { integerText, out, text, uuid } from '../../lib/shapes.ts'
import { changePage } from './ledger.ts'
import { presentChange } from './present.ts'
import { type Undoers, undoChange } from './undo.ts'

const tag = 'changes'

const BY = ['service', 'agent'] as const

const change = z
  .object({
    id: out.uuid(),
    by: z.enum(BY),
    subject: z.string(),
    name: z.string().nullable().describe('What the file or the task is called now'),
    object_id: out.uuid().nullable(),
    collection_id: out.uuid().nullable(),
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    why: z.string(),
    created_at: out.moment(),
    undone_at: out.moment().nullable(),
  })
  .meta({ id: 'ChangeOut' })

export const changeRoutes = (undoers: Undoers): Route[] => [
  route({
    method: 'GET',
    path: '/v1/changes',
    name: 'listChanges',
    summary: 'What was changed for me by the service or the agent, and why; the newest first',
    tag,
    query: z.object({
      by: z.enum(BY).optional().describe('Who changed it'),
      limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many'),
      cursor: text({ max: 100 }).optional().describe('The `next_cursor` of the page before'),
    }),
    reply: z.object({ items: z.array(change), next_cursor: z.string().nullable() }).meta({ id: 'ChangePage' }),
    run: async (context, { actor, query }) => {
      const { items, nextCursor } = await changePage(context, actor, query)
      return { items: items.map(presentChange), next_cursor: nextCursor }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/changes/:change_id/undo',
    name: 'undoChange',
    refuses: ['changed_since'],
    summary: 'Take such a change back; 409 when the thing has changed since',
    tag,
    params: z.object({ change_id: uuid() }),
    reply: change,
    run: async (context, { actor, params }) =>
      presentChange(await undoChange(context, actor, params.change_id, undoers)),
  }),
]
