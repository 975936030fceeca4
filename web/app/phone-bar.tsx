import { Link } from '@tanstack/react-router'
import { CalendarDays, Camera, CirclePlus, Files, MessagesSquare, Mic, ScanLine, Search, Upload } from 'lucide-react'
import { scanPhoto } from '../features/scan/index.ts'
import { pickFiles, pickPhoto, record } from '../features/uploads/index.ts'
import { stampOf } from '../lib/stamp.ts'
import { Menu } from '../ui/menu.tsx'
import { appWords } from './words.ts'

const CELL =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft no-underline aria-[current=page]:text-accent-ink'

/** The five things of a phone, where the thumb is. */
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
      <Menu
        items={() => [
          { text: t.scanDocument, icon: ScanLine, run: () => void scanPhoto() },
          {
            text: t.takePhoto,
            icon: Camera,
            run: () => void pickPhoto(when => `${t.photo} ${stampOf(when)}`),
          },
          { text: t.record, icon: Mic, run: () => void record() },
          { text: t.uploadFiles, icon: Upload, run: () => void pickFiles() },
        ]}
      >
        <button type="button" className={CELL}>
          <CirclePlus aria-hidden className="size-5" />
          {t.add}
        </button>
      </Menu>
      <Link to="/ask" activeOptions={{ includeSearch: false }} className={CELL}>
        <MessagesSquare aria-hidden className="size-5" />
        {t.ask}
      </Link>
      <Link to="/calendar" activeOptions={{ includeSearch: false }} className={CELL}>
        <CalendarDays aria-hidden className="size-5" />
        {t.calendar}
      </Link>
    </nav>
  )
}
