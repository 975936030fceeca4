import { get, patch, post, put, query } from '../api/call.ts'
import type { Folder } from '../api/shapes.ts'
import { bulk } from './change.ts'

/** A folder as it was, so that it can be made again with what was in it. Links to it and what others were given of it are not. */

export interface KeptFolder {
  folder: Folder
  note: string | undefined
  files: string[]
  below: KeptFolder[]
  /** There is more in it than is noted. */
  isCut: boolean
}

/** Larger trees are cleared away by a task of the service, and stay away. */
const MOST_FOLDERS = 50
const MOST_FILES = 500

const foldersIn = async (asked: { parent_id?: string; theme_id?: string }): Promise<Folder[]> => {
  const folders: Folder[] = []
  for (let cursor = ''; ; ) {
    const page = await get<'GET /v1/collections'>(`/v1/collections${query({ ...asked, limit: 500, cursor })}`)
    folders.push(...page.items)
    if (!page.next_cursor) return folders
    cursor = page.next_cursor
  }
}

export const topFoldersOf = (themeId: string): Promise<Folder[]> => foldersIn({ theme_id: themeId })

interface Room {
  folders: number
  files: number
}

/** The whole tree where it goes as a whole, else the folder with what lies right in it. */
export async function keepFolder(
  folder: Folder,
  mode: 'trash' | 'keep',
  room: Room = { folders: MOST_FOLDERS, files: MOST_FILES },
): Promise<KeptFolder> {
  room.folders--
  const { items, total } = await get<'GET /v1/objects'>(`/v1/objects${query({ collection_id: folder.id, limit: 500 })}`)
  room.files -= total
  const inside = folder.has_folders ? await foldersIn({ parent_id: folder.id }) : []
  const kept: KeptFolder = {
    folder,
    note: folder.has_note
      ? (await get<'GET /v1/collections/{collection_id}/note'>(`/v1/collections/${folder.id}/note`)).text
      : undefined,
    files: items.map(({ id }) => id),
    below: [],
    isCut: room.files < 0 || room.folders < (mode === 'trash' ? inside.length : 0),
  }
  for (const each of inside) {
    if (kept.isCut) break
    kept.below.push(
      mode === 'trash'
        ? await keepFolder(each, mode, room)
        : { folder: each, note: undefined, files: [], below: [], isCut: false },
    )
  }
  return kept
}

export const isWhole = (kept: KeptFolder): boolean => !kept.isCut && kept.below.every(isWhole)

/** Makes it again where it was. What was kept beside it moves back; what went to the trash is taken out first. */
export async function makeAgain(
  { folder, note, files, below }: KeptFolder,
  mode: 'trash' | 'keep',
  parentId = folder.parent_id,
): Promise<void> {
  const { name, icon, theme_id } = folder
  const { id } = await post('/v1/collections', {
    name,
    icon,
    parent_id: parentId,
    theme_id: parentId ? null : theme_id,
  })
  if (note !== undefined) await put(`/v1/collections/${id}/note`, { text: note })
  if (files.length > 0) {
    if (mode === 'trash') await bulk('restore', files)
    await bulk('move', files, { collection_id: id })
  }
  for (const each of below)
    if (mode === 'trash') await makeAgain(each, mode, id)
    else await patch(`/v1/collections/${each.folder.id}`, { parent_id: id })
  const rest = {
    ...(folder.name_mode === 'auto' && { name_mode: folder.name_mode }),
    ...(folder.is_hidden && { is_hidden: true }),
  }
  if (Object.keys(rest).length > 0) await patch(`/v1/collections/${id}`, rest)
}
