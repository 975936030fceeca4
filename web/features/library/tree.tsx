import { Link, useParams } from '@tanstack/react-router'
import { ChevronRight, EllipsisVertical, EyeOff, FolderClosed, FolderPlus, Layers, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Folder, Theme } from '../../api/shapes.ts'
import { ask } from '../../files/dialog-state.ts'
import { useFolders, useThemes } from '../../files/files.ts'
import { pathOf } from '../../files/folders.ts'
import { folderMenu, themeMenu } from '../../files/menus.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { kept, store, useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, PointerMenu } from '../../ui/menu.tsx'
import { Bone, Failed, Later } from '../../ui/states.tsx'
import { dragFolder, dragPin, dropTarget } from './drag.ts'

/** What is unfolded is remembered; of the hidden zone not even ids are kept in the browser. */
const unfolded = kept<string[]>('unfolded', [])
const unfoldedHidden = store<string[]>([])
const toggle = ({ id, is_hidden }: { id: string; is_hidden: boolean }) =>
  (is_hidden ? unfoldedHidden : unfolded).set(now =>
    now.includes(id) ? now.filter(each => each !== id) : [...now.slice(-200), id],
  )

const ROW =
  'group/row relative flex h-8 items-center rounded pr-1 text-sm text-ink-soft transition-colors duration-120 hover:bg-hover has-[[aria-current=page]]:bg-press data-drop:bg-accent-soft data-drop:outline-2 data-drop:outline-accent'

interface Branches {
  under: Map<string, Folder[]>
  themes: Theme[]
  loose: Folder[]
}

let collator: Intl.Collator | undefined
/** The collator is made when there is something to sort. */
function byName(one: { name: string }, other: { name: string }): number {
  collator ??= new Intl.Collator(undefined, { numeric: true })
  return collator.compare(one.name, other.name)
}

function branchesOf(folders: Folder[], themes: Theme[]): Branches {
  const under = new Map<string, Folder[]>()
  const ids = new Set(folders.map(folder => folder.id))
  const themeIds = new Set(themes.map(theme => theme.id))
  const loose: Folder[] = []
  for (const folder of [...folders].sort(byName)) {
    const home =
      folder.parent_id && ids.has(folder.parent_id)
        ? folder.parent_id
        : folder.theme_id && themeIds.has(folder.theme_id)
          ? folder.theme_id
          : undefined
    if (!home) loose.push(folder)
    else under.set(home, [...(under.get(home) ?? []), folder])
  }
  return { under, loose, themes: [...themes].sort(byName) }
}

export function Tree() {
  const t = libraryWords.use()
  const folders = useFolders()
  const themes = useThemes()
  const open = [...useStore(unfolded), ...useStore(unfoldedHidden)]
  const { folder: current } = useParams({ strict: false })
  const branches = useMemo(() => branchesOf(folders.data ?? [], themes.data ?? []), [folders.data, themes.data])
  const ancestors = useMemo(
    () =>
      new Set(
        current
          ? pathOf(folders.data ?? [], current)
              .slice(0, -1)
              .map(folder => folder.id)
          : [],
      ),
    [folders.data, current],
  )
  const isOpen = (id: string) => open.includes(id) || ancestors.has(id)
  // Without a connection what is known stays.
  if ((folders.error && !folders.data) || (themes.error && !themes.data))
    return (
      <Failed
        compact
        error={folders.error ?? themes.error}
        onRetry={() => void Promise.all([folders.refetch(), themes.refetch()])}
      />
    )
  if (!folders.data || !themes.data)
    return (
      <Later>
        <div className="flex flex-col gap-3 p-2">
          {[70, 50, 60].map(width => (
            <Bone key={width} className="h-3 w-2/3" />
          ))}
        </div>
      </Later>
    )
  return (
    <section aria-label={t.tree}>
      <div className="flex h-8 items-center justify-between pl-2">
        <h2 className="text-xs font-medium text-ink-faint">{t.tree}</h2>
        <Menu
          align="end"
          items={() => [
            { text: t.newFolder, icon: FolderPlus, run: () => ask({ kind: 'new-folder' }) },
            { text: t.newTheme, icon: Layers, run: () => ask({ kind: 'new-theme' }) },
          ]}
        >
          <IconButton icon={Plus} label={t.newFolder} small />
        </Menu>
      </div>
      <ul>
        {branches.themes.map(theme => (
          <ThemeRow key={theme.id} theme={theme} branches={branches} isOpen={isOpen} />
        ))}
        {branches.loose.map(folder => (
          <FolderRow key={folder.id} folder={folder} depth={0} branches={branches} isOpen={isOpen} />
        ))}
      </ul>
    </section>
  )
}

interface Nested {
  branches: Branches
  isOpen: (id: string) => boolean
}

function Fold({ of, open, shown }: { of: Folder | Theme; open: boolean; shown: boolean }) {
  const t = libraryWords.use()
  if (!shown) return <span className="w-6 shrink-0" />
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`${t.unfold} ${of.name}`}
      onClick={() => toggle(of)}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:text-ink"
    >
      <ChevronRight aria-hidden className={cx('size-3.5 transition-transform duration-120', open && 'rotate-90')} />
    </button>
  )
}

const LINK =
  'flex h-full min-w-0 flex-1 items-center gap-1.5 no-underline aria-[current=page]:font-medium aria-[current=page]:text-ink'
const DOTS =
  'opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 size-6! min-h-0! min-w-0!'

function ThemeRow({ theme, branches, isOpen }: Nested & { theme: Theme }) {
  const t = libraryWords.use()
  const children = branches.under.get(theme.id) ?? []
  const open = isOpen(theme.id)
  return (
    <li>
      <PointerMenu items={() => themeMenu(theme)}>
        <div
          className={ROW}
          draggable
          onDragStart={event => dragPin(event, { kind: 'theme', id: theme.id, name: theme.name })}
          {...dropTarget({ theme })}
        >
          <Fold of={theme} open={open} shown={children.length > 0} />
          <Link
            to="/themes/$theme"
            params={{ theme: theme.id }}
            className={LINK}
            draggable={false}
            activeOptions={{ includeSearch: false }}
          >
            {theme.icon ? <span aria-hidden>{theme.icon}</span> : <Layers aria-hidden className="size-4 shrink-0" />}
            <span className="truncate">{theme.name}</span>
            {theme.is_hidden && <EyeOff aria-label={t.hiddenMark} className="size-3.5 shrink-0 text-ink-faint" />}
          </Link>
          <Menu items={() => themeMenu(theme)} align="end">
            <IconButton icon={EllipsisVertical} label={t.themeActions(theme.name)} small className={DOTS} />
          </Menu>
        </div>
      </PointerMenu>
      {open && children.length > 0 && (
        <ul>
          {children.map(folder => (
            <FolderRow key={folder.id} folder={folder} depth={1} branches={branches} isOpen={isOpen} />
          ))}
        </ul>
      )}
    </li>
  )
}

function FolderRow({ folder, depth, branches, isOpen }: Nested & { folder: Folder; depth: number }) {
  const t = libraryWords.use()
  const children = branches.under.get(folder.id) ?? []
  const open = isOpen(folder.id)
  return (
    <li>
      <PointerMenu items={() => folderMenu(folder)}>
        <div
          className={ROW}
          style={{ paddingLeft: Math.min(depth, 8) * 14 }}
          draggable
          onDragStart={event => dragFolder(event, folder)}
          {...dropTarget({ folder })}
        >
          <Fold of={folder} open={open} shown={children.length > 0} />
          <Link
            to="/folders/$folder"
            params={{ folder: folder.id }}
            className={LINK}
            activeOptions={{ includeSearch: false }}
            draggable={false}
          >
            {folder.icon ? (
              <span aria-hidden>{folder.icon}</span>
            ) : (
              <FolderClosed aria-hidden className="size-4 shrink-0" />
            )}
            <span className="truncate">{folder.name}</span>
            {folder.is_hidden && <EyeOff aria-label={t.hiddenMark} className="size-3.5 shrink-0 text-ink-faint" />}
          </Link>
          {folder.object_count > 0 && (
            <span className="figures px-1 text-xs text-ink-faint group-hover/row:hidden group-focus-within/row:hidden">
              {folder.object_count}
            </span>
          )}
          <Menu items={() => folderMenu(folder)} align="end">
            <IconButton
              icon={EllipsisVertical}
              label={t.folderActions(folder.name)}
              small
              className={cx(DOTS, 'absolute right-1 group-hover/row:static focus-visible:static')}
            />
          </Menu>
        </div>
      </PointerMenu>
      {open && children.length > 0 && (
        <ul>
          {children.map(child => (
            <FolderRow key={child.id} folder={child} depth={depth + 1} branches={branches} isOpen={isOpen} />
          ))}
        </ul>
      )}
    </li>
  )
}
