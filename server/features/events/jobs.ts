import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Handler, Hopeless, handle, job, type Run } from '../../jobs/declare.ts'
import { PrivateAddress } from '../../ports/outbound.ts'
import { isTellable, noteDelivery, removeOldEvents, webhookSecret } from './queries.ts'

const delivery = z.object({
  webhookId: z.string(),
  type: z.string(),
  objectId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  at: z.string(),
})

export const deliverWebhook = job('webhook.deliver', delivery, { attempts: 8 })
export const sweepEvents = job('events.sweep', z.object({}))

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`: the receiver can refuse what is forged or replayed. */
export function signature(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

async function deliver(context: Context, payload: z.infer<typeof delivery>, run: Run): Promise<void> {
  const webhook = await webhookSecret(context.db, run.ownerId, payload.webhookId)
  if (!webhook) return
  const viewer = { ownerId: run.ownerId, tenantId: webhook.tenant_id }
  if (payload.objectId && !(await isTellable(context.db, viewer, payload.objectId))) return
  const body = JSON.stringify({ id: run.jobId, type: payload.type, created_at: payload.at, data: payload.data })
  const headers = {
    'content-type': 'application/json',
    'x-dossier-event': payload.type,
    'x-dossier-delivery': run.jobId,
    'x-dossier-signature': signature(context.secrets.open(webhook.secret), body, Math.floor(Date.now() / 1000)),
  }
  try {
    const { status } = await context.outbound.post(webhook.url, headers, body)
    const ok = status >= 200 && status < 300
    const error = ok ? null : `the receiver answered ${status}`
    await noteDelivery(context.db, run.ownerId, payload.webhookId, { status, error })
    if (error) throw new Error(error)
  } catch (error) {
    const reason = (error as Error).message
    await noteDelivery(context.db, run.ownerId, payload.webhookId, { status: null, error: reason })
    if (error instanceof PrivateAddress) throw new Hopeless(reason)
    throw error
  }
}

export const eventHandlers: Handler[] = [
  handle(deliverWebhook, deliver),
  handle(sweepEvents, context => removeOldEvents(context.db)),
]
