import { get, patch, post, query } from '../api/call.ts'
import type { Folder } from '../api/shapes.ts'
import { bulk, perform, whenLetIn } from './change.ts'
import type { Picked } from './files.ts'

/** A folder as it was, so that it can be made again with what was in it. Links to it and what others were given of it are not. */

interface KeptFolder {
  /** A whole tree, parents first; or only the folder itself, if it was removed alone. */
  folders: Folder[]
  notes: ReadonlyMap<string, string>
  files: Picked[]
  /** The folders that move up one level when only their parent is removed. */
  below: Folder[]
}

const PAGE = 500
/** So many folders are made by one call. */
const TOGETHER = 200
/** What is larger goes without a way back. */
const MOST = { folders: 5000, files: 50_000, notes: 100, below: 200 }

/** All pages of a list; undefined where it is longer than that. */
async function allOf<T>(page: (cursor: string) => Promise<{ items: T[]; next_cursor: string | null }>, most: number) {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor
    const { items, next_cursor } = await whenLetIn(() => page(from))
    all.push(...items)
    if (all.length > most) return undefined
    cursor = next_cursor
  }
  return all
}

const foldersOf = (asked: { parent_id?: string; theme_id?: string; within?: string }, most: number) =>
  allOf(cursor => get<'GET /v1/collections'>(`/v1/collections${query({ ...asked, limit: PAGE, cursor })}`), most)

const filesOf = (asked: { collection_id?: string; within?: string }) =>
  allOf(
    cursor => get<'GET /v1/objects/lines'>(`/v1/objects/lines${query({ ...asked, limit: PAGE, cursor })}`),
    MOST.files,
  )

export const topFoldersOf = (themeId: string): Promise<Folder[] | undefined> =>
  foldersOf({ theme_id: themeId }, MOST.folders)

/** The whole tree where it goes as a whole, else the folder with what lies right in it; undefined when that is too much. */
export async function keepFolder(folder: Folder, mode: 'trash' | 'keep'): Promise<KeptFolder | undefined> {
  const { id } = folder
  const isAlone = mode === 'keep'
  const tree = isAlone ? [folder] : await foldersOf({ within: id }, MOST.folders)
  const below = isAlone && folder.has_folders ? await foldersOf({ parent_id: id }, MOST.below) : []
  const files = tree && below && (await filesOf(isAlone ? { collection_id: id } : { within: id }))
  const noted = tree?.filter(({ has_note }) => has_note) ?? []
  if (!files || noted.length > MOST.notes) return undefined
  const notes = new Map<string, string>()
  for (const each of noted)
    notes.set(each.id, (await get<'GET /v1/collections/{collection_id}/note'>(`/v1/collections/${each.id}/note`)).text)
  return { folders: parentsFirst(tree, id), notes, files, below }
}

function parentsFirst(tree: Folder[], top: string): Folder[] {
  const inside = Map.groupBy(tree, ({ parent_id }) => parent_id)
  const ordered = tree.filter(({ id }) => id === top)
  for (const { id } of ordered) ordered.push(...(inside.get(id) ?? []))
  return ordered
}

/** Makes it again where it was. What was kept beside it moves back; what went to the trash is taken out first. */
export async function makeAgain(kept: KeptFolder, mode: 'trash' | 'keep'): Promise<void> {
  const made = await makeFolders(kept)
  const places = new Map(kept.files.map(({ id, collection_id }) => [id, made.get(collection_id!) ?? null]))
  const ids = [...places.keys()]
  let back = mode === 'trash' ? [] : ids
  if (mode === 'trash' && ids.length > 0)
    await perform(
      ids,
      () => bulk('restore', ids),
      (_, done) => {
        back = done
      },
    )
  if (back.length > 0)
    await perform(
      back,
      () => bulk('move', back, { places }),
      () => {},
    )
  const [top] = kept.folders
  for (const { id } of kept.below) await patch(`/v1/collections/${id}`, { parent_id: made.get(top!.id) })
}

/** New ids by former ids. */
async function makeFolders({ folders, notes }: KeptFolder): Promise<Map<string, string>> {
  const before = new Map(folders.map(folder => [folder.id, folder]))
  const made = new Map<string, string>()
  for (let from = 0; from < folders.length; from += TOGETHER) {
    const some = folders.slice(from, from + TOGETHER)
    const at = new Map(some.map(({ id }, n) => [id, n]))
    const wanted = some.map(folder => {
      const { id, name, icon, name_mode, parent_id } = folder
      const above = before.get(parent_id ?? '')
      return {
        name,
        icon,
        name_mode,
        note: notes.get(id),
        parent: at.get(parent_id ?? ''),
        parent_id: made.get(parent_id ?? '') ?? (above ? null : parent_id),
        // A theme that the folder inherits is not set on it again.
        theme_id: above ? own(folder.theme_id, above.theme_id) : parent_id ? null : folder.theme_id,
        is_hidden: folder.is_hidden && !above?.is_hidden,
      }
    })
    const { items } = await whenLetIn(() => post('/v1/collections/tree', { folders: wanted }))
    for (const [n, { id }] of items.entries()) made.set(some[n]!.id, id)
  }
  return made
}

const own = (theme: string | null, above: string | null) => (theme === above ? null : theme)
