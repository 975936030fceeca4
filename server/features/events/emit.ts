import type { Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { deliverWebhook } from './jobs.ts'
import { insertEvent, webhooksFor } from './queries.ts'

export const EVENT_TYPES = [
  'object.ready',
  'object.failed',
  'task.progress',
  'task.done',
  'reminder.due',
  'usage.changed',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** Tells the owner's open pages and webhooks, in the transaction of what it tells of. */
export async function emit(
  context: Needs<'db' | 'signals'>,
  event: { ownerId: string; type: EventType; objectId?: string; data: Record<string, unknown> },
): Promise<void> {
  const objectId = event.objectId ?? null
  await insertEvent(context.db, { ...event, objectId })
  for (const { id } of await webhooksFor(context.db, event.ownerId, event.type))
    await enqueue(context, deliverWebhook, event.ownerId, {
      webhookId: id,
      type: event.type,
      objectId,
      data: event.data,
      at: new Date().toISOString(),
    })
  context.signals.raise('events')
}
