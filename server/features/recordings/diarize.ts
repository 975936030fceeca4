import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { Hopeless, type RunJob } from '../../jobs/declare.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { secondsOfSound } from '../../lib/token-count.ts'
import { type CutPiece, SoundUnusable } from '../../ports/audio.ts'
import type { Diarized } from '../../ports/diarizer.ts'
import { noteInDiary } from '../diary/index.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { findTranscript, findTranscription } from '../transcripts/index.ts'
import { assertAffordable, reserved } from '../usage/index.ts'
import { doTask, isCalledOff, progressOf } from '../work/index.ts'
import { diarizeObject } from './jobs.ts'
import { labelOf, type StoredTurn } from './join.ts'
import { blobKey, findDiarization, type NamedSpeaker, saveDiarization } from './queries.ts'
import { recognised } from './voices.ts'

const noSound = () =>
  new AppError('unsupported', 'no_sound', {
    en: 'There is no sound in this file. Speakers are told apart in sound and video only.',
    ru: 'В этом файле нет звука. Говорящих различают только в звуке и видео.',
  })

const fileGone = () =>
  new AppError('not_found', 'not_found', {
    en: 'The file was removed before the work began.',
    ru: 'Файл удалили прежде, чем работа началась.',
  })

export async function startDiarization(
  context: Context,
  actor: Actor,
  id: string,
  speakers: number | undefined,
): Promise<{ taskId: string }> {
  const object = await getObject(context, actor, id)
  if (!(await hasSound(context, actor, object))) throw noSound()
  const audioSeconds = await lengthOf(context, actor.ownerId, object)
  await assertAffordable(context, chargeOf(actor.ownerId, id), { audio_seconds: audioSeconds })
  const taskId = uuidv7()
  const payload = {
    taskId,
    objectId: id,
    version: object.version,
    hash: object.content_hash,
    audioSeconds,
    speakers: speakers ?? null,
    language: actor.language,
    hidden: object.is_hidden,
    byGuest: actor.guest !== undefined,
  }
  await inTransaction(context, async tx => {
    if (actor.guest) await noteInDiary(tx.db, actor, { what: 'changed', objectId: id })
    await enqueueWith(tx, { job: diarizeObject, ownerId: actor.ownerId, payload, id: taskId })
  })
  return { taskId }
}

/** A film that was looked at and never listened to has none. */
async function hasSound(context: Needs<'db'>, actor: Actor, object: StoredObject): Promise<boolean> {
  if (object.kind === 'audio') return object.size > 0
  if (object.kind !== 'video') return false
  if (object.status === 'pending') return true
  const [transcript, running] = await Promise.all([
    findTranscript(context.db, actor.ownerId, object),
    findTranscription(context.db, actor.ownerId, object),
  ])
  return running !== undefined || (transcript !== undefined && transcript.seconds > 0)
}

interface Payload {
  taskId: string
  objectId: string
  version: number
  hash: string
  audioSeconds: number
  speakers: number | null
  language: Language
  hidden: boolean
  byGuest?: boolean
}

export async function performDiarization(context: Context, payload: Payload, run: RunJob) {
  const { objectId, language, hidden } = payload
  return doTask(context, run, { name: diarizeObject.name, objectId, language, hidden }, async onFailure => {
    const expected = { audio_seconds: payload.audioSeconds }
    const charged = await reserved(context, chargeOf(run.ownerId, objectId), expected, () =>
      listen(context, payload, run),
    )
    onFailure(charged.release)
    const { diarized, seconds } = charged.value
    const named = payload.byGuest ? {} : { ...(await recognised(context, run.ownerId, diarized)) }
    const { id: engine } = await context.diarizer.engine()
    const turns = diarized.turns.map(
      (turn): StoredTurn => [round(turn.start), round(turn.end), turn.speaker, turn.uncertain],
    )
    return async tx => {
      await charged.settle(tx, { audio_seconds: Math.round(seconds) })
      const before = await findDiarization(tx.db, run.ownerId, { id: objectId, version: payload.version })
      // What a person has said outweighs what an engine believes.
      const speakers = { ...named, ...remembered(before, turns, payload.byGuest === true) }
      const row = { version: payload.version, engine, turns, speakers }
      if (!(await saveDiarization(tx.db, run.ownerId, objectId, row))) throw new Hopeless('the file has changed')
      return { objectIds: [] }
    }
  })
}

const chargeOf = (ownerId: string, objectId: string) =>
  ({ ownerId, meter: 'diarization', operation: 'diarize', objectId, local: true }) as const

/** As reading the file has found; guessed from its size while it is still being read. */
async function lengthOf(context: Needs<'db'>, ownerId: string, file: { id: string; version: number; size: number }) {
  const known = await findTranscript(context.db, ownerId, file)
  return known ? Math.round(known.seconds) : secondsOfSound(file.size)
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

/** The names that people have given before, or all that anybody was told before, for those who speak where their namesakes spoke. */
function remembered(
  before: { turns: StoredTurn[]; speakers: Record<string, NamedSpeaker> } | undefined,
  turns: StoredTurn[],
  everybody: boolean,
): Record<string, NamedSpeaker> {
  const given = Object.entries(before?.speakers ?? {}).filter(
    ([, { profile_id, by_person }]) => everybody || profile_id === null || by_person,
  )
  const names: Record<string, NamedSpeaker> = {}
  for (const [label, named] of given) {
    const old = before!.turns.filter(turn => labelOf(turn[2]) === label)
    const common = new Map<number, number>()
    for (const [start, end, speaker] of turns)
      for (const [from, to] of old) {
        const both = Math.min(end, to) - Math.max(start, from)
        if (both > 0) common.set(speaker, (common.get(speaker) ?? 0) + both)
      }
    const [best] = [...common].sort((a, b) => b[1] - a[1])
    if (best && !names[labelOf(best[0])]) names[labelOf(best[0])] = named
  }
  return names
}

async function listen(
  context: Context,
  payload: Payload,
  run: RunJob,
): Promise<{ diarized: Diarized; seconds: number }> {
  const blob = await blobKey(context.db, run.ownerId, payload.hash)
  if (!blob) throw fileGone()
  const known = await findTranscript(context.db, run.ownerId, { id: payload.objectId, version: payload.version })
  const reportProgress = progressOf(context, run, payload.objectId)
  const progress = (at: number) => known && known.seconds > 0 && reportProgress(Math.min(0.98, at / known.seconds))
  const listener = await context.diarizer.begin()
  try {
    const { seconds } = await context.blobs.withFile(blob.key, path =>
      context.audio.decode(path, { signal: run.signal, progress }, async (piece: CutPiece) => {
        if (await isCalledOff(context, run.ownerId, run.jobId)) throw new Hopeless('called off')
        await listener.add(piece)
        return true
      }),
    )
    return { diarized: await listener.finish({ speakers: payload.speakers ?? undefined }), seconds }
  } catch (error) {
    throw error instanceof SoundUnusable ? new AppError('unsupported', 'no_sound', error.words) : error
  } finally {
    await listener.end()
  }
}
