import { z } from 'zod'
import { withoutEnd } from '../../lib/trim.ts'
import { type ModelEndpoint, ModelFailed, type Transcription } from '../../ports/models.ts'
import { faultOf } from './faults.ts'
import type { Fetch } from './fetch.ts'

/** The shape of OpenAI's answer; a server may leave out everything but the text. */
const answerShape = z.object({
  text: z.string().default(''),
  language: z.string().nullish(),
  segments: z
    .array(
      z.object({
        text: z.string(),
        start: z.number(),
        end: z.number(),
        no_speech_prob: z.number().default(0),
        avg_logprob: z.number().default(0),
        compression_ratio: z.number().default(1),
      }),
    )
    .nullish(),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).nullish(),
})

/** Speech in, words with times out, where the server tells times at all. */
export async function transcribeAt(
  fetch: Fetch,
  endpoint: ModelEndpoint,
  sound: { wav: Buffer; model: string },
  signal: AbortSignal,
): Promise<Transcription> {
  try {
    return await ask(fetch, endpoint, { ...sound, format: 'verbose_json' }, signal)
  } catch (error) {
    // Not every model tells times: then without them.
    if (faultOf(error).fault !== 'refused') throw error
    return ask(fetch, endpoint, { ...sound, format: 'json' }, signal)
  }
}

async function ask(
  fetch: Fetch,
  endpoint: ModelEndpoint,
  { wav, model, format }: { wav: Buffer; model: string; format: 'verbose_json' | 'json' },
  signal: AbortSignal,
): Promise<Transcription> {
  const { body, type } = formOf(wav, {
    model,
    response_format: format,
    temperature: '0',
    ...(format === 'verbose_json' ? { 'timestamp_granularities[]': ['segment', 'word'] } : {}),
  })
  const reply = await fetch(`${withoutEnd(endpoint.baseUrl, /\//)}/audio/transcriptions`, {
    method: 'POST',
    headers: { 'content-type': type, ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}) },
    body: new Uint8Array(body),
    signal,
  })
  if (!reply.ok) throw Object.assign(new Error('refused'), { statusCode: reply.status })
  const parsed = answerShape.safeParse(await reply.json())
  if (!parsed.success) throw new ModelFailed('broken', 'The model server gave a transcript that cannot be read.')
  const { text, language, segments, words } = parsed.data
  return {
    text,
    language: language ?? undefined,
    segments: (segments ?? []).map(segment => ({
      text: segment.text,
      start: segment.start,
      end: segment.end,
      noSpeech: segment.no_speech_prob,
      likely: segment.avg_logprob,
      packed: segment.compression_ratio,
    })),
    words: (words ?? []).map(({ word, start, end }) => ({ text: word, start, end })),
  }
}

/** Written by hand: the guarded way out takes bytes, whatever FormData it was made with. */
function formOf(wav: Buffer, fields: Record<string, string | string[]>): { body: Buffer; type: string } {
  const boundary = `dossier-${wav.length}-${Date.now().toString(36)}`
  const parts = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map(value => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="piece.wav"\r\ncontent-type: audio/wav\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + file), wav, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}
