/** Addresses of files: names from the top of the tree down, as people see them. */

/** Where a tree is found. The same files are in all of them. */
export interface Mount {
  base: string
}

export type Names = string[]

const MAX_DEPTH = 64
const MAX_NAME = 1000

// biome-ignore lint/suspicious/noControlCharactersInRegex: no name may hold them
const IMPOSSIBLE = /[\u0000-\u001f\u007f/]/

const isName = (name: string) =>
  name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME && !IMPOSSIBLE.test(name)

/** Undefined for an address outside of the tree, or one that cannot be a file's. */
export function namesIn({ base }: Mount, path: string): Names | undefined {
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
export function namesOf(mount: Mount, address: string | undefined, prefix: string): Names | undefined {
  const path = address?.trim().replace(/^https?:\/\/[^/]*/i, '')
  return path === undefined ? undefined : namesIn(mount, path.startsWith(prefix) ? path.slice(prefix.length) : path)
}

export const hrefOf = ({ base }: Mount, names: Names, isFolder: boolean): string =>
  base + names.map(encodeURIComponent).join('/') + (isFolder && names.length > 0 ? '/' : '')

/** As locks keep it. */
export const pathOf = (names: Names): string => names.join('/')

export const parentOf = (names: Names): Names => names.slice(0, -1)

/** The path itself and all above it, the top too. */
export const pathsUpTo = (names: Names): string[] => [...names.keys(), names.length].map(n => pathOf(names.slice(0, n)))

export const isWithin = (names: Names, folder: Names): boolean =>
  names.length >= folder.length && folder.every((name, at) => names[at] === name)
