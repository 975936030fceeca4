import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { AppError } from '../../lib/errors.ts'
import { uuid } from '../../lib/shapes.ts'
import { getObject } from '../objects/index.ts'
import { cancelTranscription, findTranscript, findTranscription } from './queries.ts'

const tag = 'recordings'
const objectId = z.object({ object_id: uuid() })

const transcriptionOut = z
  .object({
    object_id: z.string(),
    state: z.enum(['none', 'running', 'done']),
    seconds_done: z.number(),
    seconds_total: z.number().nullable(),
    model: z.string(),
    languages: z.array(z.string()),
  })
  .meta({ id: 'TranscriptionOut' })

const notRunning = () =>
  new AppError('conflict', 'not_transcribing', {
    en: 'The recording is not being transcribed now, so there is nothing to cancel.',
    ru: 'Запись сейчас не расшифровывается, отменять нечего.',
  })

export const transcriptRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/transcription',
    name: 'getTranscription',
    given: { as: 'viewer', object: 'params.object_id' },
    summary: 'How far a recording is written down, in seconds, and by which model',
    tag,
    params: objectId,
    reply: transcriptionOut,
    run: async (context, { actor, params }) => {
      const object = await getObject(context, actor, params.object_id)
      const [running, done] = await Promise.all([
        // What was given up is not going on.
        object.status === 'failed' ? undefined : findTranscription(context.db, actor.ownerId, object),
        findTranscript(context.db, actor.ownerId, object),
      ])
      return {
        object_id: object.id,
        state: running ? 'running' : done ? 'done' : 'none',
        seconds_done: running?.heard_s ?? done?.seconds ?? 0,
        seconds_total: running ? running.seconds : (done?.seconds ?? null),
        model: done?.model ?? '',
        languages: done?.languages ?? [],
      }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id/transcription',
    name: 'stopTranscription',
    refuses: ['not_transcribing'],
    summary: 'Stop writing a recording down; what was written so far is kept',
    tag,
    params: objectId,
    reply: z.object({ ok: z.boolean() }),
    run: async (context, { actor, params }) => {
      const object = await getObject(context, actor, params.object_id)
      if (object.status === 'failed' || !(await cancelTranscription(context.db, actor.ownerId, object.id)))
        throw notRunning()
      return { ok: true }
    },
  }),
]
