import { z } from 'zod'
import { type Job, job } from '../../jobs/declare.ts'

export const diarizeObject = job(
  'recording.diarize',
  z.object({
    taskId: z.string(),
    objectId: z.string(),
    version: z.int(),
    hash: z.string(),
    audioSeconds: z.number().default(0),
    speakers: z.int().nullable(),
    language: z.enum(['ru', 'en']),
    hidden: z.boolean(),
    /** An editor of a given recording: the owner's voice profiles name nobody to them. */
    byGuest: z.boolean().optional(),
  }),
  { queue: 'recordings', attempts: 3 },
)

/** A profile listens to one speaker of a recording. */
export const learnVoice = job(
  'voice.learn',
  z.object({ profileId: z.string(), objectId: z.string(), version: z.int(), hash: z.string(), speaker: z.int() }),
  { queue: 'recordings', attempts: 3 },
)

export const recordingJobs: Job<unknown>[] = [diarizeObject, learnVoice]
