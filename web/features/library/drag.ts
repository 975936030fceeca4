import type { DragEvent } from 'react'
import type { Folder } from '../../api/shapes.ts'
import { moveFiles } from '../../files/change.ts'
import type { Picked } from '../../files/files.ts'
import { moveFolder } from '../../files/folders.ts'
import { type Pinned, pin } from '../../files/pins.ts'
import { store } from '../../lib/store.ts'

/** Dragging files and folders within the page; what comes from the desktop is the drop zone's business. */

const TYPE = 'application/x-dossier'
let files: Picked[] = []
let folder: Folder | undefined

/** What is being dragged and could be pinned. */
export const pinnable = store<Pinned | undefined>(undefined)

function take(event: DragEvent, dragged: { files?: Picked[]; folder?: Folder; pin?: Pinned }): void {
  files = dragged.files ?? []
  folder = dragged.folder
  event.dataTransfer.setData(TYPE, '')
  event.dataTransfer.effectAllowed = 'move'
  // The page may change only once the browser has taken its picture of what is dragged.
  setTimeout(() => pinnable.set(dragged.pin))
  window.addEventListener('dragend', () => pinnable.set(undefined), { once: true })
}

export function dragFiles(event: DragEvent, dragged: Picked[]): void {
  const [only, ...others] = dragged
  const pin = only && others.length === 0 ? { kind: 'file' as const, id: only.id, name: only.filename } : undefined
  take(event, { files: dragged, pin })
}

export function dragFolder(event: DragEvent, dragged: Folder): void {
  take(event, { folder: dragged, pin: { kind: 'folder', id: dragged.id, name: dragged.name } })
}

/** A theme, a tag, a saved search, or what is pinned already. */
export const dragPin = (event: DragEvent, pin: Pinned): void => take(event, { pin })

export const isOurs = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes(TYPE) ?? false

interface Target {
  folder?: Folder
  theme?: { id: string }
}

type Drop = Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>

interface Receiver {
  takes: (event: DragEvent) => boolean
  drop: () => void
  /** The attribute of the element while something that it takes is over it. */
  mark?: 'data-drop' | 'data-before'
  effect?: 'move'
}

function receiver({ takes, drop, mark = 'data-drop', effect }: Receiver): Drop {
  const show = (event: DragEvent, on: boolean) => event.currentTarget.toggleAttribute(mark, on)
  const own = (event: DragEvent) => {
    const isTaken = takes(event)
    if (isTaken) {
      event.preventDefault()
      event.stopPropagation()
    }
    return isTaken
  }
  return {
    onDragOver(event) {
      if (!own(event)) return
      if (effect) event.dataTransfer.dropEffect = effect
      show(event, true)
    },
    onDragLeave: event => show(event, false),
    onDrop(event) {
      show(event, false)
      if (own(event)) drop()
    },
  }
}

/** Props of an element that takes what is dragged over it. */
export const dropTarget = (target: Target) =>
  receiver({
    takes: event =>
      isOurs(event) && (folder ? folder.id !== target.folder?.id : files.length > 0 && target.folder !== undefined),
    drop() {
      if (folder) void moveFolder(folder, { parentId: target.folder?.id ?? null, themeId: target.theme?.id })
      else if (target.folder) void moveFiles(files, target.folder)
    },
    effect: 'move',
  })

/** Props of an element that pins what is dropped on it, before what stands there. */
export const takesPin = (before?: Pinned) =>
  receiver({
    takes: event => !event.defaultPrevented && isOurs(event) && pinnable.get() !== undefined,
    drop() {
      const dragged = pinnable.get()!
      pinnable.set(undefined)
      if (before?.id !== dragged.id) void pin(dragged, before)
    },
    mark: 'data-before',
    effect: 'move',
  })

/** The first of them that takes it. */
export const eitherDrop = (one: Drop, other: Drop): Drop => ({
  onDragOver(event) {
    one.onDragOver(event)
    other.onDragOver(event)
  },
  onDragLeave(event) {
    one.onDragLeave(event)
    other.onDragLeave(event)
  },
  onDrop(event) {
    one.onDrop(event)
    other.onDrop(event)
  },
})

/** Props of an element that does something with files that are dropped on it, and leaves them where they are. */
export const takesFiles = (take: (dropped: Picked[]) => void) =>
  receiver({ takes: event => isOurs(event) && files.length > 0, drop: () => take(files) })
