import { Link } from '@tanstack/react-router'
import { CircleUser, Files, FolderTree, Upload } from 'lucide-react'
import { pickFiles } from '../features/uploads/pick.ts'
import { Menu } from '../ui/menu.tsx'
import { drawerOpen } from './drawer.ts'
import { useAccountItems } from './rail.tsx'
import { appWords } from './words.ts'

const CELL =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft no-underline aria-[current=page]:text-accent-ink'

/** The four things of a phone, where the thumb is. */
export function PhoneBar() {
  const t = appWords.use()
  const account = useAccountItems()
  return (
    <nav
      aria-label={t.menu}
      className="flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={CELL}>
        <Files aria-hidden className="size-5" />
        {t.library}
      </Link>
      <button type="button" className={CELL} onClick={() => drawerOpen.set(true)}>
        <FolderTree aria-hidden className="size-5" />
        {t.folders}
      </button>
      <button type="button" className={CELL} onClick={() => void pickFiles()}>
        <Upload aria-hidden className="size-5" />
        {t.upload}
      </button>
      <Menu items={account} align="end">
        <button type="button" className={CELL}>
          <CircleUser aria-hidden className="size-5" />
          {t.you}
        </button>
      </Menu>
    </nav>
  )
}
