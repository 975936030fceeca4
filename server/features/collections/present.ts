import { inSlices } from '../../lib/slices.ts'
import type { Collection } from './queries.ts'

type Bare = Omit<Collection, 'path' | 'has_folders'>

/** Gives each folder its path, and whether others lie in it. A folder that is seen has only ancestors that are seen. */
export async function asTree(folders: Bare[]): Promise<Collection[]> {
  const byId = new Map(folders.map(folder => [folder.id, folder]))
  const parents = new Set(folders.map(folder => folder.parent_id))
  const known = new Map<string, string>()
  const pathOf = (folder: Bare): string => {
    const ready = known.get(folder.id)
    if (ready !== undefined) return ready
    const parent = folder.parent_id ? byId.get(folder.parent_id) : undefined
    const path = parent ? `${pathOf(parent)}/${folder.name}` : folder.name
    known.set(folder.id, path)
    return path
  }
  return inSlices(folders, slice =>
    slice.map(folder => ({ ...folder, path: pathOf(folder), has_folders: parents.has(folder.id) })),
  )
}
