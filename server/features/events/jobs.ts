import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { type Handler, Hopeless, handle, job, type RunJob } from '../../jobs/declare.ts'
import { PrivateAddress } from '../../ports/outbound.ts'
import {
  insertEvents,
  mayReceive,
  noteDelivery,
  othersWhoSee,
  removeOldDeliveries,
  removeOldEvents,
  webhookSecret,
} from './queries.ts'

const delivery = z.object({
  webhookId: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  /** What else it is made from. */
  objectIds: z.array(z.string()).default([]),
  /** Of others: told while they are given. */
  givenIds: z.array(z.string()).default([]),
  data: z.record(z.string(), z.unknown()),
  at: z.string(),
  /** Of the delivery that is sent again. */
  deliveryId: z.string().optional(),
})

const ATTEMPTS = 8

export const deliverWebhook = job('webhook.deliver', delivery, { queue: 'outbound', attempts: ATTEMPTS })
/** A file of somebody who has opened folders to others: those who see it are notified too. */
export const notifyGuests = job(
  'events.guests',
  z.object({ type: z.string(), objectId: z.string(), data: z.record(z.string(), z.unknown()) }),
  { queue: 'outbound' },
)
export const sweepEvents = job('events.sweep', z.object({}))

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`: the receiver can refuse what is forged or replayed. */
export function signature(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

async function deliver(context: Context, payload: z.infer<typeof delivery>, run: RunJob): Promise<void> {
  const webhook = await webhookSecret(context.db, run.ownerId, payload.webhookId)
  if (!webhook) return
  const viewer = { ownerId: run.ownerId, tenantId: webhook.tenant_id }
  if (!(await mayReceive(context.db, viewer, payload))) return
  const { deliveryId: id = run.jobId, ...delivered } = payload
  const body = JSON.stringify({ id, type: payload.type, created_at: payload.at, data: payload.data })
  const headers = {
    'content-type': 'application/json',
    'x-dossier-event': payload.type,
    'x-dossier-delivery': id,
    'x-dossier-signature': signature(context.secrets.open(webhook.secret), body, Math.floor(Date.now() / 1000)),
  }
  const outcome = await context.outbound.post(webhook.url, headers, body).then(
    ({ status }) => ({
      status,
      error: status >= 200 && status < 300 ? null : `the receiver answered ${status}`,
      hopeless: false,
    }),
    (error: Error) => ({ status: null, error: error.message, hopeless: error instanceof PrivateAddress }),
  )
  const { status, error, hopeless } = outcome
  const givenUp = error !== null && (hopeless || run.attempt >= ATTEMPTS)
  await noteDelivery(context.db, run.ownerId, { ...delivered, id, status, error, givenUp })
  if (error === null) return
  throw hopeless ? new Hopeless(error) : new Error(error)
}

/** One statement for all of them: a thousand new files in a folder of fifty people are a thousand of these jobs. */
async function forward(context: Context, { type, objectId, data }: z.infer<typeof notifyGuests.payload>, run: RunJob) {
  const madeOf: MadeOf = { objectIds: [], givenIds: [objectId], hidden: false, from: 'others' }
  const others = await othersWhoSee(context.db, run.ownerId, objectId)
  if (others.length === 0) return
  const events = others.map(({ id }) => ({ ownerId: id, type, objectId: null, madeOf, data }))
  await insertEvents(context.db, events, deliverWebhook)
  context.signals.raise('events')
  context.signals.raise(`jobs:${deliverWebhook.queue}`)
}

export const eventHandlers: Handler[] = [
  handle(notifyGuests, forward),
  handle(deliverWebhook, deliver),
  handle(sweepEvents, async (context, _payload, { signal }) => {
    while (!signal.aborted && !(await removeOldEvents(context.db)));
    while (!signal.aborted && !(await removeOldDeliveries(context.db)));
  }),
]
