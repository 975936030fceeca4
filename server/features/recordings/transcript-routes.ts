import { z } from 'zod'
import type { Actor, Context } from '../../context.ts'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { integer, list, out, text, uuid } from '../../lib/shapes.ts'
import { computation } from '../../ports/compute.ts'
import { getObject } from '../objects/index.ts'
import { correctTranscript, segmentsOf } from '../transcripts/index.ts'
import type { ExportFormat, exportTranscript } from './export.ts'
import { findDiarization, textOf } from './queries.ts'

const tag = 'recordings'
const objectId = z.object({ object_id: uuid() })

const transcriptOut = z
  .object({
    object_id: z.string(),
    segments: z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        char_start: z.number(),
        char_end: z.number(),
        /** [char_start, char_end, start, end] of each word. */
        words: z.array(z.array(z.number())),
      }),
    ),
  })
  .meta({ id: 'TranscriptOut' })

const exporting = computation<typeof exportTranscript>(import.meta.url, './export.ts', 'exportTranscript', 30_000)

const TYPES: Record<ExportFormat, string> = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

async function asFile(context: Context, actor: Actor, id: string, format: ExportFormat): Promise<HttpReply> {
  const object = await getObject(context, actor, id)
  const [known, said, segments] = await Promise.all([
    findDiarization(context.db, actor.ownerId, object),
    textOf(context.db, actor.ownerId, object),
    segmentsOf(context.db, actor.ownerId, object),
  ])
  const named = Object.entries(known?.speakers ?? {}).filter(([, { name }]) => name !== '')
  const names = Object.fromEntries(named.map(([label, { name }]) => [label, name]))
  const input = { format, title: object.filename, text: said, segments, turns: known?.turns ?? [], names }
  const made = await context.compute.run(exporting, input, actor.ownerId)
  const name = `${object.filename.replace(/\.[^.]{1,16}$/, '')}.${format}`
  return new HttpReply(
    200,
    {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    },
    Buffer.from(made),
  )
}

export const transcriptRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/transcript',
    name: 'getTranscript',
    summary:
      'When each word of a recording is said: characters of its text, and seconds; or all of it as a file with speakers',
    tag,
    params: objectId,
    query: z.object({ format: z.enum(['json', 'srt', 'vtt', 'md', 'docx']).default('json') }),
    reply: transcriptOut,
    run: async (context, { actor, params, query }) => {
      if (query.format !== 'json') return asFile(context, actor, params.object_id, query.format) as never
      const object = await getObject(context, actor, params.object_id)
      const segments = await segmentsOf(context.db, actor.ownerId, object)
      return {
        object_id: object.id,
        segments: segments.map(({ start_s, end_s, char_start, char_end, words }) => ({
          start: start_s,
          end: end_s,
          char_start,
          char_end,
          words,
        })),
      }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/objects/:object_id/transcript',
    name: 'correctTranscript',
    refuses: ['not_processed'],
    summary: 'Put words of a recording right, segment by segment; a correction outlives another reading',
    tag,
    params: objectId,
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
]
