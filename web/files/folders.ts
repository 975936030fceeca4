import { get, patch, post, put, remove } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Bodies } from '../api/openapi.ts'
import type { Folder, Theme } from '../api/shapes.ts'
import { toast } from '../ui/toast.tsx'
import { showError } from './change.ts'
import { followClearing } from './clearing.ts'
import { refreshListings, refreshTree } from './files.ts'
import { isOwn } from './given.ts'
import { mayMove } from './open-to.ts'
import { adoptFolder } from './tree.ts'
import { libraryWords } from './words.ts'
import { isUnlocked } from './zone.ts'

/** What can be done to folders and themes, each with its way back. */

const t = () => libraryWords.now()

function refreshAll(): void {
  refreshTree()
  refreshListings()
}

/** A message with a button that undoes the change. */
function toastWithUndo(text: string, back: () => Promise<unknown>): void {
  toast(text, { action: { text: t().undo, run: () => void back().catch(showError).finally(refreshAll) } })
}

export async function createFolder(name: string, place: { parentId?: string; themeId?: string } = {}): Promise<Folder> {
  const made = await post('/v1/collections', { name, parent_id: place.parentId, theme_id: place.themeId })
  adoptFolder(made)
  refreshTree()
  // What was put into it meanwhile stays.
  toastWithUndo(t().made(name), () => remove(`/v1/collections/${made.id}?mode=keep`))
  return made
}

export async function createTheme(name: string): Promise<Theme> {
  const made = await post('/v1/themes', { name })
  refreshTree()
  toastWithUndo(t().made(name), () => remove(`/v1/themes/${made.id}`))
  return made
}

export async function renameFolder(folder: Folder, name: string): Promise<void> {
  adoptFolder(await patch(`/v1/collections/${folder.id}`, { name }))
  refreshTree()
  const before = { name: folder.name, ...(isOwn(folder) && { name_mode: folder.name_mode }) }
  toastWithUndo(t().renamed(name), async () => adoptFolder(await patch(`/v1/collections/${folder.id}`, before)))
}

export async function renameTheme(theme: Theme, name: string): Promise<void> {
  await patch(`/v1/themes/${theme.id}`, { name })
  refreshTree()
  toastWithUndo(t().renamed(name), () => patch(`/v1/themes/${theme.id}`, { name: theme.name }))
}

export async function moveFolder(folder: Folder, to: { parentId: string | null; themeId?: string }): Promise<void> {
  if (!(await mayMove([folder.parent_id], to.parentId))) return
  const before = { parent_id: folder.parent_id, theme_id: folder.theme_id }
  const themeId = to.themeId ?? (to.parentId ? null : folder.theme_id)
  const move = async (where: Bodies['PATCH /v1/collections/{collection_id}']) => {
    adoptFolder(await patch(`/v1/collections/${folder.id}`, where))
    refreshTree()
    refreshListings(key => key.place.kind === 'theme')
  }
  try {
    await move({ parent_id: to.parentId, theme_id: themeId })
    toastWithUndo(t().folderMoved(folder.name), () => move(before))
  } catch (error) {
    showError(error)
  }
}

async function setHidden(
  path: `/v1/${'collections' | 'themes'}/${string}`,
  name: string,
  hide: boolean,
): Promise<void> {
  try {
    await patch(path, { is_hidden: hide })
    // What is hidden can be shown again only by whoever sees it.
    if (hide && !isUnlocked()) toast(t().placeHidden(name))
    else toastWithUndo(hide ? t().placeHidden(name) : t().placeShown(name), () => patch(path, { is_hidden: !hide }))
  } catch (error) {
    showError(error)
  }
  refreshAll()
}

export const hideFolder = (folder: Folder, hide: boolean): Promise<void> =>
  setHidden(`/v1/collections/${folder.id}`, folder.name, hide)

export const hideTheme = (theme: Theme, hide: boolean): Promise<void> =>
  setHidden(`/v1/themes/${theme.id}`, theme.name, hide)

/** Undefined where it cannot come, as after a new version was installed: then something is removed without Undo. */
const loadRemoved = () => import('./removed-folder.ts').catch(() => undefined)

export async function deleteFolder(folder: Folder, mode: 'trash' | 'keep'): Promise<void> {
  const undoing = isOwn(folder) ? await loadRemoved() : undefined
  const kept = await undoing?.keepFolder(folder, mode)
  const path = `/v1/collections/${folder.id}?mode=${mode}` as const
  const { task_id } = await remove(path)
  const cleared = followClearing(task_id, 'folder').catch(showError)
  if (undoing && kept)
    // Files are taken out of the trash once all of them have come there.
    toastWithUndo(t().folderDeleted(folder.name), () => cleared.then(() => undoing.makeAgain(kept, mode)))
  else toast(t().folderDeleted(folder.name))
  refreshAll()
}

export async function deleteTheme(theme: Theme): Promise<void> {
  const folders = await (await loadRemoved())?.topFoldersOf(theme.id)
  await remove(`/v1/themes/${theme.id}`)
  const makeAgain = async (below: Folder[]) => {
    const { id } = await post('/v1/themes', { name: theme.name, icon: theme.icon, is_hidden: theme.is_hidden })
    for (const folder of below) await patch(`/v1/collections/${folder.id}`, { theme_id: id })
  }
  if (folders) toastWithUndo(t().folderDeleted(theme.name), () => makeAgain(folders))
  else toast(t().folderDeleted(theme.name))
  refreshTree()
}

export async function saveNote(folder: Folder, text: string): Promise<void> {
  const path = `/v1/collections/${folder.id}/note` as const
  const before = folder.has_note ? (await get(path)).text : ''
  if (text.trim() === before.trim()) return
  const write = async (next: string) => {
    if (next.trim() === '') {
      await remove(path)
      client.removeQueries({ queryKey: ['note', folder.id] })
    } else client.setQueryData(['note', folder.id], await put(path, { text: next }))
    refreshTree()
  }
  await write(text)
  toastWithUndo(text.trim() === '' ? t().noteRemoved : t().noteSaved, () => write(before))
}
