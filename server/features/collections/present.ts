import type { Collection } from './queries.ts'

/** Gives each folder its path. A folder that is seen has only ancestors that are seen. */
export function withPaths(folders: Omit<Collection, 'path'>[]): Collection[] {
  const byId = new Map(folders.map(folder => [folder.id, folder]))
  const known = new Map<string, string>()
  const pathOf = (folder: Omit<Collection, 'path'>): string => {
    const ready = known.get(folder.id)
    if (ready !== undefined) return ready
    const parent = folder.parent_id ? byId.get(folder.parent_id) : undefined
    const path = parent ? `${pathOf(parent)}/${folder.name}` : folder.name
    known.set(folder.id, path)
    return path
  }
  return folders.map(folder => ({ ...folder, path: pathOf(folder) }))
}
