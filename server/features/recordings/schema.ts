import { z } from 'zod'
import { integer, out, text, uuid } from '../../lib/shapes.ts'

export const diarizeRequest = z.object({ speakers: integer({ min: 1, max: 10 }).nullish() }).nullish()

export const diarizeAccepted = z.object({ status: z.string(), task_id: out.uuid() }).meta({ id: 'DiarizeAccepted' })

export const diarizeOpen = z.object({ task_id: out.uuid().nullable() }).meta({ id: 'DiarizeOpen' })

export const diarizeStatus = z
  .object({ state: z.string(), done: z.boolean(), ok: z.boolean() })
  .meta({ id: 'DiarizeStatus' })

export const diarizationResult = z
  .object({
    object_id: out.uuid(),
    ready: z.boolean(),
    segments: z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        speaker: z.string().nullable(),
        uncertain: z.boolean(),
      }),
    ),
    speakers: z.record(z.string(), z.string()),
    text: z.string(),
  })
  .meta({ id: 'DiarizationResult' })

export const nameRequest = z.object({ speakers: z.record(text({ max: 16 }), text({ max: 200 })) })

const yes = z.union([z.boolean(), z.enum(['true', 'false'])]).transform(value => value === true || value === 'true')

export const profileRequest = z.object({
  name: text({ min: 1, max: 200 }),
  consent: yes,
  object_id: uuid().nullish(),
  speaker: text({ max: 16 }).nullish(),
  /** The part of a form with the sound. */
  sample: z.unknown().optional(),
})

export const profileOut = z
  .object({
    id: out.uuid(),
    name: z.string(),
    consent: z.boolean(),
    consented_at: z.string(),
    created_at: z.string(),
    /** Whether the voice can be recognised; what it is like is never told. */
    learned: z.boolean(),
    /** Whether voices can be recognised on this server at all. */
    recognisable: z.boolean(),
  })
  .meta({ id: 'VoiceProfileOut' })
