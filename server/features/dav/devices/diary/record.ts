import { type Actor, type Context, inTransaction, type Needs } from '../../../../context.ts'
import {
  type Collection,
  createCollection,
  deleteCollection,
  editCollection,
  type OnFoldersRemoved,
} from '../../../collections/index.ts'
import {
  copyObject,
  editObject,
  filesLeaveFolders,
  getObject,
  removeForGood,
  restoreObject,
  type StoredObject,
  takeContent,
  trashObject,
} from '../../../objects/index.ts'
import { lockFile, noteDeed, noteFilesGone, noteFoldersGone } from './queries.ts'

/** What devices do, each with its entry in the diary of the device in one transaction. */

interface Spot {
  place: string | null
  name: string
}

/** The file in hand: what is noted of it is what is changed. */
async function lockedFile(tx: Needs<'db'>, actor: Actor, id: string): Promise<StoredObject> {
  await lockFile(tx.db, actor.ownerId, id)
  return getObject(tx, actor, id)
}

async function asItIs(tx: Needs<'db'>, actor: Actor, id: string) {
  const file = await getObject(tx, actor, id)
  return { hash_after: file.content_hash, name_after: file.filename, place_after: file.collection_id }
}

export async function noteAdded(tx: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  await noteDeed(tx.db, actor, { what: 'added', object_id: id, ...(await asItIs(tx, actor, id)) })
}

export async function noteChanged(tx: Needs<'db'>, actor: Actor, before: StoredObject, hash: string): Promise<void> {
  if (before.content_hash === hash) return
  const { id: object_id, content_hash: hash_before, version: version_before } = before
  await noteDeed(tx.db, actor, { what: 'changed', object_id, hash_before, version_before, hash_after: hash })
}

export const makeFolder = (context: Context, actor: Actor, { place, name }: Spot): Promise<Collection> =>
  inTransaction(context, async tx => {
    const made = await createCollection(tx, actor, { name: name.slice(0, 200), icon: '', parent_id: place })
    await noteDeed(tx.db, actor, { what: 'added', folder_id: made.id, place_after: place, name_after: made.name })
    return made
  })

/** Another file's bytes as new content. */
export const replaceBy = (context: Context, actor: Actor, id: string, from: string): Promise<void> =>
  inTransaction(context, async tx => {
    const before = await lockedFile(tx, actor, id)
    const { content_hash } = await takeContent(tx, actor, id, from)
    await noteChanged(tx, actor, before, content_hash)
  })

export const copyTo = (context: Context, actor: Actor, from: string, { place, name }: Spot): Promise<string> =>
  inTransaction(context, async tx => {
    const id = await copyObject(tx, actor, from, { filename: name, collectionId: place })
    await noteAdded(tx, actor, id)
    return id
  })

export const changePlace = (context: Context, actor: Actor, id: string, { place, name }: Spot): Promise<StoredObject> =>
  inTransaction(context, async tx => {
    const before = await lockedFile(tx, actor, id)
    const moved = await editObject(tx, actor, id, { collection_id: place, filename: name })
    await noteDeed(tx.db, actor, {
      what: 'moved',
      object_id: id,
      place_before: before.collection_id,
      name_before: before.filename,
      place_after: moved.collection_id,
      name_after: moved.filename,
    })
    return moved
  })

export const changeFolder = (
  context: Context,
  actor: Actor,
  before: { id: string; parent_id: string | null; name: string },
  { place, name }: Spot,
): Promise<void> =>
  inTransaction(context, async tx => {
    await editCollection(tx, actor, before.id, {
      ...(place === before.parent_id ? {} : { parent_id: place }),
      ...(name === before.name ? {} : { name }),
    })
    await noteDeed(tx.db, actor, {
      what: 'moved',
      folder_id: before.id,
      place_before: before.parent_id,
      name_before: before.name,
      place_after: place,
      name_after: name,
    })
  })

export const trashFile = (context: Context, actor: Actor, id: string): Promise<void> =>
  inTransaction(context, async tx => {
    const { collection_id: place_before, filename: name_before } = await lockedFile(tx, actor, id)
    await trashObject(tx, actor, id)
    await noteDeed(tx.db, actor, { what: 'deleted', object_id: id, place_before, name_before })
  })

/** Noted under the locks of the removal; where a task takes the files, that notes each of them. */
const noteFolders: OnFoldersRemoved = async (tx, actor, removed) => {
  if (removed.files === 'trash') await noteFilesGone(tx.db, actor, removed.ids)
  await noteFoldersGone(tx.db, actor, removed)
  await filesLeaveFolders(tx, actor, removed)
}

export async function removeFolder(context: Context, actor: Actor, id: string): Promise<void> {
  const mode = actor.guest ? 'trash' : { trashFor: actor.tokenId }
  await deleteCollection(context, actor, id, { mode, onRemoved: noteFolders })
}

export const restoreFile = (context: Context, actor: Actor, id: string): Promise<void> =>
  inTransaction(context, async tx => {
    await restoreObject(tx, actor, id)
    await noteDeed(tx.db, actor, { what: 'restored', object_id: id, ...(await asItIs(tx, actor, id)) })
  })

/** There is no file to name any more: what is left is what it was called. */
export const removeFile = (context: Context, actor: Actor, { id, name }: { id: string; name: string }): Promise<void> =>
  inTransaction(context, async tx => {
    await removeForGood(tx, actor, id)
    await noteDeed(tx.db, actor, { what: 'removed', name_before: name })
  })
