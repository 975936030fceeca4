import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, notFound, notOwner } from '../../lib/errors.ts'
import { clearFolders } from './jobs.ts'
import { collectionsById } from './listing/queries.ts'
import {
  type Collection,
  findCollection,
  hasFiles,
  insertCollection,
  isInSubtree,
  lockCollection,
  lockTree,
  nameAutomatically,
  rereadCollection,
  showsNothing,
  updateCollection,
} from './queries.ts'
import {
  abandonedRemovals,
  filesIn,
  filesLeaving,
  lockFolders,
  markRemoved,
  moveUp,
  orphanBelow,
  orphanHidden,
  readSubtree,
  removeCleared,
  removeCollections,
} from './removal/queries.ts'
import { settleFolders } from './settling/jobs.ts'
import { settleAll, settleBelow } from './settling/settle.ts'
import { getTheme } from './themes.ts'

type Changing = Needs<'db' | 'signals'>

export async function getCollection(context: Needs<'db'>, actor: Actor, id: string): Promise<Collection> {
  const found = await findCollection(context.db, actor, id)
  if (!found) throw notFound('collection')
  return found
}

/** Of these folders those that the caller sees. */
export const foldersById = (context: Needs<'db'>, actor: Actor, ids: string[]): Promise<Collection[]> =>
  collectionsById(context.db, actor, ids)

export async function createCollection(
  context: Changing,
  actor: Actor,
  input: { name: string; icon: string; parent_id?: string | null; theme_id?: string | null },
): Promise<Collection> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    if (input.parent_id) await getCollection(tx, actor, input.parent_id)
    if (input.theme_id) await getTheme(tx, actor, input.theme_id)
    const id = uuidv7()
    await insertCollection(tx.db, actor, {
      id,
      name: input.name,
      icon: input.icon,
      parentId: input.parent_id ?? null,
      themeId: input.theme_id ?? null,
    })
    await settleBelow(tx, actor, [id])
    return (await rereadCollection(tx.db, actor, id))!
  })
}

const folderCycle = () =>
  new AppError('conflict', 'folder_cycle', {
    en: 'A folder cannot be moved into itself or into a folder below it. Choose another place.',
    ru: 'Папку нельзя переместить в неё саму или в папку внутри неё. Выберите другое место.',
  })

const hiddenByParent = () =>
  new AppError('conflict', 'hidden_by_parent', {
    en: 'The folder lies in a hidden folder or theme. Unhide that, or move the folder out of it.',
    ru: 'Папка лежит в скрытой папке или теме. Откройте её или вынесите папку из неё.',
  })

export interface CollectionEdit {
  name?: string
  name_mode?: 'manual' | 'auto'
  icon?: string
  is_hidden?: boolean
  parent_id?: string | null
  theme_id?: string | null
}

/** Naming folders after their files belongs to a feature above this one: it is told when a folder is left to it. */
export type OnAutoNaming = (context: Changing, actor: Actor, id: string) => Promise<void>

/** A name that a person gives stays, unless they ask in the same breath for the service to name it. */
export async function editCollection(
  context: Changing,
  actor: Actor,
  id: string,
  { onAutoNaming = async () => {}, ...edit }: CollectionEdit & { onAutoNaming?: OnAutoNaming },
): Promise<Collection> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    const folder = await getCollection(tx, actor, id)
    // A folder that was given stays where its owner has put it, and what is in it does not leave it.
    if (actor.guest && edit.parent_id !== undefined && (edit.parent_id === null || folder.parent_id === null))
      throw notOwner()
    if (edit.parent_id) {
      await getCollection(tx, actor, edit.parent_id)
      if (await isInSubtree(tx.db, actor, id, edit.parent_id)) throw folderCycle()
    }
    if (edit.theme_id) await getTheme(tx, actor, edit.theme_id)
    await updateCollection(tx.db, actor, id, {
      name: edit.name,
      nameMode: edit.name_mode ?? (edit.name === undefined ? undefined : 'manual'),
      icon: edit.icon,
      isHidden: edit.is_hidden,
      parentId: edit.parent_id,
      themeId: edit.theme_id,
    })
    await settleBelow(tx, actor, [id])
    const changed = (await rereadCollection(tx.db, actor, id))!
    if (edit.is_hidden === false && changed.is_hidden) throw hiddenByParent()
    if (edit.name_mode === 'auto') await onAutoNaming(tx, actor, id)
    return changed
  })
}

export interface RemovedFolders {
  ids: string[]
  /** Where a task takes the files: the topmost folder, in place of all the others. */
  top?: string
  /** Those whose files must be hidden by themselves from now on. */
  hiding: string[]
  /** Into the trash, or to this place; `later` when a task takes them. */
  files: 'trash' | 'later' | { to: string | null }
  /** With the zone locked what is hidden is not touched: hidden files come to the top and stay hidden. */
  spareHidden: boolean
}

/** Files belong to a feature above this one: it is told, in the same transaction, what becomes of them. */
export type OnFoldersRemoved = (context: Changing, actor: Actor, removed: RemovedFolders) => Promise<void>

/** So much is cleared away while the caller waits. */
const AT_ONCE = { folders: 200, files: 500 }

/**
 * Answers the task that clears the rest away, where there is one: all is gone from sight at once. `trashFor` is the device in whose
 * diary the files are noted.
 */
export async function deleteCollection(
  context: Changing,
  actor: Actor,
  id: string,
  { mode, onRemoved }: { mode: 'trash' | 'keep' | { trashFor: string }; onRemoved: OnFoldersRemoved },
): Promise<string | null> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    const folder = await getCollection(tx, actor, id)
    if (actor.guest && folder.parent_id === null) throw notOwner()
    if (mode === 'keep') {
      await keepContent(tx, actor, folder, onRemoved)
      return null
    }
    // What the caller cannot see stays, as if it had never been in there.
    const below = await readSubtree(tx.db, actor, id, AT_ONCE.folders + 1)
    const ids = below.map(row => row.id)
    if (ids.length > AT_ONCE.folders || (await filesIn(tx.db, actor, ids)) > AT_ONCE.files)
      return removeLater(tx, actor, folder, { device: typeof mode === 'object' ? mode.trashFor : undefined, onRemoved })
    const hiding = below.filter(row => row.hidden_within || row.is_hidden).map(row => row.id)
    await settleBelow(tx, actor, await orphanBelow(tx.db, actor, ids))
    await lockFolders(tx.db, actor, ids)
    await onRemoved(tx, actor, { ids, hiding, files: 'trash', spareHidden: !actor.unlocked })
    await removeCollections(tx.db, actor, ids)
    return null
  })
}

/** The topmost folder says that all of it has gone; a task clears it away. Answers which. */
async function removeLater(
  tx: Changing,
  actor: Actor,
  folder: Collection,
  { device, onRemoved }: { device: string | undefined; onRemoved: OnFoldersRemoved },
): Promise<string> {
  const spareHidden = !actor.unlocked
  if (spareHidden) await settleBelow(tx, actor, await orphanHidden(tx.db, actor, folder.id))
  const noted = device ? { device: { tokenId: device, at: new Date().toISOString() } } : {}
  const taskId = await enqueue(tx, clearFolders, actor.ownerId, { spareHidden, hidden: folder.is_hidden, ...noted })
  await onRemoved(tx, actor, { ids: [], top: folder.id, hiding: [], files: 'later', spareHidden })
  await markRemoved(tx.db, actor, folder.id, taskId)
  await enqueue(tx, settleFolders, actor.ownerId, {})
  return taskId
}

/** The folder alone goes: its files and folders move up, and stay hidden where it was what hid them. */
async function keepContent(
  context: Changing,
  actor: Actor,
  folder: Collection,
  onRemoved: OnFoldersRemoved,
): Promise<void> {
  await lockFolders(context.db, actor, [folder.id])
  const [own] = await readSubtree(context.db, actor, folder.id, 1)
  const parent = folder.parent_id ? await rereadCollection(context.db, actor, folder.parent_id) : undefined
  const hides = own!.hidden_within || (own!.is_hidden && !parent?.is_hidden)
  const spareHidden = !actor.unlocked
  await onRemoved(context, actor, {
    ids: [folder.id],
    hiding: hides ? [folder.id] : [],
    files: { to: folder.parent_id },
    spareHidden,
  })
  await settleBelow(context, actor, await moveUp(context.db, actor, folder, { hides, spareHidden }))
  await removeCollections(context.db, actor, [folder.id])
}

/** Takes back the making of a folder; one that holds anything by now stays. */
export async function deleteCollectionIfEmpty(context: Changing, actor: Actor, id: string): Promise<boolean> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    await getCollection(tx, actor, id)
    await lockFolders(tx.db, actor, [id])
    const all = await readSubtree(tx.db, { ...actor, unlocked: true }, id, 2)
    if (all.length !== 1 || (await hasFiles(tx.db, actor, id))) return false
    await removeCollections(tx.db, actor, [id])
    return true
  })
}

/** The same as the caller sees it: what is hidden in it comes to the top, and what is in the trash stays there. */
export async function deleteCollectionIfBare(
  context: Changing,
  actor: Actor,
  id: string,
  onRemoved: OnFoldersRemoved,
): Promise<boolean> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    await getCollection(tx, actor, id)
    await lockFolders(tx.db, actor, [id])
    if (!(await showsNothing(tx.db, actor, id))) return false
    await deleteCollection(tx, actor, id, { mode: 'trash', onRemoved })
    return true
  })
}

/** Like `getCollection`, and the folder cannot go while the transaction runs. */
export async function lockPlace(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await lockCollection(context.db, actor, id))) throw notFound('collection')
  await getCollection(context, actor, id)
}

/** The service's own renaming of a folder that is left to it; undefined when it no longer is, or has that name. */
export const renameByService = (context: Needs<'db'>, actor: Pick<Actor, 'ownerId'>, id: string, name: string) =>
  nameAutomatically(context.db, actor, id, name)

/** Every folder that a task clears away says so itself now; answers how many files lie in them. */
export async function gatherRemoved(
  context: Changing,
  { ownerId, signal }: { ownerId: string; signal: AbortSignal },
  taskId: string,
): Promise<number> {
  await settleAll(context, ownerId, signal)
  return filesLeaving(context.db, ownerId, taskId)
}

/** So many of the folders that a task of removal has emptied; answers how many went. */
export const removeClearedFolders = (context: Needs<'db'>, ownerId: string, taskId: string, most: number) =>
  removeCleared(context.db, ownerId, taskId, most)

/** What a task was given up over is taken up again; whether it might touch what is hidden is not known any more, so it does not. */
export async function resumeRemovals(context: Changing): Promise<void> {
  for (const { owner_id, removed_by } of await abandonedRemovals(context.db)) {
    await enqueue(context, clearFolders, owner_id, { spareHidden: true, hidden: false, taskId: removed_by })
  }
}
