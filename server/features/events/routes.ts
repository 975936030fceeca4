import { z } from 'zod'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { integerText, list, out, text, uuid } from '../../lib/shapes.ts'
import { listDeliveries, sendAgain } from './deliveries.ts'
import { removeWebhook, webhooksOf } from './queries.ts'
import { EVENT_TYPES, serverEvent } from './shapes.ts'
import { eventStream } from './stream.ts'
import { addWebhook } from './webhooks.ts'

const webhook = z
  .object({
    id: out.uuid(),
    url: z.string(),
    events: z.array(z.string()),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: out.moment(),
  })
  .meta({ id: 'WebhookOut' })

const delivery = z
  .object({
    id: out.uuid(),
    type: z.string(),
    data: z.record(z.string(), z.unknown()),
    happened_at: out.moment(),
    sent_at: out.moment(),
    attempts: z.int(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    given_up: z.boolean(),
  })
  .meta({ id: 'DeliveryOut' })

const DEFAULT_DELIVERIES = 50

const webhookRequest = z.object({
  url: text({ min: 1, max: 2000 }),
  events: list(z.enum(EVENT_TYPES), { min: 1, max: EVENT_TYPES.length }),
  secret: text({ min: 8, max: 256 }).nullish(),
})

export const eventRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/events',
    name: 'streamEvents',
    refuses: ['too_many_streams'],
    summary:
      'What happens, as it happens (server-sent events; resumes with Last-Event-ID, or says events.missed where it cannot)',
    tag: 'events',
    replies: 'text/event-stream',
    events: serverEvent,
    run: async (context, { actor, incoming }) =>
      new HttpReply(
        200,
        { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
        await eventStream(context, actor, {
          lastEventId: incoming.headers['last-event-id'],
          signal: incoming.signal,
          closing: incoming.closing,
          again: incoming.again,
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks',
    name: 'createWebhook',
    summary: 'Have events posted to an address, signed with HMAC-SHA256',
    tag: 'events',
    body: webhookRequest,
    reply: webhook.extend({ secret: z.string() }),
    status: 201,
    example: { url: 'https://example.org/hook', events: ['object.ready', 'object.failed'] },
    run: (context, { actor, body }) => addWebhook(context, actor, body),
  }),
  route({
    method: 'GET',
    path: '/v1/webhooks',
    name: 'listWebhooks',
    scope: 'account',
    summary: 'My webhooks, each with its last outcome',
    tag: 'events',
    reply: z.object({ items: z.array(webhook) }),
    run: async (context, { actor }) => ({ items: await webhooksOf(context.db, actor) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/webhooks/:webhook_id',
    name: 'deleteWebhook',
    summary: 'Remove a webhook',
    tag: 'events',
    params: z.object({ webhook_id: uuid() }),
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await removeWebhook(context.db, actor, params.webhook_id))) throw notFound('webhook')
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/webhooks/:webhook_id/deliveries',
    name: 'listDeliveries',
    scope: 'account',
    summary: 'What was sent to a webhook in the last 30 days, the newest first, with its outcome',
    tag: 'events',
    params: z.object({ webhook_id: uuid() }),
    query: z.object({ limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many') }),
    reply: z.object({ items: z.array(delivery) }),
    run: async (context, { actor, params, query }) => {
      const found = await listDeliveries(context, actor, params.webhook_id, query.limit ?? DEFAULT_DELIVERIES)
      return { items: found.map(({ object_id: _id, object_ids: _ids, given_ids: _given, ...rest }) => rest) }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    name: 'redeliver',
    summary: 'Send one again, with the id that it had',
    tag: 'events',
    params: z.object({ webhook_id: uuid(), delivery_id: uuid() }),
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await sendAgain(context, actor, params.webhook_id, params.delivery_id)
      return { ok: true }
    },
  }),
]
