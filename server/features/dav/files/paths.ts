import type { EntryRow } from './queries.ts'

/** Addresses of files: names from the top of the tree down, as people see them. */

export type PathNames = string[]

/** A folder of somebody else. */
export interface GivenPath {
  /** Where it stands in the tree of whom it was given to. */
  under: PathNames
  /** Where it stands in that of its owner: locks are kept by that. */
  above: PathNames
  role: 'viewer' | 'editor'
  entry: EntryRow & { shown: string }
}

/** Where a tree is found. The same files are in all of them. */
export interface Mount {
  base: string
  given?: GivenPath
}

/** Something in a tree, or a name that it could have. */
export interface Where {
  mount: Mount
  names: PathNames
}

const MAX_DEPTH = 64
const MAX_NAME = 1000

// biome-ignore lint/suspicious/noControlCharactersInRegex: no name may hold them
const IMPOSSIBLE = /[\u0000-\u001f\u007f/]/

const isName = (name: string) =>
  name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME && !IMPOSSIBLE.test(name)

/** Undefined for an address outside of the tree, or one that cannot be a file's. */
export function namesIn({ base, given }: Mount, path: string): PathNames | undefined {
  const names = allNamesIn(base, path)
  if (!given || !names) return names
  return isWithin(names, given.under) ? names.slice(given.under.length) : undefined
}

function allNamesIn(base: string, path: string): PathNames | undefined {
  if (`${path}/` === base) return []
  if (!path.startsWith(base)) return undefined
  try {
    const names = path
      .slice(base.length)
      .split('/')
      .filter(part => part !== '')
      // Some systems write é as one character, some as two: both are the same name.
      .map(part => decodeURIComponent(part).normalize('NFC'))
    return names.length <= MAX_DEPTH && names.every(isName) ? names : undefined
  } catch {
    return undefined
  }
}

/** The same of an address in a header, which may be absolute. */
export function namesOf(mount: Mount, address: string | undefined, prefix: string): PathNames | undefined {
  const path = address?.trim().replace(/^https?:\/\/[^/]*/i, '')
  return path === undefined ? undefined : namesIn(mount, path.startsWith(prefix) ? path.slice(prefix.length) : path)
}

export function hrefOf({ base, given }: Mount, names: PathNames, isFolder: boolean): string {
  const all = [...(given?.under ?? []), ...names]
  return base + all.map(encodeURIComponent).join('/') + (isFolder && all.length > 0 ? '/' : '')
}

export const pathOf = (names: PathNames): string => names.join('/')

/** As the owner sees it, and locks keep it. */
export const owned = ({ mount, names }: Where): PathNames => [...(mount.given?.above ?? []), ...names]

/** The other way round; what lies above a given folder is the folder itself. */
export const seen = (mount: Mount, path: string): PathNames => path.split('/').slice(mount.given?.above.length ?? 0)

export const parentOf = (names: PathNames): PathNames => names.slice(0, -1)

/** The path itself and all above it, the top too. */
export const pathsUpTo = (names: PathNames): string[] =>
  [...names.keys(), names.length].map(n => pathOf(names.slice(0, n)))

export const isWithin = (names: PathNames, folder: PathNames): boolean =>
  names.length >= folder.length && folder.every((name, at) => names[at] === name)
