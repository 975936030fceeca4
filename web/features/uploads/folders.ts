import { get, post } from '../../api/call.ts'
import type { Folder } from '../../api/shapes.ts'

/** Folders are made as they are met, from the top; one that is there by this name takes the files in. */
export async function folderMaker(under: string | undefined): Promise<(path: string[]) => Promise<string>> {
  const { items: there } = await get('/v1/collections').catch(() => ({ items: [] as Folder[] }))
  const named = (name: string, parent: string | undefined) =>
    there.find(
      folder => folder.name === name && (folder.parent_id ?? undefined) === parent && (parent || !folder.theme_id),
    )
  const made = new Map<string, Promise<string>>()
  const folderAt = (path: string[]): Promise<string> => {
    const key = path.join('/')
    const known = made.get(key)
    if (known) return known
    const making = (async () => {
      const parent = path.length > 1 ? await folderAt(path.slice(0, -1)) : under
      const name = path.at(-1)!
      const folder = named(name, parent) ?? (await post('/v1/collections', { name, parent_id: parent }))
      return folder.id
    })()
    made.set(key, making)
    return making
  }
  return folderAt
}
