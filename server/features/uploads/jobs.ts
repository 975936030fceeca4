import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Handler, handle, job, type RunJob } from '../../jobs/declare.ts'
import { expiredUploads } from './queries.ts'
import { endExpired } from './receive.ts'

export const sweepUploads = job('uploads.sweep', z.object({}))

async function sweep(context: Context, _payload: unknown, { signal }: RunJob): Promise<{ swept: number }> {
  let swept = 0
  while (!signal.aborted) {
    const expired = await expiredUploads(context.db, 100)
    for (const upload of expired) await endExpired(context, upload)
    swept += expired.length
    if (expired.length === 0) break
  }
  return { swept }
}

export const uploadHandlers: Handler[] = [handle(sweepUploads, sweep)]
