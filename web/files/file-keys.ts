import { trashFiles } from './change.ts'
import { ask } from './dialog-state.ts'
import type { Picked } from './files.ts'
import { isEditable } from './given.ts'
import { setFavorite } from './own.ts'
import { togglePin } from './pins.ts'

/** What anybody does for themselves, also with files that they only read. */
const PERSONAL = new Set(['s', 'p'])

const FILE_KEYS: Record<string, (files: Picked[]) => void> = {
  r: ([file]) => ask({ kind: 'rename', file: file! }),
  F2: ([file]) => ask({ kind: 'rename', file: file! }),
  m: files => ask({ kind: 'move', files }),
  t: files => ask({ kind: 'tags', files }),
  p: ([file, ...others]) => others.length === 0 && void togglePin({ kind: 'file', id: file!.id, name: file!.filename }),
  s: files => void setFavorite(files, !files.every(file => file.is_favorite)),
  Delete: files => void trashFiles(files.map(file => file.id)),
}

/** The keys that the menu of files names; whether this was one of them. */
export function actOnFiles(key: string, files: Picked[]): boolean {
  const act = FILE_KEYS[key]
  if (!act || files.length === 0 || !(PERSONAL.has(key) || files.every(isEditable))) return false
  act(files)
  return true
}
