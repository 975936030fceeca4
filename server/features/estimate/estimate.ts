import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { costOf, inRoubles, type Meter, type Units } from '../../tables.ts'
import { type Estimated, objectsToEstimate } from './queries.ts'

/** Characters to a token: Russian text takes about this many in the usual models, English fewer tokens. */
const CHARACTERS_PER_TOKEN = 3
/** An answer is short beside what it is made from. */
const ANSWER_TOKENS = 500
/** Recordings whose length is not known yet: 64 kbit/s, which speech is usually kept at. */
const SOUND_BYTES_PER_SECOND = 8000

const tokens = (object: Estimated) => Math.ceil(object.characters / CHARACTERS_PER_TOKEN)
const seconds = (object: Estimated) =>
  object.kind === 'audio' || object.kind === 'video' ? Math.ceil(object.size / SOUND_BYTES_PER_SECOND) : 0

const NEEDS: Record<Meter, (object: Estimated) => Units> = {
  llm_chat: object => ({ prompt_tokens: tokens(object), completion_tokens: ANSWER_TOKENS }),
  llm_embed: object => ({ prompt_tokens: tokens(object) }),
  ocr: () => ({ units: 1 }),
  transcription: object => ({ audio_seconds: seconds(object) }),
  diarization: object => ({ audio_seconds: seconds(object) }),
  conversion: () => ({ units: 1 }),
  web_search: () => ({ units: 1 }),
}

const add = (a: Units, b: Units): Units => ({
  prompt_tokens: (a.prompt_tokens ?? 0) + (b.prompt_tokens ?? 0),
  completion_tokens: (a.completion_tokens ?? 0) + (b.completion_tokens ?? 0),
  audio_seconds: (a.audio_seconds ?? 0) + (b.audio_seconds ?? 0),
  units: (a.units ?? 0) + (b.units ?? 0),
})

export async function estimate(
  context: Needs<'db' | 'tables'>,
  actor: Actor,
  request: { operation: Meter; object_ids: string[] },
) {
  const ids = [...new Set(request.object_ids)]
  const objects = await objectsToEstimate(context.db, actor, ids)
  if (objects.length < ids.length) throw notFound('object')
  const units = objects.map(NEEDS[request.operation]).reduce(add, {})
  return { cost_rub: inRoubles(costOf(context.tables.prices, request.operation, units)), units: add(units, {}) }
}
