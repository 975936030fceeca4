import { Menu as MenuIcon, Search } from 'lucide-react'
import { NoticeBell } from '../features/notices/index.ts'
import { cx } from '../lib/class-names.ts'
import { IconButton } from '../ui/button.tsx'
import { drawerOpen } from './drawer.ts'
import { paletteOpen } from './palette-state.ts'
import { appWords } from './words.ts'

/** The one field for everything, on every screen: it opens where one types. */
export function SearchField({ className }: { className?: string }) {
  const t = appWords.use()
  return (
    <button
      type="button"
      data-tour="search"
      aria-label={t.palette}
      aria-keyshortcuts="Control+K"
      onClick={() => paletteOpen.set(true)}
      className={cx(
        'flex h-9 min-w-0 items-center gap-2 rounded-lg border border-line bg-surface px-2.5 text-left text-sm text-ink-faint transition-colors duration-120 hover:border-line-strong',
        className,
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{t.searchEverything}</span>
      {/* Drawn and not written: who speaks to the page says the word. */}
      <span aria-hidden data-keys="Ctrl K" className="text-xs before:content-[attr(data-keys)] max-md:hidden" />
    </button>
  )
}

/** Above every page of a phone. */
export function TopBar() {
  const t = appWords.use()
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface pr-3 pl-1">
      <IconButton icon={MenuIcon} label={t.more} onClick={() => drawerOpen.set(true)} />
      <SearchField className="flex-1" />
      <NoticeBell />
    </div>
  )
}
