import { z } from 'zod'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { list, out, text, uuid } from '../../lib/shapes.ts'
import { EVENT_TYPES, MISSED } from './emit.ts'
import { removeWebhook, webhooksOf } from './queries.ts'
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

const webhookRequest = z.object({
  url: text({ min: 1, max: 2000 }),
  events: list(z.enum(EVENT_TYPES), { min: 1, max: EVENT_TYPES.length }),
  secret: text({ min: 8, max: 256 }).nullish(),
})

const serverEvent = z
  .looseObject({ type: z.enum([...EVENT_TYPES, MISSED]), object_id: z.string().optional() })
  .meta({ id: 'ServerEvent' })

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
]
