import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { type CutPiece, SoundUnusable } from '../../ports/audio.ts'
import { getObject } from '../objects/index.ts'
import { learnVoice } from './jobs.ts'
import { labelOf, type StoredTurn } from './join.ts'
import {
  blobKey,
  type DiarizationRow,
  findDiarization,
  findProfileNamed,
  insertProfile,
  type NamedSpeaker,
  type ProfileRow,
  setSpeakers,
} from './queries.ts'
import { learn } from './voices.ts'

export interface ProfileRequest {
  name: string
  source: { objectId: string; speaker: string } | { sample: Buffer }
}

const notDiarized = () =>
  new AppError('conflict', 'not_diarized', {
    en: 'It is not known yet who speaks in this recording. Start the diarization and wait for it.',
    ru: 'Пока неизвестно, кто говорит в этой записи. Запустите разделение по говорящим и дождитесь его.',
  })

const noSuchSpeaker = (label: string, field: string) =>
  invalid(
    ['body', field],
    'value_error',
    { en: `There is no speaker ${label} in this recording.`, ru: `В этой записи нет говорящего ${label}.` },
    label,
  )

const labelsOf = ({ turns }: DiarizationRow): string[] =>
  [...new Set(turns.map(([, , speaker]) => speaker).sort((a, b) => a - b))].map(labelOf)

/** Names for speakers, by hand; a name that has a profile teaches it, but not by somebody else than its owner. */
export async function nameSpeakers(
  context: Context,
  actor: Actor,
  objectId: string,
  given: Record<string, string>,
): Promise<void> {
  const object = await getObject(context, actor, objectId)
  await inTransaction(context, async tx => {
    const known = await findDiarization(tx.db, actor.ownerId, object)
    if (!known) throw notDiarized()
    const labels = labelsOf(known)
    const unknown = Object.keys(given).find(label => !labels.includes(label))
    if (unknown !== undefined) throw noSuchSpeaker(unknown, 'speakers')
    const named = Object.entries(given).map(([label, name]): [string, NamedSpeaker] => [
      label,
      { name: name.trim(), profile_id: null },
    ])
    await setSpeakers(tx.db, actor.ownerId, objectId, Object.fromEntries(named))
    for (const [label, { name }] of named) {
      const profile = name === '' || actor.guest ? undefined : await findProfileNamed(tx.db, actor.ownerId, name)
      if (profile) await teach(tx, actor, profile.id, { object, speaker: labels.indexOf(label) })
    }
  })
}

const teach = (
  context: Context,
  actor: Actor,
  profileId: string,
  { object, speaker }: { object: { id: string; version: number; content_hash: string }; speaker: number },
) =>
  enqueue(context, learnVoice, actor.ownerId, {
    profileId,
    objectId: object.id,
    version: object.version,
    hash: object.content_hash,
    speaker,
  })

/** With the person's consent, which is why it is asked for before anything is kept. */
export async function addProfile(context: Context, actor: Actor, request: ProfileRequest): Promise<ProfileRow> {
  const { source, name } = request
  const profile = { id: uuidv7(), name }
  if ('sample' in source) {
    const voice = await voiceOfSample(context, source.sample)
    const made = await insertProfile(context.db, actor.ownerId, profile)
    if (voice) await learn(context, actor.ownerId, made.id, voice)
    return { ...made, learned: voice !== undefined }
  }
  const object = await getObject(context, actor, source.objectId)
  return inTransaction(context, async tx => {
    const known = await findDiarization(tx.db, actor.ownerId, object)
    if (!known) throw notDiarized()
    const speaker = labelsOf(known).indexOf(source.speaker)
    if (speaker < 0) throw noSuchSpeaker(source.speaker, 'speaker')
    const made = await insertProfile(tx.db, actor.ownerId, profile)
    // A name that a person has given stays theirs: it does not hang on the profile.
    const before = known.speakers[source.speaker]
    const isGiven = before !== undefined && before.profile_id === null && before.name !== ''
    const named = isGiven ? { name, profile_id: null } : { name, profile_id: made.id, by_person: true }
    await setSpeakers(tx.db, actor.ownerId, object.id, { [source.speaker]: named })
    await teach(tx, actor, made.id, { object, speaker })
    return made
  })
}

const unusable = (words: { en: string; ru: string }) => new AppError('unsupported', 'no_sound', words)

/** The sample itself is not kept. */
async function voiceOfSample(context: Context, sample: Buffer): Promise<Float32Array | undefined> {
  return context.documents.withFolder(async folder => {
    const path = join(folder, 'sample')
    await writeFile(path, sample)
    return voiceIn(context, path, () => true)
  })
}

/** What one voice is like, over as much of it as is enough; undefined where no engine can say. */
async function voiceIn(
  context: Context,
  path: string,
  wanted: (start: number, end: number) => boolean,
  signal?: AbortSignal,
): Promise<Float32Array | undefined> {
  const { threshold } = await context.diarizer.engine()
  const listener = await context.diarizer.begin()
  let seconds = 0
  try {
    await context.audio.decode(path, { signal }, async piece => {
      const own = { ...piece, speech: piece.speech.flatMap(span => only(piece, span, wanted)) }
      if (own.speech.length > 0) await listener.add(own)
      seconds += own.speech.reduce((sum, [from, to]) => sum + to - from, 0)
      return seconds < ENOUGH_SECONDS
    })
    if (seconds < LEAST_SECONDS)
      throw unusable({
        en: 'There is hardly any speech in the sample. Record a few sentences.',
        ru: 'В образце почти нет речи. Запишите несколько фраз.',
      })
    if (threshold === null) return undefined
    return (await listener.finish({ speakers: 1 })).voices[0]
  } catch (error) {
    throw error instanceof SoundUnusable ? unusable(error.words) : error
  } finally {
    await listener.end()
  }
}

const ENOUGH_SECONDS = 120
const LEAST_SECONDS = 1
const STEP = 0.25

/** The parts of a stretch of speech that are wanted. */
function only(
  piece: CutPiece,
  [from, to]: [number, number],
  wanted: (start: number, end: number) => boolean,
): [number, number][] {
  const spans: [number, number][] = []
  for (let at = from; at < to; at += STEP) {
    const end = Math.min(to, at + STEP)
    if (!wanted(piece.start + at, piece.start + end)) continue
    const open = spans.at(-1)
    if (open && open[1] === at) open[1] = end
    else spans.push([at, end])
  }
  return spans
}

interface Payload {
  profileId: string
  objectId: string
  version: number
  hash: string
  speaker: number
}

export async function performLearning(context: Context, payload: Payload, run: RunJob): Promise<void> {
  const { threshold } = await context.diarizer.engine()
  if (threshold === null) return
  const known = await findDiarization(context.db, run.ownerId, { id: payload.objectId, version: payload.version })
  const blob = await blobKey(context.db, run.ownerId, payload.hash)
  if (!known || !blob) return
  const own = known.turns.filter((turn: StoredTurn) => turn[2] === payload.speaker && !turn[3])
  const isOwn = (start: number, end: number) => own.some(([from, to]) => from <= start && end <= to)
  const voice = await context.blobs
    .withFile(blob.key, path => voiceIn(context, path, isOwn, run.signal))
    .catch(error => {
      if (error instanceof AppError) return undefined
      throw error
    })
  if (voice) await learn(context, run.ownerId, payload.profileId, voice)
}
