import { z } from 'zod'
import type { Actor, Needs } from '../../context.ts'
import type { StoredObject } from '../objects/index.ts'
import { segmentsOf } from './queries.ts'

/** The transcript of a recording with its times, as clients get it. */

export const transcriptReply = z
  .object({
    object_id: z.string(),
    segments: z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        char_start: z.number(),
        char_end: z.number(),
        /** [char_start, char_end, start, end] of each word. */
        words: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      }),
    ),
  })
  .meta({ id: 'TranscriptOut' })

export async function readTranscript(context: Needs<'db'>, actor: Actor, object: StoredObject) {
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
}
