import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { timeFor } from '../../jobs/overview.ts'
import { integer, list, out, text, uuid } from '../../lib/shapes.ts'
import { objectDetail, objectStored, presentObject } from '../objects/index.ts'
import { correctTranscript } from './correct.ts'
import { objectModernised, objectScanned, objectTranscribed } from './jobs.ts'
import { readWithPassword } from './password.ts'
import { countFailed, countPending, retryFailed } from './queries.ts'

export const ingestRoutes: Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/objects/:object_id/transcript',
    name: 'correctTranscript',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['not_processed', 'stale', 'text_too_large'],
    summary: 'Put words of a recording right, segment by segment; a correction outlives another reading',
    tag: 'recordings',
    params: z.object({ object_id: uuid() }),
    body: z.object({
      segments: list(z.object({ index: integer({ min: 0, max: 1_000_000 }), text: text({ max: 5000 }) }), {
        min: 1,
        max: 1000,
      }),
    }),
    reply: out.ok,
    example: { segments: [{ index: 0, text: 'Good morning, Anna.' }] },
    run: async (context, { actor, params, body }) => {
      await correctTranscript(context, actor, params.object_id, body.segments)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/read-with-password',
    name: 'readWithPassword',
    refuses: [
      'call_too_dear',
      'not_pdf',
      'not_protected',
      'pdf_damaged',
      'pdf_too_heavy',
      'pdf_unable',
      'tariff_spent',
    ],
    summary: 'Read a locked file once; the password is not kept',
    tag: 'objects',
    params: z.object({ object_id: uuid() }),
    body: z.object({ password: text({ min: 1, max: 256 }) }),
    reply: objectDetail,
    run: async (context, { actor, params, body }) =>
      presentObject(await readWithPassword(context, actor, params.object_id, body.password)),
  }),
  route({
    method: 'GET',
    path: '/v1/processing',
    name: 'getProcessing',
    summary: 'How many of my files are still being read, and how long it will take',
    tag: 'objects',
    reply: z
      .object({ pending: z.int(), eta_seconds: z.int().nullable(), failed: z.int() })
      .meta({ id: 'ProcessingOut' }),
    run: async (context, { actor }) => {
      const waits = await Promise.all(
        [objectStored, objectModernised, objectScanned, objectTranscribed].map(async job => {
          const pending = (await countPending(context.db, actor, job))?.pending ?? 0
          return { pending, seconds: pending === 0 ? 0 : await timeFor(context.db, job.name, pending) }
        }),
      )
      const known = waits.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
      return {
        pending: waits.reduce((sum, { pending }) => sum + pending, 0),
        eta_seconds: known.length < waits.length ? null : Math.max(...known),
        failed: (await countFailed(context.db, actor))?.failed ?? 0,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/processing/retry-failed',
    name: 'retryFailedFiles',
    summary: 'Try all my files again that could not be read',
    tag: 'objects',
    reply: z.object({ retried: z.int() }).meta({ id: 'RetriedOut' }),
    run: async (context, { actor }) => {
      const retried = await retryFailed(context.db, actor, objectStored)
      if (retried > 0) context.signals.raise(`jobs:${objectStored.queue}`)
      return { retried }
    },
  }),
]
