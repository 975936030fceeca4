import { z } from 'zod'
import { type Job, job } from '../../jobs/declare.ts'

/** Moves an owner's bytes between the service and their bucket. */
export const moveBlobs = job('bucket.move', z.object({ runId: z.string() }), {
  queue: 'heavy',
  attempts: 100,
  patience: 'ours',
})

/** A copy that nothing refers to any more. */
export const discardBlob = job('bucket.discard', z.object({ key: z.string() }), {
  attempts: 20,
  patience: 'ours',
})

export const migrationJobs: Job<unknown>[] = [moveBlobs, discardBlob]
