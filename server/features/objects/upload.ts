import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { jobInsert } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import type { StoredBlob } from '../../ports/blobs.ts'
import { getCollection, lockPlace } from '../collections/index.ts'
import { noteInDiary } from '../diary/index.ts'
import { assertStorage, isLimited } from '../usage/index.ts'
import { objectStored } from './jobs.ts'
import { sniff } from './kinds.ts'
import { uploadName } from './naming.ts'
import { insertObject, type Origin, repointBlob } from './queries.ts'

export interface Upload {
  filename: string
  bytes: Readable | Buffer
  /** The beginning of the bytes, enough to see what they are. */
  head: Buffer
  collectionId?: string
  chatOnly: boolean
  /** Who brought it, where that is not its owner. */
  origin?: Origin
  /** When its content was last changed, where the sender knows. */
  modifiedAt?: Date
  /** Where it was taken over from. */
  sourceUrl?: string
  /** Settles when the sender has sent everything well. */
  complete: Promise<void>
}

export interface AcceptedUpload {
  id: string
  duplicate: boolean
}

type Uploads = Needs<'db' | 'signals' | 'blobs' | 'tables'>

/**
 * Bytes first, row second: a crash leaves an orphan blob for the sweeper, never a row that points at nothing. `also` is written in
 * the transaction of the row: with the file, or not at all.
 */
export async function uploadObject(
  context: Uploads,
  actor: Actor,
  upload: Upload,
  also?: (tx: Uploads, id: string) => Promise<unknown>,
): Promise<AcceptedUpload> {
  const stored = await storeBytes(context, actor, upload)
  const kept = also
    ? inTransaction(context, async tx => {
        const done = await keepStored(tx, actor, upload, stored)
        await also(tx, done.id)
        return done
      })
    : keepWhole(context, actor, upload, stored)
  const { spare, ...accepted } = await kept.catch(async error => {
    // A refusal has surely written nothing; of a broken commit only the sweeper may judge.
    if (error instanceof AppError) await context.blobs.remove(stored.key)
    throw error
  })
  if (spare) await context.blobs.remove(spare)
  return accepted
}

export async function storeBytes(context: Uploads, actor: Actor, upload: Upload): Promise<StoredBlob> {
  context.signals.raise('arrivals')
  if (upload.collectionId && !upload.chatOnly) await getCollection(context, actor, upload.collectionId)
  await assertStorage(context, actor, 0)
  const stored = await context.blobs.put(actor.ownerId, upload.bytes, { own: actor.ownBucket })
  try {
    await upload.complete
  } catch (error) {
    await context.blobs.remove(stored.key)
    throw error
  }
  return stored
}

/** At the top and without a limit it is one statement, which needs no transaction around it. */
const keepWhole = (context: Uploads, actor: Actor, upload: Upload, stored: StoredBlob) =>
  (upload.collectionId && !upload.chatOnly) || isLimited(context, actor)
    ? inTransaction(context, tx => keepStored(tx, actor, upload, stored))
    : keepStored(context, actor, upload, stored)

/**
 * Makes an object of bytes that are already in the store, in the caller's transaction. Where the owner had these bytes
 * before, `spare` is the key of the new copy: to be removed, but only when the transaction has been committed.
 */
export async function keepStored(
  context: Uploads,
  actor: Actor,
  upload: Pick<Upload, 'filename' | 'head' | 'collectionId' | 'chatOnly' | 'origin' | 'modifiedAt' | 'sourceUrl'>,
  stored: StoredBlob,
): Promise<AcceptedUpload & { spare: string | null }> {
  const filename = uploadName(upload.filename)
  const id = uuidv7()
  const what = await sniff(upload.head, filename)
  const object = {
    id,
    filename,
    ...what,
    // Whoever saves a mail has not written it.
    origin: upload.origin ?? (what.kind === 'email' ? 'mail' : 'owner'),
    collectionId: upload.chatOnly ? null : (upload.collectionId ?? null),
    chatOnly: upload.chatOnly,
    modifiedAt: upload.modifiedAt,
    sourceUrl: upload.sourceUrl,
  }
  await assertStorage(context, actor, stored.size)
  // The folder may have gone while the bytes came.
  if (object.collectionId) await lockPlace(context, actor, object.collectionId)
  const reading = jobInsert(objectStored, actor.ownerId, { objectId: id, version: 1 })
  const { key, duplicate } = await insertObject(context.db, actor, object, { blob: stored, job: reading })
  if (object.collectionId) await noteInDiary(context.db, actor, { what: 'added', objectId: id })
  context.signals.raise(`jobs:${objectStored.queue}`)
  return { id, duplicate, spare: await spareOf(context, actor, key, stored) }
}

/** Of two copies one is enough, if it is really there; else the new one takes its place. */
export async function spareOf(
  context: Needs<'db' | 'blobs'>,
  actor: Actor,
  key: string,
  stored: StoredBlob,
): Promise<string | null> {
  if (key === stored.key) return null
  if ((await context.blobs.size(key)) === stored.size) return stored.key
  await repointBlob(context.db, actor, stored)
  return key
}
