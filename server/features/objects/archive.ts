import { once } from 'node:events'
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { findBlob } from './blobs/queries.ts'
import { distinctName, entryName } from './naming.ts'
import { findObject, type StoredObject } from './queries.ts'

type Entry = Pick<StoredObject, 'id' | 'owner_id' | 'filename' | 'content_hash' | 'updated_at'> & { kind: string }

/** Already compressed: squeezing it again costs time and gains nothing. */
const PACKED = new Set(['pdf', 'image', 'audio', 'video', 'archive', 'document', 'spreadsheet', 'presentation'])

/** Every id must be there. */
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
  return zipOf(context, objects)
}

/**
 * A zip file that is made while it is sent: no temporary file, one open file at a time, and the next entry is fetched
 * only when the previous one has been sent, so that ten thousand files need no more memory than one.
 */
export function zipOf(
  context: Needs<'db' | 'blobs' | 'log'>,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  const fill = async () => {
    const taken = new Map<string, number>()
    for await (const entry of entries) {
      if (output.destroyed) return
      current = await open(context, entry)
      // The caller left meanwhile: nobody will read it, so nobody would close it.
      if (output.destroyed) return void current.destroy()
      const options = { mtime: entry.updated_at, compress: !PACKED.has(entry.kind) }
      zip.addReadStream(current, distinctName(entryName(entry.filename), taken), options)
      if (!current.closed) await once(current, 'close')
    }
    zip.end()
  }
  output.once('close', () => current?.destroy())
  // A half-made archive must look broken to the one who receives it, not complete.
  const fail = (error: Error) => {
    context.log.error({ err: error }, 'an archive could not be finished')
    current?.destroy()
    output.destroy(error)
  }
  zip.on('error', fail)
  fill().catch(fail)
  return output
}

async function open(context: Needs<'db' | 'blobs'>, entry: Entry): Promise<Readable> {
  const blob = await findBlob(context.db, entry.owner_id, entry.content_hash)
  if (!blob) throw new Error(`the bytes of ${entry.id} are gone`)
  return context.blobs.get(blob.key, undefined, blob.size)
}
