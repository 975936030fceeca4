import type { DragEvent } from 'react'
import type { Folder } from '../../api/shapes.ts'
import { moveFiles } from '../../files/change.ts'
import type { Listed } from '../../files/files.ts'
import { moveFolder } from '../../files/folders.ts'

/** Dragging files and folders within the page; what comes from the desktop is the drop zone's business. */

const TYPE = 'application/x-dossier'
let files: Listed[] = []
let folder: Folder | undefined

export function dragFiles(event: DragEvent, dragged: Listed[]): void {
  files = dragged
  folder = undefined
  event.dataTransfer.setData(TYPE, '')
  event.dataTransfer.effectAllowed = 'move'
}

export function dragFolder(event: DragEvent, dragged: Folder): void {
  files = []
  folder = dragged
  event.dataTransfer.setData(TYPE, '')
  event.dataTransfer.effectAllowed = 'move'
}

export const isOurs = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes(TYPE) ?? false

interface Target {
  folder?: Folder
  theme?: { id: string }
}

const mark = (event: DragEvent, on: boolean) => event.currentTarget.toggleAttribute('data-drop', on)

/** Props of an element that takes what is dragged over it. */
export function dropTarget(target: Target) {
  const takes = (event: DragEvent) =>
    isOurs(event) && !(folder && folder.id === target.folder?.id) && !(files.length > 0 && !target.folder)
  return {
    onDragOver(event: DragEvent) {
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = 'move'
      mark(event, true)
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop(event: DragEvent) {
      mark(event, false)
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (folder) void moveFolder(folder, { parentId: target.folder?.id ?? null, themeId: target.theme?.id })
      else if (target.folder) void moveFiles(files, target.folder)
    },
  }
}

/** Props of an element that does something with files that are dropped on it, and leaves them where they are. */
export function takesFiles(take: (dropped: Listed[]) => void) {
  const takes = (event: DragEvent) => isOurs(event) && files.length > 0
  return {
    onDragOver(event: DragEvent) {
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      mark(event, true)
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop(event: DragEvent) {
      mark(event, false)
      if (!takes(event)) return
      event.preventDefault()
      event.stopPropagation()
      take(files)
    },
  }
}
