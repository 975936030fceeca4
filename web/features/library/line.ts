import type { MouseEvent } from 'react'
import type { Picked } from '../../files/files.ts'
import { titleOf } from '../../files/line-look.ts'
import { fileMenu, folderMenu, trashMenu } from '../../files/menus.ts'
import { selection, useIsCursor, useIsSelected } from '../../files/selection.ts'
import { dragFiles, dragFolder, dropTarget } from './drag.ts'
import { type Actions, idOf, type LibraryEntry } from './entry.ts'

/** What rows and tiles have in common: how one is chosen, opened, dragged, and what its menu has. */

export interface LineProps {
  entry: LibraryEntry
  index: number
  /** Takes the focus by Tab when no other line has been chosen. */
  first: boolean
  /** In an order by file name, that is what a line begins with: otherwise the order would look like none. */
  byFilename?: boolean
  selectedFiles: () => Picked[]
  order: () => string[]
  actions: Actions
}

/** A click chooses; with Ctrl it adds, with Shift it draws a range; a finger opens. */
function choose(
  event: MouseEvent,
  entry: LibraryEntry,
  { order, actions }: Pick<LineProps, 'order' | 'actions'>,
): void {
  const id = idOf(entry)
  if (entry.folder) actions.open(entry)
  else if (event.shiftKey) selection.range(id, order())
  else if (event.ctrlKey || event.metaKey) selection.toggle(id)
  else if (matchMedia('(pointer: coarse)').matches) {
    if (selection.get().ids.size > 0) selection.toggle(id)
    else actions.open(entry)
  } else selection.only(id)
}

/** What a menu or a drag is about: the whole selection when this line is part of it. */
function concerned(entry: LibraryEntry, selectedFiles: () => Picked[]): Picked[] {
  if (!entry.file) return []
  return selection.get().ids.has(entry.file.id) ? selectedFiles() : [entry.file]
}

export const menuOf = (
  entry: LibraryEntry,
  { selectedFiles, actions }: Pick<LineProps, 'selectedFiles' | 'actions'>,
) =>
  entry.folder
    ? folderMenu(entry.folder)
    : entry.file?.deleted_at
      ? trashMenu(concerned(entry, selectedFiles))
      : fileMenu(concerned(entry, selectedFiles), {
          open: () => actions.open(entry),
          about: () => aboutOf(entry, actions),
        })

function aboutOf(entry: LibraryEntry, actions: Actions) {
  selection.only(idOf(entry))
  actions.about()
}

const dragProps = (entry: LibraryEntry, selectedFiles: () => Picked[]) => ({
  draggable: true,
  onDragStart: (event: React.DragEvent) =>
    entry.folder ? dragFolder(event, entry.folder) : dragFiles(event, concerned(entry, selectedFiles)),
  ...(entry.folder ? dropTarget({ folder: entry.folder }) : {}),
})

export function useLine(props: LineProps) {
  const { entry, first, actions } = props
  const { folder, file } = entry
  const id = idOf(entry)
  const selected = useIsSelected(id)
  const cursor = useIsCursor(id)
  const title = file && titleOf(file)
  const [name, other] = props.byFilename ? [file?.filename, title] : [title, file?.filename]
  return {
    name: folder?.name ?? name!,
    /** What else the file is called. */
    other: other === name ? undefined : other,
    selected,
    cursor,
    lineProps: {
      'data-id': id,
      'aria-selected': folder ? undefined : selected,
      tabIndex: cursor || first ? 0 : -1,
      onClick: (event: MouseEvent) => choose(event, entry, props),
      onDoubleClick: () => file && actions.open(entry),
      onFocus: (event: React.FocusEvent) => event.target === event.currentTarget && selection.moveTo(id),
      ...dragProps(entry, props.selectedFiles),
    },
  }
}

/** Of the button that marks a file as selected. */
export const tickProps = (file: Picked, selected: boolean, label: string) => ({
  type: 'button' as const,
  role: 'checkbox',
  'aria-checked': selected,
  'aria-label': label,
  tabIndex: -1,
  onClick: (event: MouseEvent) => {
    event.stopPropagation()
    selection.toggle(file.id)
  },
})
