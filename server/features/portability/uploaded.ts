import type { Readable } from 'node:stream'
import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { openContent } from '../objects/index.ts'
import { getUpload } from '../uploads/index.ts'

/** A file as it arrives. */
export interface Arriving {
  bytes: Readable | Buffer
  complete: Promise<void>
}

const unfinished = () =>
  new AppError('conflict', 'upload_unfinished', {
    en: 'Not all bytes of the upload have come. Finish it first, then import it.',
    ru: 'Загрузка ещё не завершена. Сначала загрузите файл целиком, затем импортируйте его.',
  })

/** What a resumable upload has brought; the file that it has become stays as it is. */
export async function uploadedFile(context: Context, actor: Actor, uploadId: string): Promise<Arriving> {
  const { object_id } = await getUpload(context, actor, uploadId)
  if (!object_id) throw unfinished()
  const { body } = await openContent(context, actor, object_id, { disposition: 'attachment', headOnly: false })
  return { bytes: body as Readable, complete: Promise.resolve() }
}
