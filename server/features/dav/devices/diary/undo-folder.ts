import type { Actor, Context } from '../../../../context.ts'
import { AppError } from '../../../../lib/errors.ts'
import {
  type Collection,
  createCollection,
  deleteCollectionIfBare,
  editCollection,
  foldersById,
  getTheme,
} from '../../../collections/index.ts'
import { filesLeaveFolders } from '../../../objects/index.ts'
import {
  type DeviceDeed,
  type DiarySpan,
  deletionOf,
  folderNamed,
  isThere,
  restoredFor,
  type Settled,
  settleDeeds,
} from './queries.ts'

/** Tried again later: a folder is still being cleared away. */
export class NotYet extends Error {
  override name = 'NotYet'
}

export interface Undoing extends DiarySpan {
  tx: Context
  actor: Actor
  taskId: string
}

/** Where something was: there, or in what came in its place; hidden by now; or gone. The top has no id. */
export interface FolderBefore {
  id: string | null
  state: 'there' | 'hidden' | 'gone'
}

const MOST_STEPS = 10

export async function placeNow(tx: Context, actor: Actor, place: string | null): Promise<FolderBefore> {
  if (place === null) return { id: null, state: 'there' }
  let id = place
  for (let n = 0; n < MOST_STEPS; n++) {
    const [folder] = await foldersById(tx, actor, [id])
    if (folder) return { id: folder.id, state: 'there' }
    const next = await restoredFor(tx.db, actor.ownerId, id)
    if (!next) return { id: null, state: (await isThere(tx.db, actor.ownerId, 'folder', id)) ? 'hidden' : 'gone' }
    id = next
  }
  return { id: null, state: 'gone' }
}

/** The same, and a folder that the device has deleted comes back for it; what lies in one that is left is left with it. */
export async function placeAgain(undoing: Undoing, place: string | null): Promise<FolderBefore> {
  const { tx, actor, taskId } = undoing
  const now = await placeNow(tx, actor, place)
  if (now.state !== 'gone') return now
  const deletion = await deletionOf(tx.db, actor.ownerId, undoing, place!)
  if (!deletion) return now
  if (deletion.is_left) return { id: null, state: 'hidden' }
  const outcome = await undoDeletion(undoing, deletion)
  await settleDeeds(tx.db, { ownerId: actor.ownerId, taskId }, [deletion.id], outcome)
  return outcome.restoredId ? { id: outcome.restoredId, state: 'there' } : { id: null, state: 'hidden' }
}

const CHANGED: Settled = { left: 'changed_since' }

export async function undoFolder(undoing: Undoing, deed: DeviceDeed, folderId: string): Promise<Settled> {
  const { tx, actor } = undoing
  if (deed.what === 'deleted') return undoDeletion(undoing, deed)
  const now = await placeNow(tx, actor, folderId)
  if (now.state === 'hidden') return { left: 'gone', unreported: true }
  const [folder] = now.id ? await foldersById(tx, actor, [now.id]) : []
  if (!folder) return { left: 'gone' }
  if (!(await isWhereItWas(undoing, deed, folder))) return CHANGED
  if (deed.what === 'added')
    return (await deleteCollectionIfBare(tx, actor, folder.id, filesLeaveFolders)) ? {} : { left: 'not_empty' }
  const parent = await placeNow(tx, actor, deed.place_before)
  if (parent.state !== 'there') return { left: 'gone' }
  await editCollection(tx, actor, folder.id, {
    ...(parent.id === folder.parent_id ? {} : { parent_id: parent.id }),
    ...(deed.name_before === deed.name_after ? {} : { name: deed.name_before! }),
  })
  return {}
}

async function isWhereItWas({ tx, actor }: Undoing, deed: DeviceDeed, folder: Collection): Promise<boolean> {
  if (folder.name_mode === 'manual' && folder.name !== deed.name_after) return false
  const parent = await placeNow(tx, actor, deed.place_after)
  return parent.state === 'there' && parent.id === folder.parent_id
}

/** Puts the folder back into its place and theme, unless either is hidden by now: that would bring it out of the hidden zone. */
async function undoDeletion(undoing: Undoing, deed: DeviceDeed): Promise<Settled> {
  const { tx, actor } = undoing
  const parent = await placeAgain(undoing, deed.place_before)
  if (parent.state === 'hidden') return { left: 'gone' }
  const name = deed.name_before!
  const twin = await folderNamed(tx.db, actor, parent.id, name)
  if (twin) return { restoredId: twin.id }
  const theme = await themeNow(undoing, deed.theme_before)
  if (theme === 'hidden') return { left: 'gone' }
  const made = { name, icon: deed.icon_before ?? '', parent_id: parent.id, theme_id: theme }
  return { restoredId: (await createCollection(tx, actor, made)).id }
}

async function themeNow({ tx, actor }: Undoing, id: string | null): Promise<string | null> {
  if (!id || !(await isThere(tx.db, actor.ownerId, 'theme', id))) return null
  return getTheme(tx, actor, id).then(
    () => id,
    error => {
      if (error instanceof AppError) return 'hidden'
      throw error
    },
  )
}
