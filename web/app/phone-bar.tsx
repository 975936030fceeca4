import { Link } from '@tanstack/react-router'
import { Files, Menu, MessagesSquare, Search } from 'lucide-react'
import { drawerOpen } from './drawer.ts'
import { appWords } from './words.ts'

const CELL =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft no-underline aria-[current=page]:text-accent-ink'

/** The four things of a phone, where the thumb is. */
export function PhoneBar() {
  const t = appWords.use()
  return (
    <nav
      aria-label={t.menu}
      className="flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={CELL}>
        <Files aria-hidden className="size-5" />
        {t.library}
      </Link>
      <Link to="/search" activeOptions={{ includeSearch: false }} className={CELL}>
        <Search aria-hidden className="size-5" />
        {t.search}
      </Link>
      <Link to="/ask" activeOptions={{ includeSearch: false }} className={CELL}>
        <MessagesSquare aria-hidden className="size-5" />
        {t.ask}
      </Link>
      <button type="button" className={CELL} onClick={() => drawerOpen.set(true)}>
        <Menu aria-hidden className="size-5" />
        {t.more}
      </button>
    </nav>
  )
}
