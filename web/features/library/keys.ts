import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Folder } from '../../api/shapes.ts'
import { ask } from '../../files/dialog-state.ts'
import { actOnFiles } from '../../files/file-keys.ts'
import type { Picked } from '../../files/files.ts'
import { togglePin } from '../../files/pins.ts'
import { selection } from '../../files/selection.ts'
import { isTyping, keyOf } from '../../lib/typing.ts'
import { type Actions, idOf, type LibraryEntry } from './entry.ts'

interface Keyed {
  /** With holes where lines have not come yet. */
  entries: RefObject<(LibraryEntry | undefined)[]>
  total: number
  columns: number
  actions: Actions
  selectedFiles: () => Picked[]
  order: () => string[]
  /** Where the list is longer than was counted: its end is not known. */
  onUncounted?: () => void
  pageRows: () => number
  /** Scrolls there and puts the focus on it. */
  show: (index: number) => void
  /** In the trash other things are done with files. */
  onDelete?: (ids: string[]) => void
}

const STEPS: Record<string, (columns: number, page: number) => number> = {
  ArrowDown: columns => columns,
  j: columns => columns,
  ArrowUp: columns => -columns,
  k: columns => -columns,
  ArrowRight: columns => (columns > 1 ? 1 : 0),
  ArrowLeft: columns => (columns > 1 ? -1 : 0),
  PageDown: (columns, page) => columns * page,
  PageUp: (columns, page) => -columns * page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
}

type Pressed = KeyboardEvent | ReactKeyboardEvent

/** Everything that the pointer can do in a list, by keyboard. */
export function useListKeys(list: Keyed) {
  return (event: Pressed) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=menu]')) return
    const entries = list.entries.current
    const at = entries.findIndex(entry => entry && idOf(entry) === selection.get().cursor)
    if ((event.ctrlKey || event.metaKey) && keyOf(event) === 'a') selection.all(list.order())
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (!step(event, list, entries, at) && !act(keyOf(event), list, entries[at])) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The keys of the one list of a page, wherever in the page nothing else takes them. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const now = useRef(onKey)
  now.current = onKey
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event) || document.querySelector('dialog[open], [role=menu]')) return
      const isOfPage = event.target === document.body || /^(Key[A-Z]|Arrow(Up|Down))$/.test(event.code)
      if (isOfPage && !within(event, '[role=radiogroup], [role=tablist], [role=slider], [role=separator]'))
        now.current(event)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

const within = ({ target }: KeyboardEvent, what: string) => target instanceof Element && target.closest(what) !== null

function step(event: Pressed, list: Keyed, entries: (LibraryEntry | undefined)[], at: number): boolean {
  const by = STEPS[keyOf(event)]?.(list.columns, list.pageRows())
  if (!by || entries.length === 0) return false
  const next = at < 0 ? 0 : Math.min(list.total - 1, Math.max(0, at + by))
  const entry = entries[next]
  if (keyOf(event) === 'End' && list.onUncounted) list.onUncounted()
  if (!entry) {
    if (event.shiftKey) selection.showGap()
    else list.show(next)
    return true
  }
  if (event.shiftKey && entry.file) {
    const from = entries[Math.max(at, 0)]
    if (!selection.get().anchor && from?.file) selection.only(from.file.id)
    if (!selection.range(entry.file.id, list.order())) return true
  } else if (entry.file && selection.get().ids.size <= 1) selection.only(entry.file.id)
  else selection.moveTo(idOf(entry))
  list.show(next)
  return true
}

/** The chosen files, or the one under the cursor. */
function meant(list: Keyed, entry: LibraryEntry | undefined): Picked[] {
  const chosen = list.selectedFiles()
  return chosen.length > 0 ? chosen : entry?.file ? [entry.file] : []
}

const FOLDER_KEYS: Record<string, (folder: Folder) => void> = {
  r: folder => ask({ kind: 'rename-folder', folder }),
  F2: folder => ask({ kind: 'rename-folder', folder }),
  m: folder => ask({ kind: 'move-folder', folder }),
  p: folder => void togglePin({ kind: 'folder', id: folder.id, name: folder.name }),
  Delete: folder => ask({ kind: 'delete-folder', folder }),
}

const ENTRY_KEYS: Record<string, (list: Keyed, entry: LibraryEntry) => void> = {
  Enter: (list, entry) => list.actions.open(entry),
  ' ': (list, entry) => list.actions.open(entry),
  x: (_list, entry) => entry.file && selection.toggle(entry.file.id),
  i: list => list.actions.about(),
}

/** In the trash there is one thing left to do by key. */
function actInTrash(key: string, files: Picked[]): boolean {
  if (key !== 'Delete') return false
  ask({ kind: 'purge', files })
  return true
}

function act(pressed: string, list: Keyed, entry: LibraryEntry | undefined): boolean {
  const key = pressed === 'Backspace' ? 'Delete' : pressed
  const files = meant(list, entry)
  if (key === 'Escape') selection.clear()
  else if (entry && ENTRY_KEYS[key]) ENTRY_KEYS[key](list, entry)
  else if (entry?.folder && FOLDER_KEYS[key]) FOLDER_KEYS[key](entry.folder)
  else if (files[0]?.deleted_at) return actInTrash(key, files)
  else return actOnFiles(key, files)
  return true
}
