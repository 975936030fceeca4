import type { Folder } from '../../api/shapes.ts'
import type { ListedPages } from '../../files/files.ts'
import type { Filters } from '../../files/search.ts'
import { GAP } from '../../files/selection.ts'

/** A line of the library: the folders first, then the files; a file that has not come yet is undefined. */
export type LibraryEntry = { folder: Folder; file?: undefined } | { file: ListedPages; folder?: undefined }

export const idOf = (entry: LibraryEntry): string => entry.folder?.id ?? entry.file!.id

/** The files in their order, with a gap for each line that has not come: a range over it is noticed. */
export const orderOf = (lines: (LibraryEntry | undefined)[]): string[] =>
  Array.from(lines, line => (line ? line.file?.id : GAP)).filter(id => id !== undefined)

const entries = new WeakMap<ListedPages, LibraryEntry>()

/** The same line for the same file: a list that grows redraws only what is new. */
export function entryOf(file: ListedPages): LibraryEntry {
  const known = entries.get(file) ?? { file }
  entries.set(file, known)
  return known
}

export interface Actions {
  open(entry: LibraryEntry): void
  about(): void
  /** Shows the files like one; absent where files are not chosen by anything. */
  filter?(filters: Filters): void
}

/** The files before and after one, as far as all of them have come. */
export function around(lines: (LibraryEntry | undefined)[], id: string): ListedPages[] {
  const at = lines.findIndex(line => line?.file?.id === id)
  if (at < 0) return []
  let [first, end] = [at, at + 1]
  while (lines[first - 1]?.file) first--
  while (lines[end]?.file) end++
  return lines.slice(first, end).flatMap(line => line?.file ?? [])
}
