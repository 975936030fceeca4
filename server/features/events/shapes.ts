import { z } from 'zod'
import { out } from '../../lib/shapes.ts'
import { union, variant } from '../../lib/variants.ts'

/** What happens, as it is told to open pages, to programs and to webhooks. */

const object_id = out.uuid()
const task_id = out.uuid()

/** Sent by the stream alone: earlier events were not received, and are not sent any more. */
export const MISSED = 'events.missed'

export const serverEvent = union('ServerEvent', [
  variant('Event', 'object.ready', { object_id, status: z.literal('ready') }),
  variant('Event', 'object.failed', { object_id, status: z.literal('failed'), error: z.string() }),
  variant('Event', 'task.progress', {
    task_id: task_id.optional(),
    object_id: object_id.optional().describe('The recording that is being written down, where it is no task'),
    progress: z.number().describe('From 0 to 1'),
    seconds_done: z.int().optional(),
  }),
  variant('Event', 'task.done', {
    task_id,
    ok: z.boolean(),
    object_ids: z.array(object_id),
    error: z.string().optional(),
  }),
  variant('Event', 'reminder.due', {
    event_id: out.uuid(),
    number: z.int(),
    title: z.string(),
    location: z.string(),
    starts_at: out.moment(),
    ends_at: out.moment(),
    occurrence_at: out.moment(),
    all_day: z.boolean(),
    minutes: z.int(),
  }),
  variant('Event', 'usage.changed', { meter: z.string(), operation: z.string(), cost_rub: z.number() }),
  variant('Event', 'device.stopped', { token_id: out.uuid(), files: z.int() }),
  variant('Event', 'search.matched', { object_id, search_id: out.uuid(), name: z.string() }),
  variant('Event', 'grant.changed', {
    collection_id: out.uuid().optional().describe('Told to the owner of the folder only'),
  }),
  variant('Event', 'comment.created', {
    object_id: object_id.optional().describe('Told to the owner of the file only'),
  }),
  variant('Event', 'agent.waiting', {
    run_id: out.uuid(),
    session_id: out.uuid(),
    app: z.string(),
    title: z.string(),
  }),
  variant('Event', 'notice.created', { notice_id: out.uuid(), kind: z.enum(['mention', 'reply', 'grant']) }),
  variant('Event', MISSED, {}),
])
type ServerEvent = z.output<typeof serverEvent>

export type EventType = Exclude<ServerEvent['type'], typeof MISSED>

/** An event with what is told in it. */
export type EventData = {
  [Type in EventType]: { type: Type; data: Omit<Extract<ServerEvent, { type: Type }>, 'type'> }
}[EventType]

export const EVENT_TYPES = serverEvent.options.map(({ shape }) => shape.type.value).filter(type => type !== MISSED) as [
  EventType,
  ...EventType[],
]
