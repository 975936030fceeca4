import { z } from 'zod'
import { type Actor, type Context, type Needs, personOf } from '../../context.ts'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { openJobWith } from '../../jobs/queue.ts'
import { invalid } from '../../lib/errors.ts'
import { anyId, out, uuid } from '../../lib/shapes.ts'
import { computation } from '../../ports/compute.ts'
import { getObject } from '../objects/index.ts'
import { readTranscript, segmentsOf, transcriptReply } from '../transcripts/index.ts'
import { callOffTask, taskState } from '../work/index.ts'
import { startDiarization } from './diarize.ts'
import type { ExportFormat, exportTranscript } from './export.ts'
import { diarizeObject } from './jobs.ts'
import { presentDiarization, presentProfile } from './present.ts'
import { addProfile, nameSpeakers, type ProfileRequest } from './profiles.ts'
import { findDiarization, profilesOf, removeProfile, textOf } from './queries.ts'
import * as shape from './schema.ts'

const tag = 'recordings'
const objectId = z.object({ object_id: uuid() })
const taskId = z.object({ object_id: uuid(), task_id: anyId() })
const forReaders = { as: 'viewer', object: 'params.object_id' } as const
/** Who speaks is told of the owner's file, at the owner's cost. */
const forEditors = { as: 'editor', object: 'params.object_id' } as const

const diarizationTask = ({ object_id, task_id }: { object_id: string; task_id: string }) => ({
  objectId: object_id,
  taskId: task_id,
  name: diarizeObject.name,
})

/** Without weights for voices speakers are told apart, but nobody is known again. */
const recognises = async (context: Needs<'diarizer'>) => (await context.diarizer.engine()).threshold !== null

async function diarizationOf(context: Context, actor: Actor, id: string) {
  const object = await getObject(context, actor, id)
  const [known, text, segments] = await Promise.all([
    findDiarization(context.db, actor.ownerId, object),
    textOf(context.db, actor.ownerId, object),
    segmentsOf(context.db, actor.ownerId, object),
  ])
  return presentDiarization(object.id, known, { text, segments })
}

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
  const made = await context.compute.run(exporting, input, personOf(actor))
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

export const recordingRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/transcript',
    name: 'getTranscript',
    given: forReaders,
    summary:
      'When each word of a recording is said: characters of its text, and seconds; or all of it as a file with speakers',
    tag,
    params: objectId,
    query: z.object({
      format: z
        .enum(['json', 'srt', 'vtt', 'md', 'docx'])
        .default('json')
        .describe('As data, as subtitles, or as a document'),
    }),
    reply: transcriptReply,
    run: async (context, { actor, params, query }) => {
      if (query.format !== 'json') return asFile(context, actor, params.object_id, query.format) as never
      return readTranscript(context, actor, await getObject(context, actor, params.object_id))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/diarize',
    name: 'startDiarization',
    given: forEditors,
    refuses: ['call_too_dear', 'no_sound', 'tariff_spent'],
    summary: 'Tell apart who speaks when in a recording; with the number of speakers where it is known',
    tag,
    params: objectId,
    body: shape.diarizeRequest,
    reply: shape.diarizeAccepted,
    status: 202,
    example: { speakers: 2 },
    run: async (context, { actor, params, body }) => {
      const started = await startDiarization(context, actor, params.object_id, body?.speakers ?? undefined)
      return { status: 'accepted', task_id: started.taskId }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/diarize-status',
    name: 'getOpenDiarization',
    given: forReaders,
    summary: 'The diarization of a recording that is not done yet, if there is one',
    tag,
    params: objectId,
    reply: shape.diarizeOpen,
    run: async (context, { actor, params }) => {
      const { id } = await getObject(context, actor, params.object_id)
      const open = await openJobWith(context.db, diarizeObject, actor.ownerId, { field: 'objectId', value: id })
      if (!open) return { task_id: null }
      const task = await taskState(context, actor, diarizationTask({ object_id: id, task_id: open }))
      return { task_id: task.done ? null : open }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/diarize-status/:task_id',
    name: 'getDiarizationStatus',
    given: forReaders,
    summary: 'What has become of a diarization',
    tag,
    params: taskId,
    reply: shape.diarizeStatus,
    run: (context, { actor, params }) => taskState(context, actor, diarizationTask(params)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id/diarize-status/:task_id',
    name: 'cancelDiarization',
    given: forEditors,
    summary: 'Call off a diarization that is not done yet',
    tag,
    params: taskId,
    reply: out.ok,
    run: async (context, { actor, params }) => ({
      ok: await callOffTask(context, actor, diarizationTask(params)),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/diarization',
    name: 'getDiarization',
    given: forReaders,
    summary: 'Who says what in a recording',
    tag,
    params: objectId,
    reply: shape.diarizationResult,
    run: (context, { actor, params }) => diarizationOf(context, actor, params.object_id),
  }),
  route({
    method: 'PATCH',
    path: '/v1/objects/:object_id/diarization',
    name: 'nameSpeakers',
    given: forEditors,
    refuses: ['not_diarized'],
    summary: 'Name the speakers of a recording; a name with a voice profile teaches the profile',
    tag,
    params: objectId,
    body: shape.nameRequest,
    reply: shape.diarizationResult,
    example: { speakers: { S1: 'Anna' } },
    run: async (context, { actor, params, body }) => {
      await nameSpeakers(context, actor, params.object_id, body.speakers)
      return diarizationOf(context, actor, params.object_id)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/voice-profiles',
    name: 'listVoiceProfiles',
    summary: 'The voices that I have agreed to have known',
    tag,
    reply: z.object({ items: z.array(shape.profileOut) }).meta({ id: 'VoiceProfileList' }),
    run: async (context, { actor }) => {
      const here = await recognises(context)
      return { items: (await profilesOf(context.db, actor.ownerId)).map(profile => presentProfile(profile, here)) }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/voice-profiles',
    name: 'createVoiceProfile',
    refuses: ['no_sound', 'not_diarized', 'not_found'],
    summary: 'Have a voice known, with consent: from a speaker of a recording, or as a form with a sample',
    tag,
    body: shape.profileRequest,
    form: true,
    bodyLimit: 32 * 1024 * 1024,
    reply: shape.profileOut,
    status: 201,
    example: { name: 'Anna', consent: true, object_id: '00000000-0000-0000-0000-000000000000', speaker: 'S1' },
    run: async (context, { actor, body }) =>
      presentProfile(await addProfile(context, actor, requestOf(body)), await recognises(context)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/voice-profiles/:profile_id',
    name: 'deleteVoiceProfile',
    summary: 'Forget a voice, and the names that it has given',
    tag,
    params: z.object({ profile_id: uuid() }),
    reply: out.ok,
    run: async (context, { actor, params }) => ({
      ok: await removeProfile(context.db, actor.ownerId, params.profile_id),
    }),
  }),
]

function requestOf(body: z.output<typeof shape.profileRequest>): ProfileRequest {
  if (!body.consent)
    throw invalid(
      ['body', 'consent'],
      'value_error',
      {
        en: 'A voice is kept only with the consent of the person: consent must be true.',
        ru: 'Голос хранится только с согласия человека: consent должно быть true.',
      },
      body.consent,
    )
  const { name, sample, object_id, speaker } = body
  if (sample instanceof Uint8Array) return { name, source: { sample: Buffer.from(sample) } }
  if (object_id && speaker) return { name, source: { objectId: object_id, speaker } }
  throw invalid(['body', object_id ? 'speaker' : 'object_id'], 'missing', {
    en: 'Give object_id and speaker, or a form with a sample.',
    ru: 'Укажите object_id и speaker или отправьте форму с образцом.',
  })
}
