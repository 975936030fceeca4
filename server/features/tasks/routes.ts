import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { anyId, integerText, moment, out, text } from '../../lib/shapes.ts'
import { withOffset } from '../../lib/time-zones.ts'
import { findSettings } from '../settings/index.ts'
import { changeTask, MAX_ASSIGNEE, MAX_TITLE } from './change.ts'
import { countTasks, listTasks, type Task } from './queries.ts'

const tag = 'tasks'

const task = z
  .object({
    id: out.uuid(),
    number: z.int(),
    title: z.string(),
    status: z.string(),
    assignee: z.string(),
    due_at: out.moment().nullable(),
    done_at: out.moment().nullable(),
    overdue: z.boolean(),
    source_object_id: out.uuid().nullable(),
    source_char_start: z.int().nullable(),
    source_char_end: z.int().nullable(),
    source_start_s: z.number().nullable(),
    made_from: z.enum(['owner', 'files', 'others']),
  })
  .meta({ id: 'TaskOut' })

const taskUpdate = z
  .object({
    status: z.enum(['open', 'done']),
    title: text({ min: 1, max: MAX_TITLE }),
    due_at: moment().nullable(),
    assignee: text({ max: MAX_ASSIGNEE }),
  })
  .partial()

/** The due date as a clock of the owner shows it. */
const present =
  (zone: string) =>
  ({ given_ids: _given, ...found }: Task) => ({
    ...found,
    due_at: found.due_at && withOffset(zone, found.due_at.getTime()),
    overdue: found.status === 'open' && found.due_at !== null && found.due_at.getTime() < Date.now(),
  })

export const taskRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/tasks',
    name: 'listTasks',
    summary: 'My tasks; the counters are over all of them',
    tag,
    query: z.object({
      status: z
        .enum(['open', 'done', 'all'])
        .optional()
        .describe('Those to be done, those that are done, or all; without it those to be done'),
      limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many'),
    }),
    reply: z.object({ items: z.array(task), open: z.int(), overdue: z.int() }).meta({ id: 'TaskList' }),
    run: async (context, { actor, query }) => {
      const { timezone } = await findSettings(context.db, actor.ownerId)
      const items = await listTasks(context.db, actor, query.status ?? 'open', query.limit ?? 50)
      return { items: items.map(present(timezone || 'UTC')), ...(await countTasks(context.db, actor)) }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/tasks/:task_id',
    name: 'updateTask',
    summary: 'Close, reopen or change a task; tasks are made by the assistant',
    tag,
    params: z.object({ task_id: anyId() }),
    body: taskUpdate,
    reply: task,
    example: { status: 'done' },
    run: async (context, { actor, params, body }) => {
      const { timezone } = await findSettings(context.db, actor.ownerId)
      const { due_at: due, ...rest } = body
      const dueAt = due === undefined ? {} : { dueAt: due === null ? null : new Date(due) }
      return present(timezone || 'UTC')(await changeTask(context, actor, params.task_id, { ...rest, ...dueAt }))
    },
  }),
]
