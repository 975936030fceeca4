import type { Needs } from '../../context.ts'
import type { Fragment } from '../../db/connect.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { deliverWebhook, tellGuests } from './jobs.ts'
import { insertEvent, type Onward, tellingParts } from './queries.ts'

export const EVENT_TYPES = [
  'object.ready',
  'object.failed',
  'task.progress',
  'task.done',
  'reminder.due',
  'usage.changed',
  'device.stopped',
  'search.matched',
  'grant.changed',
  'comment.created',
  'agent.waiting',
  'notice.created',
] as const

/** Told by the stream alone: what came before was not heard, and is not told any more. */
export const MISSED = 'events.missed'

export type EventType = (typeof EVENT_TYPES)[number]

export interface Happening {
  ownerId: string
  type: EventType
  objectId?: string
  /** What it is made from, where it speaks of something that was. */
  madeOf?: MadeOf
  data: Record<string, unknown>
}

const ONWARD: Onward = { delivery: deliverWebhook, forward: tellGuests }

/** Tells the owner's open pages and webhooks, in the transaction of what it tells of. */
export async function emit(context: Needs<'db' | 'signals'>, event: Happening): Promise<void> {
  await insertEvent(context.db, { ...event, objectId: event.objectId ?? null }, ONWARD)
  toldOf(context, true)
}

/** The same as parts of the statement that writes it; whoever runs it asks `anyDelivery` in it and says `toldOf` afterwards. */
export const telling = (event: Happening, happened: Fragment): Fragment =>
  tellingParts({ ...event, objectId: event.objectId ?? null }, ONWARD, happened)

export function toldOf(context: Needs<'signals'>, deliveries: boolean): void {
  context.signals.raise('events')
  if (deliveries) context.signals.raise(`jobs:${deliverWebhook.lane}`)
}
