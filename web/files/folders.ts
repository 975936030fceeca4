import { patch, post, put, remove } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Folder, Theme } from '../api/shapes.ts'
import { toast } from '../ui/toast.tsx'
import { tellError } from './change.ts'
import { followClearing } from './clearing.ts'
import { refreshListings, refreshTree } from './files.ts'
import { mayMove } from './open-to.ts'
import { adoptFolder } from './tree.ts'
import { libraryWords } from './words.ts'

/** What can be done to folders and themes. */

const t = () => libraryWords.now()

export async function createFolder(name: string, place: { parentId?: string; themeId?: string } = {}): Promise<Folder> {
  const made = await post('/v1/collections', { name, parent_id: place.parentId, theme_id: place.themeId })
  adoptFolder(made)
  refreshTree()
  return made
}

export async function createTheme(name: string): Promise<Theme> {
  const made = await post('/v1/themes', { name })
  refreshTree()
  return made
}

export async function renameFolder(folder: Folder, name: string): Promise<void> {
  adoptFolder(await patch(`/v1/collections/${folder.id}`, { name }))
  refreshTree()
}

export async function renameTheme(theme: Theme, name: string): Promise<void> {
  await patch(`/v1/themes/${theme.id}`, { name })
  refreshTree()
}

export async function moveFolder(folder: Folder, to: { parentId: string | null; themeId?: string }): Promise<void> {
  if (!(await mayMove([folder.parent_id], to.parentId))) return
  const before = { parent_id: folder.parent_id, theme_id: folder.theme_id }
  const themeId = to.themeId ?? (to.parentId ? null : folder.theme_id)
  const move = async (where: object) => {
    adoptFolder(await patch(`/v1/collections/${folder.id}`, where))
    refreshTree()
    refreshListings(key => key.place.kind === 'theme')
  }
  try {
    await move({ parent_id: to.parentId, theme_id: themeId })
    toast(t().folderMoved(folder.name), {
      action: { text: t().undo, run: () => void move(before).catch(tellError) },
    })
  } catch (error) {
    tellError(error)
  }
}

export async function hideFolder(folder: Folder, hide: boolean): Promise<void> {
  try {
    await patch(`/v1/collections/${folder.id}`, { is_hidden: hide })
  } catch (error) {
    tellError(error)
  }
  refreshTree()
  refreshListings()
}

export async function hideTheme(theme: Theme, hide: boolean): Promise<void> {
  try {
    await patch(`/v1/themes/${theme.id}`, { is_hidden: hide })
  } catch (error) {
    tellError(error)
  }
  refreshTree()
  refreshListings()
}

export async function deleteFolder(folder: Folder, mode: 'trash' | 'keep'): Promise<void> {
  const path = `/v1/collections/${folder.id}?mode=${mode}`
  const { task_id } = await remove<'DELETE /v1/collections/{collection_id}'>(path)
  void followClearing(task_id, 'folder').catch(tellError)
  toast(t().folderDeleted(folder.name))
  refreshTree()
  refreshListings()
}

export async function deleteTheme(theme: Theme): Promise<void> {
  await remove(`/v1/themes/${theme.id}`)
  toast(t().folderDeleted(theme.name))
  refreshTree()
}

export async function saveNote(folder: Folder, text: string): Promise<void> {
  const path = `/v1/collections/${folder.id}/note`
  if (text.trim() === '') {
    await remove(path)
    client.removeQueries({ queryKey: ['note', folder.id] })
  } else client.setQueryData(['note', folder.id], await put<'PUT /v1/collections/{collection_id}/note'>(path, { text }))
  refreshTree()
}
