import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { distinctNames } from './naming.ts'
import { findBlob, findObject, type StoredObject } from './queries.ts'

/** Already compressed: squeezing it again costs time and gains nothing. */
const PACKED = new Set(['pdf', 'image', 'audio', 'video', 'archive', 'document', 'spreadsheet', 'presentation'])

/** Every id must be there; the archive itself is made while it is sent, one file open at a time. */
export async function archiveOf(
  context: Needs<'db' | 'blobs' | 'log'>,
  actor: Actor,
  ids: string[],
): Promise<Readable> {
  const objects: StoredObject[] = []
  for (const id of new Set(ids)) {
    const object = await findObject(context.db, actor, id)
    if (!object) throw notFound('object')
    objects.push(object)
  }
  return zipStream(context, objects)
}

export function zipStream(context: Needs<'db' | 'blobs' | 'log'>, objects: StoredObject[]): Readable {
  const zip = new yazl.ZipFile()
  const names = distinctNames(objects.map(object => object.filename))
  objects.forEach((object, index) => {
    const options = { mtime: object.updated_at, compress: !PACKED.has(object.kind), size: undefined }
    zip.addReadStreamLazy(names[index]!, options, callback => {
      open(context, object).then(
        stream => callback(null, stream),
        error => callback(error, Readable.from([])),
      )
    })
  })
  zip.end()
  const output = zip.outputStream as Readable
  // A half-made archive must look broken to the one who receives it, not complete.
  zip.on('error', error => {
    context.log.error({ err: error }, 'an archive could not be finished')
    output.destroy(error)
  })
  return output
}

async function open(context: Needs<'db' | 'blobs'>, object: StoredObject): Promise<Readable> {
  const blob = await findBlob(context.db, object.owner_id, object.content_hash)
  if (!blob) throw new Error(`the bytes of ${object.id} are gone`)
  return context.blobs.get(blob.key)
}
