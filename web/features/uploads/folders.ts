import { post } from '../../api/call.ts'
import type { Folder } from '../../api/shapes.ts'
import { whenLetIn } from '../../files/change.ts'
import { levelAt } from '../../files/tree.ts'

type Place = Pick<Folder, 'id' | 'is_hidden'> & { isNew?: boolean }

/** Folders are made as they are met, from the top; one that is there by this name takes the files in. */
export function folderMaker(under: string | undefined): (path: string[]) => Promise<Place> {
  const made = new Map<string, Promise<Place>>()
  const find = levelAt()
  const folderAt = (path: string[]): Promise<Place> => {
    const key = path.join('/')
    const known = made.get(key)
    if (known) return known
    const making = (async () => {
      const above = path.length > 1 ? await folderAt(path.slice(0, -1)) : undefined
      const parent = above?.id ?? under
      const name = path.at(-1)!
      // In a folder that was made just now there is nothing yet.
      const there = above?.isNew ? undefined : await whenLetIn(() => find(name, parent))
      if (there) return there
      return { ...(await whenLetIn(() => post('/v1/collections', { name, parent_id: parent }))), isNew: true }
    })()
    made.set(key, making)
    // What failed is tried again by the next file.
    making.catch(() => made.delete(key))
    return making
  }
  return folderAt
}
