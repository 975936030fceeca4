import { Check, EyeOff, FolderClosed, Pin, Star } from 'lucide-react'
import { memo } from 'react'
import { TagDots } from '../../files/tag-mark.tsx'
import { Thumb } from '../../files/thumb.tsx'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { Bone } from '../../ui/states.tsx'
import { Telling } from './facts.tsx'
import { type LineProps, tickProps, useLine } from './line.ts'
import { MoreButton } from './row.tsx'

export const TILE = { min: 168, gap: 12, height: 212 }

export const Tile = memo(function Tile(props: LineProps & { column: number }) {
  const {
    entry: { folder, file },
    column,
  } = props
  const t = libraryWords.use()
  const { name, other, selected, cursor, lineProps } = useLine(props)
  return (
    <div
      {...lineProps}
      role="gridcell"
      aria-colindex={column + 1}
      className={cx(
        'group/line relative flex min-w-0 flex-col overflow-hidden rounded border border-line bg-surface transition-colors duration-75',
        'hover:border-line-strong aria-selected:border-accent aria-selected:bg-accent-soft data-drop:border-accent data-drop:bg-accent-soft',
      )}
    >
      <div className="flex min-h-0 flex-1 items-center justify-center bg-sunken">
        {folder ? (
          <FolderClosed aria-hidden className="size-9 text-accent-ink" strokeWidth={1.25} />
        ) : (
          <Thumb file={file!} className="size-full" icon="size-9" />
        )}
      </div>
      <div className="flex flex-col gap-0.5 px-2.5 py-2">
        <span className="flex min-w-0 items-center gap-1 text-sm">
          <span className="truncate" title={name}>
            {name}
          </span>
          {file?.name_locked && <Pin aria-label={t.locked} className="size-3 shrink-0 text-ink-faint" />}
          {(folder ?? file)?.is_hidden && (
            <EyeOff aria-label={t.hiddenMark} className="size-3 shrink-0 text-ink-faint" />
          )}
          {file?.is_favorite && <Star aria-hidden className="size-3 shrink-0 fill-current text-careful" />}
          {file && <TagDots tags={file.tags} />}
        </span>
        {other && <span className="truncate text-xs text-ink-faint">{other}</span>}
        <span className="figures truncate text-xs text-ink-faint">
          {file ? <Telling file={file} /> : t.files(folder!.object_count)}
        </span>
      </div>
      {file && (
        <button
          {...tickProps(file, selected, t.select(file.filename))}
          className={cx(
            'absolute top-2 left-2 flex size-5 items-center justify-center rounded-[5px] border',
            selected
              ? 'border-accent bg-accent text-on-accent'
              : 'border-line-strong bg-surface opacity-0 group-hover/line:opacity-100',
          )}
        >
          {selected && <Check aria-hidden className="size-3.5" strokeWidth={3} />}
        </button>
      )}
      <div className="absolute top-1 right-1" onClick={event => event.stopPropagation()}>
        <MoreButton
          name={folder?.name ?? file!.filename}
          focusable={cursor}
          className="bg-surface! opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100"
        />
      </div>
    </div>
  )
})

export const TileBone = () => (
  <div className="flex flex-col overflow-hidden rounded border border-line">
    <div className="flex-1 bg-sunken" />
    <div className="p-2.5">
      <Bone className="h-3 w-3/4" />
    </div>
  </div>
)
