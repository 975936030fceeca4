import type { Folder } from '../../api/shapes.ts'
import type { Listed } from '../../files/files.ts'

/** A line of the library: the folders first, then the files; a file that has not come yet is undefined. */
export type Entry = { folder: Folder; file?: undefined } | { file: Listed; folder?: undefined }

export const idOf = (entry: Entry): string => entry.folder?.id ?? entry.file!.id

const entries = new WeakMap<Listed, Entry>()

/** The same line for the same file: a list that grows redraws only what is new. */
export function entryOf(file: Listed): Entry {
  const known = entries.get(file) ?? { file }
  entries.set(file, known)
  return known
}

export interface Actions {
  open(entry: Entry): void
  about(): void
}
