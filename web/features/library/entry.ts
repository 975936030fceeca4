import type { Folder } from '../../api/shapes.ts'
import type { Listed } from '../../files/files.ts'
import { GAP } from '../../files/selection.ts'

/** A line of the library: the folders first, then the files; a file that has not come yet is undefined. */
export type Entry = { folder: Folder; file?: undefined } | { file: Listed; folder?: undefined }

export const idOf = (entry: Entry): string => entry.folder?.id ?? entry.file!.id

/** The files in their order, with a gap for each line that has not come: a range over it is noticed. */
export const orderOf = (lines: (Entry | undefined)[]): string[] =>
  Array.from(lines, line => (line ? line.file?.id : GAP)).filter(id => id !== undefined)

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

/** The files before and after one, as far as all of them have come. */
export function around(lines: (Entry | undefined)[], id: string): Listed[] {
  const at = lines.findIndex(line => line?.file?.id === id)
  if (at < 0) return []
  let [first, end] = [at, at + 1]
  while (lines[first - 1]?.file) first--
  while (lines[end]?.file) end++
  return lines.slice(first, end).flatMap(line => line?.file ?? [])
}
