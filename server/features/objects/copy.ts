import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { jobInsert } from '../../jobs/queue.ts'
import { notFound } from '../../lib/errors.ts'
import { lockPlace } from '../collections/index.ts'
import { assertStorage } from '../usage/index.ts'
import { lockBlob } from './blobs/queries.ts'
import { getObject } from './edit.ts'
import { objectStored } from './jobs.ts'
import { uploadName } from './naming.ts'
import { insertObject, type StoredObject } from './queries.ts'
import { lockObject, type NewContent } from './revisions/queries.ts'
import { replaceContent, type Saving } from './revisions/save.ts'

/** A second file with the same bytes, which are stored once. */
export async function copyObject(
  context: Saving,
  actor: Actor,
  id: string,
  to: { filename: string; collectionId: string | null },
): Promise<string> {
  return inTransaction(context, async tx => {
    const object = await getObject(tx, actor, id)
    const blob = await lockedBlob(tx, actor, object)
    await assertStorage(tx, actor, object.size)
    if (to.collectionId) await lockPlace(tx, actor, to.collectionId)
    const copy = {
      id: uuidv7(),
      filename: uploadName(to.filename),
      kind: object.kind,
      mime: object.mime,
      origin: object.origin,
      collectionId: to.collectionId,
      chatOnly: false,
      modifiedAt: object.modified_at,
    }
    const reading = jobInsert(objectStored, actor.ownerId, { objectId: copy.id, version: 1 })
    const stored = { key: blob.key, size: object.size, sha256: object.content_hash }
    await insertObject(tx.db, actor, copy, { blob: stored, job: reading })
    tx.signals.raise(`jobs:${objectStored.queue}`)
    return copy.id
  })
}

/** Another file's bytes become new content of this one: what it was before is a revision. */
export async function takeContent(context: Saving, actor: Actor, id: string, from: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    await lockObject(tx.db, actor.ownerId, id)
    const [object, source] = [await getObject(tx, actor, id), await getObject(tx, actor, from)]
    if (object.content_hash === source.content_hash) return object
    await lockedBlob(tx, actor, source)
    const content: NewContent = { ...source, modifiedAt: source.modified_at }
    return replaceContent(tx, actor, object, { ...content, author: actor.ownerId })
  })
}

/** The bytes cannot go while the transaction runs. */
async function lockedBlob(context: Needs<'db'>, actor: Actor, { content_hash }: StoredObject) {
  const blob = await lockBlob(context.db, actor.ownerId, content_hash)
  if (!blob) throw notFound('object')
  return blob
}
