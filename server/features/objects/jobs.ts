import { z } from 'zod'
import type { Needs } from '../../context.ts'
import { type Job, job } from '../../jobs/declare.ts'

/** New bytes to read; handled by `ingest`. */
export const objectStored = job('object.stored', z.object({ objectId: z.string(), version: z.int() }), {})

/** A file was read for the first time, and somebody may wait for such files; handled by `searches`. */
export const objectArrived = job('object.arrived', z.object({ objectId: z.string() }))

/** An object that used these bytes is gone; handled by `work.ts`. */
export const blobUnused = job('blob.unused', z.object({ hash: z.string() }), { attempts: 10 })

/** Nobody waits for these bytes to go, and a copy of the database that is a little older than now still finds them. */
export const graceSeconds = ({ config }: Needs<'config'>): number => config.BLOB_GRACE_HOURS * 3600

export const purgeTrash = job('trash.purge', z.object({}))
export const sweepBlobs = job('blobs.sweep', z.object({}))

/** Empties a trash that is too full for one call, of what lay in it when it was asked for; handled by `work.ts`. */
export const emptyFullTrash = job(
  'trash.empty',
  z.object({ tenantId: z.string(), unlocked: z.boolean(), before: z.string(), files: z.int() }),
)

export const objectJobs: Job<unknown>[] = [
  objectStored,
  objectArrived,
  blobUnused,
  emptyFullTrash,
  purgeTrash,
  sweepBlobs,
]
