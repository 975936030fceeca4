import {
  ArrowDownUp,
  ChevronDown,
  Download,
  EllipsisVertical,
  FolderInput,
  FolderPlus,
  Info,
  LayoutGrid,
  List,
  Trash2,
  Upload,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { KINDS } from '../../api/shapes.ts'
import { download, trashFiles } from '../../files/change.ts'
import { ask } from '../../files/dialog-state.ts'
import type { Listed, Place } from '../../files/files.ts'
import { fileMenu } from '../../files/menus.ts'
import { type LibrarySearch, SORTS } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { pickFiles, pickFolder } from '../uploads/index.ts'

interface ToolbarProps {
  place: Place
  search: LibrarySearch
  change: (next: Partial<LibrarySearch>) => void
  about: { open: boolean; toggle: () => void }
}

const PILL =
  'touchable inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-sm whitespace-nowrap transition-colors duration-120'

function Filter({
  label,
  value,
  children,
}: {
  label: string
  value?: string
  children: (trigger: ReactNode) => ReactNode
}) {
  return children(
    <button
      type="button"
      className={cx(
        PILL,
        value ? 'border-transparent bg-accent-soft text-accent-ink' : 'border-line text-ink-soft hover:bg-hover',
      )}
    >
      {value ?? label}
      <ChevronDown aria-hidden className="size-3.5" />
    </button>,
  )
}

/** What is shown and how, in the same place where the selection is dealt with: nothing jumps. */
export function Toolbar({ place, search, change, about }: ToolbarProps) {
  const t = libraryWords.use()
  const sort = search.sort ?? '-created_at'
  return (
    <div className="flex h-11 items-center gap-2 px-4">
      <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto [scrollbar-width:none]">
        <Filter label={t.kind} value={search.kind && t.kinds[search.kind]}>
          {trigger => (
            <Menu
              items={() => [
                { text: t.any, chosen: !search.kind, run: () => change({ kind: undefined }) },
                ...KINDS.map(kind => ({
                  text: t.kinds[kind],
                  chosen: search.kind === kind,
                  run: () => change({ kind }),
                })),
              ]}
            >
              {trigger}
            </Menu>
          )}
        </Filter>
        <Filter label={t.state} value={search.status && t.statuses[search.status]}>
          {trigger => (
            <Menu
              items={() => [
                { text: t.any, chosen: !search.status, run: () => change({ status: undefined }) },
                ...(['pending', 'ready', 'failed'] as const).map(status => ({
                  text: t.statuses[status],
                  chosen: search.status === status,
                  run: () => change({ status }),
                })),
              ]}
            >
              {trigger}
            </Menu>
          )}
        </Filter>
      </div>
      <Menu
        align="end"
        items={() => [
          { kind: 'title', text: t.sortBy },
          ...SORTS.map(value => ({
            text: t.sorts[value],
            chosen: sort === value,
            run: () => change({ sort: value === '-created_at' ? undefined : value }),
          })),
        ]}
      >
        <IconButton icon={ArrowDownUp} label={`${t.sortBy}: ${t.sorts[sort]}`} />
      </Menu>
      <Segmented
        label={t.viewAs}
        value={search.view ?? 'list'}
        choices={[
          { value: 'list', text: t.list, icon: List },
          { value: 'grid', text: t.grid, icon: LayoutGrid },
        ]}
        onChange={view => change({ view: view === 'list' ? undefined : view })}
      />
      <IconButton
        icon={Info}
        label={t.details}
        keys="I"
        pressed={about.open}
        onClick={about.toggle}
        className="max-lg:hidden"
      />
      {place.kind === 'folder' && (
        <IconButton
          icon={FolderPlus}
          label={t.newFolder}
          onClick={() => ask({ kind: 'new-folder', parentId: place.id })}
          className="max-md:hidden"
        />
      )}
      {place.kind === 'theme' && (
        <IconButton
          icon={FolderPlus}
          label={t.newFolder}
          onClick={() => ask({ kind: 'new-folder', themeId: place.id })}
          className="max-md:hidden"
        />
      )}
    </div>
  )
}

export function UploadButton() {
  const t = libraryWords.use()
  return (
    <Menu
      align="end"
      items={() => [
        { text: t.uploadFiles, run: () => void pickFiles() },
        { text: t.uploadFolder, run: () => void pickFolder() },
      ]}
    >
      <Button look="primary" icon={Upload}>
        {t.upload}
      </Button>
    </Menu>
  )
}

export function SelectionBar({ count, files, order }: { count: number; files: () => Listed[]; order: () => string[] }) {
  const t = libraryWords.use()
  return (
    <div role="toolbar" aria-label={t.selected(count)} className="flex h-11 items-center gap-1 bg-accent-soft px-3">
      <IconButton icon={X} label={t.clearSelection} keys="Esc" onClick={selection.clear} />
      <span className="figures min-w-0 flex-1 truncate text-sm font-medium">{t.selected(count)}</span>
      <Button look="quiet" className="max-md:hidden" onClick={() => selection.many(order())}>
        {t.selectAll}
      </Button>
      <IconButton icon={FolderInput} label={t.move} keys="M" onClick={() => ask({ kind: 'move', files: files() })} />
      <IconButton icon={Download} label={t.download} onClick={() => void download(files())} />
      <IconButton
        icon={Trash2}
        label={t.trash}
        keys="Del"
        onClick={() => void trashFiles(files().map(file => file.id))}
      />
      <Menu items={() => fileMenu(files())} align="end">
        <IconButton icon={EllipsisVertical} label={t.more(t.selected(count))} />
      </Menu>
    </div>
  )
}
