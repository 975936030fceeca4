import { Link, useSearch } from '@tanstack/react-router'
import { Bell, BellOff, Clock, EllipsisVertical, Palette, PencilLine, Search, Star, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { SavedSearch, Tag } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { ask } from '../../files/dialog-state.ts'
import { changeSearch, forgetSearch, setFavorite, tagFiles, useSavedSearches, useTags } from '../../files/own.ts'
import { ownWords } from '../../files/own-words.ts'
import { type Pinned, pinItem } from '../../files/pins.ts'
import { GROUPS, type LibrarySearch, readFilters, SORTS } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { TagDot } from '../../files/tag-mark.tsx'
import { formatNumber } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuItem, PointerMenu } from '../../ui/menu.tsx'
import { dragPin, takesFiles } from './drag.ts'

/** A person's own order in the rail: favourites, what was opened last, tags and saved searches. */

const ROW =
  'group/row relative flex h-8 items-center rounded pr-1 text-sm text-ink-soft transition-colors duration-120 hover:bg-hover has-[[aria-current=page]]:bg-press data-drop:bg-accent-soft data-drop:outline-2 data-drop:outline-accent data-before:shadow-[inset_0_2px_var(--color-accent)]'
const LINK =
  'touchable flex h-8 min-w-0 flex-1 items-center gap-2 rounded px-2 no-underline aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** Whether the library shows something else than all files. */
export const useOnShelf = (): boolean => {
  const search = useSearch({ strict: false }) as LibrarySearch
  return Boolean(search.favorite || search.tag || search.sort === '-opened_at')
}

interface ShelfProps {
  icon: ReactNode
  text: string
  to?: string
  search?: LibrarySearch & { q?: string }
  count?: number
  drop?: object
  actions?: () => MenuItem[]
  /** By which it can be dragged to the pins. */
  pin?: Pinned
  onKeyDown?: (event: KeyboardEvent) => void
}

export function Shelf({ icon, text, to = '/', search = {}, count, drop, actions, pin, onKeyDown }: ShelfProps) {
  const t = ownWords.use()
  const row = (
    <li className={ROW} draggable={pin !== undefined} onDragStart={event => pin && dragPin(event, pin)} {...drop}>
      <Link
        to={to}
        draggable={false}
        onKeyDown={onKeyDown}
        search={search}
        activeOptions={{ exact: false, includeSearch: true }}
        onClick={selection.clear}
        className={LINK}
      >
        {icon}
        <span className="min-w-0 flex-1 truncate">{text}</span>
        {count !== undefined && <span className="figures text-xs text-ink-faint">{formatNumber(count)}</span>}
      </Link>
      {actions && (
        <Menu items={actions} align="end">
          <IconButton
            icon={EllipsisVertical}
            label={t.actions(text)}
            small
            plain
            className="focus-visible:opacity-100 group-hover/row:opacity-100 data-[state=open]:opacity-100 md:opacity-0"
          />
        </Menu>
      )}
    </li>
  )
  return actions ? <PointerMenu items={actions}>{row}</PointerMenu> : row
}

/** Between those that everybody has and the rest stands what is pinned. */
export function Shelves({ children }: { children?: ReactNode }) {
  const t = ownWords.use()
  const tags = useTags().data ?? []
  const searches = useSavedSearches().data ?? []
  return (
    <>
      <ul aria-label={t.favorites}>
        <Shelf
          icon={<Star aria-hidden className="size-4 shrink-0" />}
          text={t.favorites}
          search={{ favorite: true }}
          drop={takesFiles(files => void setFavorite(files, true))}
        />
        <Shelf
          icon={<Clock aria-hidden className="size-4 shrink-0" />}
          text={t.recent}
          search={{ sort: '-opened_at' }}
        />
      </ul>
      {children}
      {searches.length > 0 && (
        <Titled title={t.searches}>
          {searches.map(search => (
            <Shelf
              key={search.id}
              icon={<Search aria-hidden className="size-4 shrink-0" />}
              text={search.name}
              to={search.query ? '/search' : '/'}
              search={addressOf(search)}
              actions={() => searchMenu(search)}
              pin={{ kind: 'search', id: search.id, name: search.name }}
            />
          ))}
        </Titled>
      )}
      {tags.length > 0 && (
        <Titled title={t.tags}>
          {tags.slice(0, 50).map(tag => (
            <Shelf
              key={tag.name}
              icon={
                <span className="flex size-4 shrink-0 items-center justify-center">
                  <TagDot color={tag.color} />
                </span>
              }
              text={tag.name}
              count={tag.count}
              search={{ tag: tag.name }}
              drop={takesFiles(files => void tagFiles(files, tag.name, true))}
              actions={() => tagMenu(tag)}
              pin={{ kind: 'tag', id: tag.name, name: tag.name }}
            />
          ))}
        </Titled>
      )}
    </>
  )
}

export function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="flex h-8 items-center pl-2 text-xs font-medium text-ink-faint">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** What a saved search shows, as an address: with words it is a search, without them a list. */
export const addressOf = ({ query, filters }: SavedSearch): LibrarySearch & { q?: string } => ({
  ...readFilters(filters),
  q: query || undefined,
  sort: SORTS.find(sort => sort === filters.sort),
  group: GROUPS.find(group => group === filters.group),
})

function searchMenu(search: SavedSearch): MenuItem[] {
  const t = ownWords.now()
  return [
    search.watch
      ? { text: t.unwatch, icon: BellOff, run: () => void changeSearch(search, { watch: false }).catch(showError) }
      : { text: t.watch, icon: Bell, run: () => void changeSearch(search, { watch: true }).catch(showError) },
    { text: t.rename, icon: PencilLine, run: () => ask({ kind: 'rename-search', search }) },
    pinItem({ kind: 'search', id: search.id, name: search.name }),
    { kind: 'line' },
    { text: t.delete, icon: Trash2, wrong: true, run: () => void forgetSearch(search) },
  ]
}

function tagMenu(tag: Tag): MenuItem[] {
  const t = ownWords.now()
  return [
    { text: t.editTag, icon: Palette, run: () => ask({ kind: 'edit-tag', tag }) },
    pinItem({ kind: 'tag', id: tag.name, name: tag.name }),
    { kind: 'line' },
    { text: t.deleteTag, icon: Trash2, wrong: true, run: () => ask({ kind: 'delete-tag', tag }) },
  ]
}
