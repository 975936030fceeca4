import {
  AlignJustify,
  ArrowDownUp,
  Download,
  EllipsisVertical,
  FolderInput,
  FolderPlus,
  LayoutGrid,
  List,
  NotebookPen,
  Rows3,
  Star,
  Tag,
  Trash2,
  Upload,
  X,
} from 'lucide-react'
import type { Folder } from '../../api/shapes.ts'
import { download, trashFiles } from '../../files/change.ts'
import { ask } from '../../files/dialog-state.ts'
import type { ListPlace, Picked } from '../../files/files.ts'
import { FilterBar } from '../../files/filters.tsx'
import { isEditable } from '../../files/given.ts'
import { COLUMNS, type Column } from '../../files/line-look.ts'
import { fileMenu } from '../../files/menus.ts'
import { setFavorite } from '../../files/own.ts'
import { ownWords } from '../../files/own-words.ts'
import { GROUPS, type LibrarySearch, SORTS } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { useFolder } from '../../files/tree.ts'
import { viewWords } from '../../files/view-words.ts'
import { libraryWords } from '../../files/words.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { pickFiles, pickFolder, record } from '../uploads/index.ts'
import { DiaryButton } from './diary.tsx'
import { chosenColumns } from './facts.tsx'

interface ToolbarProps {
  place: ListPlace
  search: LibrarySearch
  change: (next: Partial<LibrarySearch>) => void
  /** The folder one stands in, of somebody else. */
  here?: Folder
}

/** What is shown and how, in the same place where the selection is dealt with: nothing jumps. */
export function Toolbar({ place, search, change, here }: ToolbarProps) {
  const t = libraryWords.use()
  const view = search.view ?? 'list'
  return (
    <div className="flex h-11 items-center gap-2 px-4">
      <FilterBar place={place} search={search} change={change} />
      <ViewMenu search={search} change={change} />
      <div className="max-md:hidden">
        <Segmented
          label={t.viewAs}
          value={view}
          choices={[
            { value: 'list', text: t.list, icon: List },
            { value: 'compact', text: viewWords.now().compact, icon: AlignJustify },
            { value: 'grid', text: t.grid, icon: LayoutGrid },
          ]}
          onChange={next => change({ view: next === 'list' ? undefined : next })}
        />
      </div>
      {place.kind === 'folder' && <DiaryButton folderId={place.id} />}
      {place.kind === 'folder' && (!here || isEditable(here)) && (
        <>
          <FolderNoteButton id={place.id} />
          <IconButton
            icon={FolderPlus}
            label={t.newFolder}
            onClick={() => ask({ kind: 'new-folder', parentId: place.id })}
            className="max-md:hidden"
          />
        </>
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

function FolderNoteButton({ id }: { id: string }) {
  const t = libraryWords.use()
  const folder = useFolder(id)
  if (!folder || folder.has_note) return null
  return <IconButton icon={NotebookPen} label={t.noteAdd} onClick={() => ask({ kind: 'note', folder })} />
}

/** Order, groups and columns: one menu, since each is chosen once in a while. */
function ViewMenu({ search, change }: Pick<ToolbarProps, 'search' | 'change'>) {
  const t = libraryWords.use()
  const v = viewWords.use()
  const sort = search.sort ?? '-created_at'
  const columns = useStore(chosenColumns)
  const toggle = (column: Column) =>
    chosenColumns.set(now => COLUMNS.filter(each => (each === column ? !now.includes(each) : now.includes(each))))
  return (
    <>
      <Menu
        align="end"
        items={() => [
          { kind: 'title', text: t.sortBy },
          ...SORTS.map(value => ({
            text: t.sorts[value],
            chosen: sort === value,
            run: () => change({ sort: value === '-created_at' ? undefined : value }),
          })),
          { kind: 'title', text: t.viewAs },
          ...(['list', 'grid'] as const).map(view => ({
            text: t[view],
            chosen: (search.view ?? 'list') === view,
            run: () => change({ view: view === 'list' ? undefined : view }),
          })),
          { kind: 'title', text: v.columns },
          ...COLUMNS.map(column => ({
            text: v.column[column],
            chosen: columns.includes(column),
            run: () => toggle(column),
          })),
        ]}
      >
        <IconButton icon={ArrowDownUp} label={`${t.sortBy}: ${t.sorts[sort]}`} />
      </Menu>
      <Menu
        align="end"
        items={() => [
          { kind: 'title', text: v.groupBy },
          { text: v.group.none, chosen: !search.group, run: () => change({ group: undefined }) },
          ...GROUPS.map(group => ({
            text: v.group[group],
            chosen: search.group === group,
            run: () => change({ group, ...(group === 'month' ? { sort: '-document_date' as const } : {}) }),
          })),
        ]}
      >
        <IconButton icon={Rows3} label={v.groupBy} pressed={search.group !== undefined} />
      </Menu>
    </>
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
        { text: t.record, run: () => void record() },
      ]}
    >
      <Button look="primary" icon={Upload} data-tour="upload">
        {t.upload}
      </Button>
    </Menu>
  )
}

interface SelectionBarProps {
  count: number
  files: () => Picked[]
  order: () => string[]
  here?: Folder
}

export function SelectionBar({ count, files, order, here }: SelectionBarProps) {
  const t = libraryWords.use()
  const o = ownWords.use()
  const editable = !here || isEditable(here)
  return (
    <div role="toolbar" aria-label={t.selected(count)} className="flex h-11 items-center gap-1 bg-accent-soft px-3">
      <IconButton icon={X} label={t.clearSelection} keys="Esc" onClick={selection.clear} />
      <span className="figures min-w-0 flex-1 truncate text-sm font-medium">{t.selected(count)}</span>
      <Button look="quiet" className="max-md:hidden" onClick={() => selection.all(order())}>
        {t.selectAll}
      </Button>
      {!here && <IconButton icon={Star} label={o.favorite} onClick={() => void setFavorite(files(), true)} />}
      {editable && (
        <IconButton icon={Tag} label={o.addTags} keys="T" onClick={() => ask({ kind: 'tags', files: files() })} />
      )}
      {!here && (
        <IconButton icon={FolderInput} label={t.move} keys="M" onClick={() => ask({ kind: 'move', files: files() })} />
      )}
      <IconButton icon={Download} label={t.download} onClick={() => void download(files())} />
      {editable && (
        <IconButton
          icon={Trash2}
          label={t.trash}
          keys="Del"
          onClick={() => void trashFiles(files().map(file => file.id))}
        />
      )}
      <Menu items={() => fileMenu(files())} align="end">
        <IconButton icon={EllipsisVertical} label={t.more(t.selected(count))} />
      </Menu>
    </div>
  )
}
