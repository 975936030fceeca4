import type { Actor, Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { notFound } from '../../lib/errors.ts'
import { deliverWebhook } from './jobs.ts'
import { type Delivery, deliveriesOf, findDelivery } from './queries.ts'

/** What was sent to a webhook, the newest first, as far as its owner sees now what it speaks of. */
export async function listDeliveries(
  context: Needs<'db'>,
  actor: Actor,
  webhookId: string,
  limit: number,
): Promise<Delivery[]> {
  const found = await deliveriesOf(context.db, actor, webhookId, limit)
  if (!found) throw notFound('webhook')
  return found
}

/** With the id that it had: a receiver that took it already knows it again. */
export async function sendAgain(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  // Hidden things are never sent outside, even if the caller has unlocked them here.
  const found = await findDelivery(context.db, { ...actor, unlocked: false }, webhookId, deliveryId)
  if (!found) throw notFound('delivery')
  const { type, object_id, object_ids, given_ids, data, happened_at } = found
  await enqueue(context, deliverWebhook, actor.ownerId, {
    webhookId,
    type,
    objectId: object_id,
    objectIds: object_ids,
    givenIds: given_ids,
    data,
    at: happened_at.toISOString(),
    deliveryId,
  })
}
