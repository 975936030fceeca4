import { ArchiveRestore, Check, EllipsisVertical, EyeOff, FolderClosed, Pin, Star as StarIcon } from 'lucide-react'
import { memo } from 'react'
import { restoreFiles } from '../../files/change.ts'
import type { ListedPages } from '../../files/files.ts'
import { isOwn } from '../../files/given.ts'
import { type Column, LINE, LINE_BELOW, LINE_COMPACT, LINE_NAME } from '../../files/line-look.ts'
import { setFavorite } from '../../files/own.ts'
import { ownWords } from '../../files/own-words.ts'
import { TagDots } from '../../files/tag-mark.tsx'
import { Thumb } from '../../files/thumb.tsx'
import { viewWords } from '../../files/view-words.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { formatDate, formatDay, formatSize } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Bone } from '../../ui/states.tsx'
import type { LibraryEntry } from './entry.ts'
import { Cell, Telling } from './facts.tsx'
import { type LineProps, tickProps, useLine } from './line.ts'

export interface RowLook {
  compact: boolean
  narrow: boolean
  columns: readonly Column[]
  template: string
}

export const Row = memo(function Row(props: LineProps & { look: RowLook }) {
  const { entry, index, actions, look } = props
  const { folder, file } = entry
  const { name, other, selected, cursor, lineProps } = useLine(props)
  return (
    <div
      {...lineProps}
      role="row"
      aria-rowindex={index + 2}
      style={{ gridTemplateColumns: look.template }}
      className={cx(
        look.compact ? LINE_COMPACT : LINE,
        'group/line transition-colors duration-75 hover:bg-hover aria-selected:bg-accent-soft focus-visible:-outline-offset-2 data-drop:bg-accent-soft',
      )}
    >
      <div role="gridcell" className="flex justify-center">
        {folder ? (
          <FolderClosed
            aria-hidden
            className={cx('text-accent-ink', look.compact ? 'size-4' : 'size-6')}
            strokeWidth={1.5}
          />
        ) : (
          <Tick file={file!} selected={selected} small={look.compact} />
        )}
      </div>
      <Name entry={entry} name={name} other={other} look={look} />
      {!look.narrow &&
        look.columns.map(column =>
          file ? (
            <Cell key={column} column={column} file={file} onFilter={actions.filter} focusable={cursor} />
          ) : (
            <div role="gridcell" key={column} />
          ),
        )}
      <div
        role="gridcell"
        className="flex justify-end"
        onClick={event => event.stopPropagation()}
        onDoubleClick={event => event.stopPropagation()}
      >
        {file &&
          !look.narrow &&
          (file.deleted_at ? <RestoreButton file={file} /> : <Star file={file} focusable={cursor} />)}
        <MoreButton
          name={folder?.name ?? file!.filename}
          focusable={cursor}
          className="md:opacity-0 md:group-focus-within/line:opacity-100 md:group-hover/line:opacity-100"
        />
      </div>
    </div>
  )
})

interface NameProps {
  entry: LibraryEntry
  name: string
  other: string | undefined
  look: RowLook
}

function Name({ entry: { folder, file }, name, other, look }: NameProps) {
  const t = libraryWords.use()
  return (
    <div role="gridcell" className={LINE_NAME}>
      <span className="flex min-w-0 items-center gap-1.5">
        <span className={cx('truncate', !look.compact && 'md:text-base md:font-medium')} title={name}>
          {name}
        </span>
        {file?.name_locked && <Pin aria-label={t.locked} className="size-3 shrink-0 text-ink-faint" />}
        {(folder ?? file)?.is_hidden && (
          <EyeOff aria-label={t.hiddenMark} className="size-3.5 shrink-0 text-ink-faint" />
        )}
        {file && <TagDots tags={file.tags} />}
        {look.compact && other && <span className="min-w-0 truncate text-xs text-ink-faint">{other}</span>}
      </span>
      {!look.compact && (
        <span className={LINE_BELOW}>
          {folder ? (
            t.files(folder.object_count)
          ) : file!.deleted_at ? (
            <Removal file={file!} />
          ) : look.narrow ? (
            <Telling file={file!} />
          ) : (
            <span className="truncate">
              {[other, formatSize(file!.size), formatDate(file!.created_at)].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
      )}
    </div>
  )
}

function Removal({ file: { deleted_at, kept_days } }: { file: ListedPages }) {
  const t = viewWords.use()
  if (!deleted_at || kept_days === undefined) return null
  const day = new Date(Date.parse(deleted_at) + kept_days * 86_400_000)
  return <span className="truncate">{t.removedOn(formatDay(day))}</span>
}

function RestoreButton({ file }: { file: ListedPages }) {
  const t = viewWords.use()
  return (
    <IconButton
      icon={ArchiveRestore}
      label={`${t.restoreNow} ${file.filename}`}
      small
      plain
      onClick={() => void restoreFiles([file.id])}
    />
  )
}

function Star({ file, focusable }: { file: ListedPages; focusable: boolean }) {
  const t = ownWords.use()
  // Favourites are of one's own files.
  if (!isOwn(file)) return null
  return (
    <IconButton
      icon={StarIcon}
      label={file.is_favorite ? t.unfavorite : t.favorite}
      small
      plain
      pressed={file.is_favorite}
      tabIndex={focusable ? 0 : -1}
      onClick={() => void setFavorite([file], !file.is_favorite)}
      className={cx(
        'aria-pressed:bg-transparent',
        file.is_favorite
          ? 'text-careful! [&_svg]:fill-current'
          : 'opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100',
      )}
    />
  )
}

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
export function Tick({ file, selected, small }: { file: ListedPages; selected: boolean; small: boolean }) {
  const t = libraryWords.use()
  return (
    <button
      {...tickProps(file, selected, t.select(file.filename))}
      onDoubleClick={event => event.stopPropagation()}
      className={cx('group/tick relative flex items-center justify-center rounded-sm', small ? 'size-6' : 'h-12 w-10')}
    >
      {small ? (
        <span className={selected ? 'invisible' : 'group-hover/line:invisible'}>
          <KindIcon kind={file.kind} />
        </span>
      ) : (
        <Thumb file={file} className="h-12 w-9 rounded-sm border border-line bg-surface" icon="size-5" />
      )}
      <span
        className={cx(
          'absolute flex size-4.5 items-center justify-center rounded-[4px] border',
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

export const RowBone = ({ compact = false }: { compact?: boolean }) => (
  <div className={cx('flex items-center gap-3 px-4', compact ? 'h-8' : 'h-14')}>
    <Bone className={compact ? 'size-4' : 'h-11 w-8'} />
    <Bone className="h-3 w-2/5" />
  </div>
)
