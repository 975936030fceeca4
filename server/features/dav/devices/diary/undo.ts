import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type Actor, type Context, inTransaction, type Needs } from '../../../../context.ts'
import { job, type Run } from '../../../../jobs/declare.ts'
import { enqueue } from '../../../../jobs/queue.ts'
import { AppError, notFound } from '../../../../lib/errors.ts'
import { createCollection, deleteCollection, editCollection, foldersById } from '../../../collections/index.ts'
import {
  editObject,
  filesLeaveFolders,
  getObject,
  restoreObject,
  restoreRevision,
  trashObject,
} from '../../../objects/index.ts'
import { doTask, giveUpTask, ownerActor, progressOf } from '../../../work/index.ts'
import {
  countSettled,
  type Deed,
  isBare,
  isDevice,
  type LeftWhy,
  nextDeed,
  prepareUndo,
  restoredFor,
  revisionAt,
  settleDeed,
} from './queries.ts'

/** Taking back what a device did: the newest first, each by itself. What has been changed since by others is left. */

export const undoDevice = job(
  'device.undo',
  z.object({
    taskId: z.string(),
    tokenId: z.string(),
    since: z.string(),
    upto: z.number(),
    deeds: z.int(),
    language: z.enum(['ru', 'en']),
  }),
  { lane: 'documents', attempts: 10 },
)
type Payload = z.infer<typeof undoDevice.payload>

export async function startUndo(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  tokenId: string,
  since: Date,
): Promise<string> {
  return inTransaction(context, async tx => {
    if (!(await isDevice(tx.db, actor, tokenId))) throw notFound('token')
    const { upto, deeds } = await prepareUndo(tx.db, actor, tokenId, since)
    const taskId = uuidv7()
    const payload = { taskId, tokenId, since: since.toISOString(), upto: upto ?? 0, deeds, language: actor.language }
    return enqueue(tx, undoDevice, actor.ownerId, payload, { id: taskId })
  })
}

const accepted = ({ language }: Payload) => ({ name: undoDevice.name, objectId: null, hidden: false, language })

export const performUndo = (context: Context, payload: Payload, run: Run) =>
  doTask(context, run, accepted(payload), async () => {
    // As the device sees it: what is hidden is not touched.
    const actor = { ...(await ownerActor(context, run.ownerId, payload.language)), unlocked: false }
    const tell = progressOf(context, run, null)
    for (let n = 1; await undoNext(context, actor, payload); n++) {
      run.signal.throwIfAborted()
      tell(Math.min(0.99, n / Math.max(1, payload.deeds)))
    }
    return async tx => ({ objectIds: [], report: await countSettled(tx.db, run.ownerId, payload) })
  })

export const giveUpUndo = (context: Context, payload: Payload, ownerId: string) =>
  giveUpTask(context, ownerId, payload.taskId, accepted(payload))

/** One deed and that it is undone are one transaction; false when none is left. */
async function undoNext(context: Context, actor: Actor, payload: Payload): Promise<boolean> {
  const failed: { deed?: Deed } = {}
  try {
    return await inTransaction(context, async tx => {
      const deed = await nextDeed(tx.db, actor.ownerId, payload)
      if (!deed) return false
      failed.deed = deed
      await settleDeed(tx.db, actor.ownerId, deed.id, await undone(tx, actor, deed))
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError && failed.deed)) throw error
    await settleDeed(context.db, actor.ownerId, failed.deed.id, { left: 'gone' })
    return true
  }
}

interface Undone {
  left?: LeftWhy
  restoredId?: string
}

const undone = (tx: Context, actor: Actor, deed: Deed): Promise<Undone> =>
  deed.object_id === null ? folderUndone(tx, actor, deed) : fileUndone(tx, actor, deed, deed.object_id)

const CHANGED: Undone = { left: 'changed_since' }

async function fileUndone(tx: Context, actor: Actor, deed: Deed, id: string): Promise<Undone> {
  const file = await fileNow(tx, actor, id)
  if (deed.what === 'deleted') {
    // Somebody has brought it back already.
    if (file) return {}
    const restored = await restoreObject(tx, actor, id)
    const place = await placeNow(tx, actor, deed.place_before)
    if (place && place !== restored.collection_id) await editObject(tx, actor, id, { collection_id: place })
    return {}
  }
  if (!file) return { left: 'gone' }
  if (deed.what === 'restored') return trashObject(tx, actor, id).then(() => ({}))
  if (deed.what === 'moved') {
    if (file.filename !== deed.name_after || file.collection_id !== (await placeNow(tx, actor, deed.place_after)))
      return CHANGED
    const place = await placeNow(tx, actor, deed.place_before)
    if (place === null && deed.place_before !== null) return { left: 'gone' }
    await editObject(tx, actor, id, { collection_id: place, filename: deed.name_before! })
    return {}
  }
  if (file.content_hash !== deed.hash_after) return CHANGED
  if (deed.what === 'added') return trashObject(tx, actor, id).then(() => ({}))
  const revision = await revisionAt(tx.db, actor.ownerId, deed)
  if (!revision) return { left: 'gone' }
  await restoreRevision(tx, actor, id, revision)
  return {}
}

async function folderUndone(tx: Context, actor: Actor, deed: Deed): Promise<Undone> {
  if (deed.what === 'deleted') {
    const parent_id = await placeNow(tx, actor, deed.place_before)
    const made = await createCollection(tx, actor, { name: deed.name_before!, icon: deed.icon_before ?? '', parent_id })
    return { restoredId: made.id }
  }
  const id = await placeNow(tx, actor, deed.folder_id)
  const [folder] = id ? await foldersById(tx, actor, [id]) : []
  if (!folder) return { left: 'gone' }
  if (deed.what === 'added') {
    if (!(await isBare(tx.db, actor.ownerId, folder.id))) return { left: 'not_empty' }
    await deleteCollection(tx, actor, folder.id, 'trash', filesLeaveFolders)
    return {}
  }
  if (folder.name !== deed.name_after || folder.parent_id !== (await placeNow(tx, actor, deed.place_after)))
    return CHANGED
  const parent_id = await placeNow(tx, actor, deed.place_before)
  if (parent_id === null && deed.place_before !== null) return { left: 'gone' }
  await editCollection(tx, actor, folder.id, { parent_id, name: deed.name_before! })
  return {}
}

const fileNow = (tx: Context, actor: Actor, id: string) =>
  getObject(tx, actor, id).catch(error => {
    if (error instanceof AppError) return undefined
    throw error
  })

/** A folder, or the one that was made in its place since; null is the top, or that there is none any more. */
async function placeNow(tx: Context, actor: Actor, place: string | null): Promise<string | null> {
  for (let id = place, n = 0; id && n < 10; n++) {
    const [folder] = await foldersById(tx, actor, [id])
    if (folder) return folder.id
    id = (await restoredFor(tx.db, actor.ownerId, id)) ?? null
  }
  return null
}
