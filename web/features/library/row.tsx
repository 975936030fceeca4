import { Check, CircleAlert, EllipsisVertical, EyeOff, FolderClosed, LoaderCircle, Pin } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import type { Listed } from '../../files/files.ts'
import { COLUMNS, LINE, LINE_BELOW, LINE_FIGURE, LINE_NAME } from '../../files/line-look.ts'
import { fileMenu, folderMenu, trashMenu } from '../../files/menus.ts'
import { selection, useIsCursor, useIsSelected } from '../../files/selection.ts'
import { Thumb } from '../../files/thumb.tsx'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { formatDate, formatMoment, formatSize } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Bone } from '../../ui/states.tsx'
import { dragFiles, dragFolder, dropTarget } from './drag.ts'
import { type Actions, type Entry, idOf } from './entry.ts'

export interface LineProps {
  entry: Entry
  index: number
  /** Takes the focus by Tab when no other line has been chosen. */
  first: boolean
  selectedFiles: () => Listed[]
  order: () => string[]
  actions: Actions
}

/** A click chooses; with Ctrl it adds, with Shift it draws a range; a finger opens. */
export function choose(
  event: MouseEvent,
  entry: Entry,
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
export function concerned(entry: Entry, selectedFiles: () => Listed[]): Listed[] {
  if (!entry.file) return []
  return selection.get().ids.has(entry.file.id) ? selectedFiles() : [entry.file]
}

export const menuOf = (entry: Entry, { selectedFiles, actions }: Pick<LineProps, 'selectedFiles' | 'actions'>) =>
  entry.folder
    ? folderMenu(entry.folder)
    : entry.file?.deleted_at
      ? trashMenu(concerned(entry, selectedFiles))
      : fileMenu(concerned(entry, selectedFiles), {
          open: () => actions.open(entry),
          about: () => aboutOf(entry, actions),
        })

function aboutOf(entry: Entry, actions: Actions) {
  selection.only(idOf(entry))
  actions.about()
}

export const dragProps = (entry: Entry, selectedFiles: () => Listed[]) => ({
  draggable: true,
  onDragStart: (event: React.DragEvent) =>
    entry.folder ? dragFolder(event, entry.folder) : dragFiles(event, concerned(entry, selectedFiles)),
  ...(entry.folder ? dropTarget({ folder: entry.folder }) : {}),
})

export function State({ file }: { file: Listed }) {
  const t = libraryWords.use()
  if (file.status === 'ready') return null
  if (file.status === 'pending')
    return (
      <span className="flex items-center gap-1 text-xs text-ink-faint">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" /> {t.statuses.pending}
      </span>
    )
  return (
    <span title={file.error || t.readFailed} className="flex items-center gap-1 text-xs text-careful">
      <CircleAlert aria-hidden className="size-3.5" /> {t.statuses.failed}
    </span>
  )
}

export const Row = memo(function Row(props: LineProps) {
  const { entry, index, first, actions } = props
  const t = libraryWords.use()
  const id = idOf(entry)
  const selected = useIsSelected(id)
  const cursor = useIsCursor(id)
  const { folder, file } = entry
  const name = folder?.name ?? file!.filename
  return (
    <div
      role="row"
      data-id={id}
      aria-rowindex={index + 2}
      aria-selected={folder ? undefined : selected}
      tabIndex={cursor || first ? 0 : -1}
      onClick={event => choose(event, entry, props)}
      onDoubleClick={() => file && actions.open(entry)}
      onFocus={event => event.target === event.currentTarget && selection.moveTo(id)}
      {...dragProps(entry, props.selectedFiles)}
      className={cx(
        LINE,
        'group/line transition-colors duration-75 hover:bg-hover aria-selected:bg-accent-soft focus-visible:-outline-offset-2 data-drop:bg-accent-soft',
      )}
    >
      <div role="gridcell" className="flex justify-center">
        {folder ? (
          <FolderClosed aria-hidden className="size-4 text-accent-ink" />
        ) : (
          <Tick file={file!} selected={selected} />
        )}
      </div>
      <div role="gridcell" className={LINE_NAME}>
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate" title={name}>
            {name}
          </span>
          {file?.name_locked && <Pin aria-label={t.locked} className="size-3 shrink-0 text-ink-faint" />}
          {(folder ?? file)?.is_hidden && (
            <EyeOff aria-label={t.hiddenMark} className="size-3.5 shrink-0 text-ink-faint" />
          )}
        </span>
        <span className={LINE_BELOW}>
          {file ? (
            file.status === 'ready' ? (
              `${formatSize(file.size)} · ${formatDate(file.created_at)}`
            ) : (
              <State file={file} />
            )
          ) : (
            t.files(folder!.object_count)
          )}
        </span>
      </div>
      <div role="gridcell" className="hidden md:block">
        {file && <State file={file} />}
      </div>
      <div role="gridcell" className={LINE_FIGURE}>
        {file ? formatSize(file.size) : folder!.object_count > 0 ? t.files(folder!.object_count) : ''}
      </div>
      <div role="gridcell" className={LINE_FIGURE}>
        {file && (
          <time
            dateTime={file.created_at}
            // Written when somebody points at it: for every line of a long list it would be written in vain.
            onMouseEnter={event => {
              event.currentTarget.title = formatMoment(file.created_at)
            }}
          >
            {formatDate(file.created_at)}
          </time>
        )}
      </div>
      <div
        role="gridcell"
        className="flex justify-end"
        onClick={event => event.stopPropagation()}
        onDoubleClick={event => event.stopPropagation()}
      >
        <MoreButton
          name={name}
          focusable={cursor}
          className="md:opacity-0 md:group-focus-within/line:opacity-100 md:group-hover/line:opacity-100"
        />
      </div>
    </div>
  )
})

/** Opens the menu of the list at its own place: one menu serves all lines. */
export function MoreButton({ name, focusable, className }: { name: string; focusable: boolean; className: string }) {
  const t = libraryWords.use()
  return (
    <IconButton
      icon={EllipsisVertical}
      label={t.more(name)}
      small
      plain
      aria-haspopup="menu"
      tabIndex={focusable ? 0 : -1}
      className={className}
      onClick={event => {
        event.stopPropagation()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        const init = { bubbles: true, cancelable: true, clientX: left, clientY: bottom }
        event.currentTarget.dispatchEvent(new MouseEvent('contextmenu', init))
      }}
    />
  )
}

/** The picture of the file, which becomes its tick when one reaches for it. */
export function Tick({ file, selected }: { file: Listed; selected: boolean }) {
  const t = libraryWords.use()
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      aria-label={t.select(file.filename)}
      tabIndex={-1}
      onClick={event => {
        event.stopPropagation()
        selection.toggle(file.id)
      }}
      onDoubleClick={event => event.stopPropagation()}
      className="group/tick relative flex size-9 items-center justify-center rounded-sm md:size-6"
    >
      <span className={selected ? 'invisible' : 'group-hover/line:invisible'}>
        {file.kind === 'image' ? (
          <Thumb file={file} className="size-6 rounded-sm md:size-5" />
        ) : (
          <KindIcon kind={file.kind} />
        )}
      </span>
      <span
        className={cx(
          'absolute flex size-4 items-center justify-center rounded-[4px] border',
          selected
            ? 'border-accent bg-accent text-on-accent'
            : 'invisible border-line-strong bg-surface group-hover/line:visible',
        )}
      >
        {selected && <Check aria-hidden className="size-3" strokeWidth={3} />}
      </span>
    </button>
  )
}

export const RowBone = () => (
  <div className={cx(COLUMNS, 'h-14 items-center px-2 md:mx-2 md:h-9')}>
    <Bone className="mx-auto size-4" />
    <Bone className="h-3 w-2/5" />
  </div>
)
