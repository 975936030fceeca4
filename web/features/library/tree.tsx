import { Link, useParams } from '@tanstack/react-router'
import { ChevronRight, EllipsisVertical, EyeOff, FolderClosed, FolderPlus, Layers, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Folder, Theme } from '../../api/shapes.ts'
import { ask } from '../../files/dialog-state.ts'
import { useThemes } from '../../files/files.ts'
import { folderMenu, themeMenu } from '../../files/menus.ts'
import { LOOSE, type TreeLevel, useLevel, usePath } from '../../files/tree.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { kept, store, useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, PointerMenu } from '../../ui/menu.tsx'
import { Bone, Failed, Later } from '../../ui/states.tsx'
import { dragFolder, dragPin, dropTarget } from './drag.ts'

/** What is unfolded is remembered; of the hidden zone not even ids are kept in the browser. */
const unfolded = kept<string[]>('unfolded', [])
const unfoldedHidden = store<string[]>([])
const toggle = ({ id, is_hidden }: { id: string; is_hidden: boolean }) =>
  (is_hidden ? unfoldedHidden : unfolded).set(now =>
    now.includes(id) ? now.filter(each => each !== id) : [...now.slice(-60), id],
  )

const ROW =
  'group/row relative flex h-8 items-center rounded pr-1 text-sm text-ink-soft transition-colors duration-120 hover:bg-hover has-[[aria-current=page]]:bg-press data-drop:bg-accent-soft data-drop:outline-2 data-drop:outline-accent'

let collator: Intl.Collator | undefined
/** The collator is made when there is something to sort. */
function byName(one: { name: string }, other: { name: string }): number {
  collator ??= new Intl.Collator(undefined, { numeric: true })
  return collator.compare(one.name, other.name)
}

export function Tree() {
  const t = libraryWords.use()
  const folders = useLevel(LOOSE)
  const themes = useThemes()
  const open = [...useStore(unfolded), ...useStore(unfoldedHidden)]
  const { folder: current } = useParams({ strict: false })
  const { data: way = NO_WAY } = usePath(current)
  const above = useMemo(() => new Set([way[0]?.theme_id, ...way.slice(0, -1).map(({ id }) => id)]), [way])
  const isOpen = (id: string) => open.includes(id) || above.has(id)
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
        {[...themes.data].sort(byName).map(theme => (
          <ThemeRow key={theme.id} theme={theme} way={way} isOpen={isOpen} />
        ))}
        <Branch level={LOOSE} first={way[0]?.theme_id ? undefined : way[0]} depth={0} way={way} isOpen={isOpen} />
      </ul>
    </section>
  )
}

const NO_WAY: Folder[] = []

interface Nested {
  /** To the folder one is in, from the top. */
  way: Folder[]
  isOpen: (id: string) => boolean
}

interface BranchProps extends Nested {
  level: TreeLevel
  depth: number
  /** The folder of this level that leads to where one is: it is shown also where it has not come yet. */
  first?: Folder
}

function Branch({ level, depth, first, way, isOpen }: BranchProps) {
  const t = libraryWords.use()
  const { pages, folders, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLevel(level)
  // Each page by itself: what stands there stays where it is when more comes.
  const sorted = useMemo(() => pages?.flatMap(({ items }) => [...items].sort(byName)) ?? [], [pages])
  if (error && !pages)
    return (
      <li>
        <Failed compact error={error} onRetry={() => void refetch()} />
      </li>
    )
  const isMissing = first && !folders.some(({ id }) => id === first.id)
  return (
    <>
      {(isMissing ? [...sorted, first] : sorted).map(folder => (
        <FolderRow key={folder.id} folder={folder} depth={depth} way={way} isOpen={isOpen} />
      ))}
      {hasNextPage && (
        <li style={{ paddingLeft: Math.min(depth, 8) * 14 }}>
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.showMore}
          </Button>
        </li>
      )}
    </>
  )
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

function ThemeRow({ theme, way, isOpen }: Nested & { theme: Theme }) {
  const t = libraryWords.use()
  const isHome = way[0]?.theme_id === theme.id
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
          <Fold of={theme} open={open} shown={theme.folder_count > 0} />
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
      {open && theme.folder_count > 0 && (
        <ul>
          <Branch
            level={{ theme_id: theme.id }}
            depth={1}
            first={isHome ? way[0] : undefined}
            way={way}
            isOpen={isOpen}
          />
        </ul>
      )}
    </li>
  )
}

function FolderRow({ folder, depth, way, isOpen }: Nested & { folder: Folder; depth: number }) {
  const t = libraryWords.use()
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
          <Fold of={folder} open={open} shown={folder.has_folders} />
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
      {open && folder.has_folders && (
        <ul>
          <Branch
            level={{ parent_id: folder.id }}
            depth={depth + 1}
            first={way.find(({ parent_id }) => parent_id === folder.id)}
            way={way}
            isOpen={isOpen}
          />
        </ul>
      )}
    </li>
  )
}
