import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Handler, handle, job, type Run } from '../../jobs/declare.ts'
import { expiredUploads } from './queries.ts'
import { dropUpload, finishUpload } from './receive.ts'

export const sweepUploads = job('uploads.sweep', z.object({}))

/** An upload that brought all its bytes is finished rather than dropped, however late. */
async function sweep(context: Context, _payload: unknown, { signal }: Run): Promise<{ swept: number }> {
  let swept = 0
  while (!signal.aborted) {
    const expired = await expiredUploads(context.db, 100)
    for (const upload of expired) {
      if (upload.received === upload.length && !upload.object_id) await finishUpload(context, upload)
      await dropUpload(context, upload.owner_id, upload.id)
      swept++
    }
    if (expired.length === 0) break
  }
  return { swept }
}

export const uploadHandlers: Handler[] = [handle(sweepUploads, sweep)]
