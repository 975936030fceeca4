import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs, personOf } from '../../../context.ts'
import { enqueue, enqueueWith } from '../../../jobs/queue.ts'
import { AppError, InvalidInput, notFound } from '../../../lib/errors.ts'
import type { StoredBlob } from '../../../ports/blobs.ts'
import { noteInDiary } from '../../diary/index.ts'
import { assertStorage } from '../../usage/index.ts'
import { lockBlob } from '../blobs/queries.ts'
import { getObject } from '../edit.ts'
import { blobUnused, graceSeconds, objectStored } from '../jobs.ts'
import { sniff } from '../kinds.ts'
import { findObject, type StoredObject } from '../queries.ts'
import { spareOf } from '../upload.ts'
import {
  findRevision,
  insertRevision,
  keepBlob,
  lockObject,
  type NewContent,
  type Revision,
  revisionsOf,
  setContent,
  trimRevisions,
} from './queries.ts'

/** For bytes that are there already. */
type Replacing = Needs<'config' | 'db' | 'signals'>
export type Saving = Replacing & Needs<'blobs' | 'tables'>

export interface Save {
  bytes: Readable | Buffer
  /** The beginning of the bytes, or all of them. */
  head: Buffer
  /** The version that is overwritten; `any` for protocols in which the last one to write wins. */
  baseVersion: number | 'any' | undefined
  /** Null when it is not the owner who saves, but the service for them. */
  author: string | null
  /** When the content was last changed, where the sender knows. */
  modifiedAt?: Date
  /** Settles when the sender has sent everything well. */
  complete?: Promise<void>
  /** Thrown when the file has moved on. */
  moved: (version: number) => AppError
  /** In the transaction of the save. */
  also?: (context: Saving, saved: { before: StoredObject; hash: string }) => Promise<unknown>
}

export const versionConflict = (version: number) =>
  new AppError('conflict', 'version_conflict', {
    en: `The file has been changed meanwhile and is at version ${version}. Read it again and repeat with base_version=${version}.`,
    ru: `Файл за это время изменили: сейчас версия ${version}. Прочитайте его снова и повторите с base_version=${version}.`,
  })

/** Bytes first, then one transaction: the old content becomes a revision and the new one takes its place, or neither. */
export async function saveContent(context: Saving, actor: Actor, id: string, save: Save): Promise<StoredObject> {
  const before = await getObject(context, actor, id)
  await assertStorage(context, actor, 0)
  if (save.baseVersion === undefined) throw new InvalidInput([{ loc: ['query', 'base_version'], type: 'missing' }])
  if (save.baseVersion !== 'any' && before.version !== save.baseVersion) throw save.moved(before.version)
  const stored = await context.blobs.put(actor.ownerId, save.bytes, { own: actor.ownBucket })
  await save.complete?.catch(async error => {
    await context.blobs.remove(stored.key)
    throw error
  })
  const { object, spare } = await inTransaction(context, tx => saveStored(tx, actor, id, { ...save, stored })).catch(
    async error => {
      // A refusal has surely written nothing; of a broken commit only the sweeper may judge.
      if (error instanceof AppError) await context.blobs.remove(stored.key)
      throw error
    },
  )
  if (spare) await context.blobs.remove(spare)
  return object
}

/** The same for bytes that are stored already, in the caller's transaction; `spare` is a copy that nobody needs. */
export async function saveStored(
  context: Saving,
  actor: Actor,
  id: string,
  save: Omit<Save, 'bytes'> & { stored: StoredBlob },
): Promise<{ object: StoredObject; spare: string | null }> {
  const { stored } = save
  const object = await lockedObject(context, actor, id)
  if (save.baseVersion !== 'any' && object.version !== save.baseVersion) throw save.moved(object.version)
  await save.also?.(context, { before: object, hash: stored.sha256 })
  if (object.content_hash === stored.sha256) return { object, spare: stored.key }
  await assertStorage(context, actor, stored.size)
  const key = await keepBlob(context.db, actor, stored)
  const spare = await spareOf(context, actor, key, stored)
  const kind = await sniff(save.head, object.filename)
  const content = { ...kind, content_hash: stored.sha256, size: stored.size, modifiedAt: save.modifiedAt }
  return { object: await replaceContent(context, actor, object, { ...content, author: save.author }), spare }
}

async function lockedObject(context: Needs<'db'>, actor: Actor, id: string): Promise<StoredObject> {
  await lockObject(context.db, actor.ownerId, id)
  return getObject(context, actor, id)
}

/** The snapshot, the new content, the trimming and the reading anew belong to one transaction. */
export async function replaceContent(
  context: Replacing,
  actor: Actor,
  object: StoredObject,
  { author, ...content }: NewContent & { author: string | null },
): Promise<StoredObject> {
  await insertRevision(context.db, object, { id: uuidv7(), author })
  const version = await setContent(context.db, object, content)
  if (author) await noteInDiary(context.db, actor, { what: 'changed', objectId: object.id })
  await keepNewest(context, object, context.config.REVISION_RETENTION, graceSeconds(context))
  await enqueue(context, objectStored, actor.ownerId, { objectId: object.id, version })
  return (await findObject(context.db, actor, object.id))!
}

async function keepNewest(context: Replacing, { owner_id, id }: StoredObject, keep: number, delaySeconds: number) {
  const gone = await trimRevisions(context.db, owner_id, id, keep)
  for (const hash of new Set(gone.map(row => row.content_hash)))
    await enqueueWith(context, { job: blobUnused, ownerId: owner_id, payload: { hash }, delaySeconds })
}

/** Their bytes go at once: they may hold what somebody has blacked out since. */
export const removeRevisions = (context: Replacing, actor: Actor, id: string): Promise<void> =>
  inTransaction(context, async tx => keepNewest(tx, await lockedObject(tx, actor, id), 0, 0))

export interface ListedRevision extends Revision {
  is_current: boolean
}

export async function listRevisions(context: Needs<'db'>, actor: Actor, id: string): Promise<ListedRevision[]> {
  const object = await getObject(context, actor, id)
  const found = await revisionsOf(context.db, actor.ownerId, id)
  return found.map(revision => ({ ...revision, is_current: revision.content_hash === object.content_hash }))
}

export async function getRevision(context: Needs<'db'>, actor: Actor, id: string, revisionId: string) {
  await getObject(context, actor, id)
  const revision = await findRevision(context.db, actor.ownerId, id, revisionId)
  if (!revision) throw notFound('revision')
  return revision
}

/** The present content becomes a revision first, so that a restore can itself be taken back. */
export async function restoreRevision(
  context: Replacing,
  actor: Actor,
  id: string,
  revisionId: string,
): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    const object = await lockedObject(tx, actor, id)
    const revision = await getRevision(tx, actor, id, revisionId)
    if (revision.content_hash === object.content_hash) return object
    await lockBlob(tx.db, actor.ownerId, revision.content_hash)
    return replaceContent(tx, actor, object, { ...revision, author: personOf(actor) })
  })
}
