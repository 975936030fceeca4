import { splitName } from '../../objects/index.ts'

/** The names of a folder's entries as programs see them: each once, and each one that a path can hold. */

/** What a name of ours becomes in a path; most stay as they are. */
export function plainName(own: string): string {
  const name = own.normalize('NFC').replaceAll('/', '_')
  return name === '' || name === '.' || name === '..' ? '_' : name
}

/** `a.txt`, `a (2).txt`, `a (3).txt`, ... */
export function numbered(name: string, n: number): string {
  const [stem, extension] = splitName(name)
  return n === 1 ? name : `${stem} (${n})${extension}`
}

/** What systems leave behind for themselves: never a file of the library. */
export const isLeaving = (name: string): boolean =>
  name.startsWith('._') ||
  name.startsWith('~$') ||
  name.startsWith('.~lock.') ||
  ['.ds_store', 'thumbs.db', 'desktop.ini', '.spotlight-v100', '.trashes', '.fseventsd'].includes(name.toLowerCase())
