import type { Needs } from '../../context.ts'
import type { Fragment } from '../../db/connect.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { deliverWebhook, notifyGuests } from './jobs.ts'
import { insertEvent, insertEvents, type Onward, partsOfEvent } from './queries.ts'
import type { EventData } from './shapes.ts'

export type Happening = EventData & {
  ownerId: string
  objectId?: string
  /** The sources of the thing that the event is about. */
  madeOf?: MadeOf
}

const ONWARD: Onward = { delivery: deliverWebhook, forward: notifyGuests }

/** Notifies the owner's open pages and webhooks, in the transaction of what happened. */
export async function emit(context: Needs<'db' | 'signals'>, event: Happening): Promise<void> {
  await insertEvent(context.db, { ...event, objectId: event.objectId ?? null }, ONWARD)
  signalEvents(context, true)
}

/** Notifies several people at once; whoever notifies more than one in a transaction does it by one such call. */
export async function emitAll(context: Needs<'db' | 'signals'>, events: Happening[]): Promise<void> {
  if (events.length === 0) return
  const insertable = events.map(event => ({ ...event, objectId: event.objectId ?? null }))
  await insertEvents(context.db, insertable, deliverWebhook)
  signalEvents(context, true)
}

/** The same as parts of the statement that writes it; whoever runs it asks `anyDelivery` in it and calls `signalEvents` afterwards. */
export const eventParts = (event: Happening, happened: Fragment): Fragment =>
  partsOfEvent({ ...event, objectId: event.objectId ?? null }, ONWARD, happened)

export function signalEvents(context: Needs<'signals'>, deliveries: boolean): void {
  context.signals.raise('events')
  if (deliveries) context.signals.raise(`jobs:${deliverWebhook.queue}`)
}
