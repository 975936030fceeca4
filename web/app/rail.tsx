import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Files, LockKeyhole, LockKeyholeOpen, type LucideIcon } from 'lucide-react'
import { session, useUser } from '../api/session.ts'
import { chooseLanguage, signOut } from '../features/identity/index.ts'
import { Pins, SharedWithMe, Shelves, Tree, useOnShelf } from '../features/library/index.ts'
import { NoticeBell } from '../features/notices/index.ts'
import { lock, useUnlocked } from '../files/zone.ts'
import { cx } from '../lib/class-names.ts'
import { useLanguage } from '../lib/i18n.ts'
import { look } from '../lib/look.ts'
import { useStore } from '../lib/store.ts'
import { IconButton } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { uiWords } from '../ui/words.ts'
import { ABOVE_TREE, accountPages, BELOW_TREE } from './nav.ts'
import { SearchField } from './top-bar.tsx'
import { appWords } from './words.ts'

const ROW =
  'touchable flex h-8 items-center gap-2 rounded px-2 text-sm text-ink-soft no-underline transition-colors duration-120 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink'

function RailLink({ to, icon: Icon, text, quiet }: { to: string; icon: LucideIcon; text: string; quiet?: boolean }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={cx(ROW, quiet && 'aria-[current=page]:bg-transparent! aria-[current=page]:font-normal!')}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{text}</span>
    </Link>
  )
}

/** Left of everything: where one can go. */
export function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const t = appWords.use()
  return (
    <div
      className="flex h-full flex-col gap-1 p-2"
      onClick={event => (event.target as Element).closest('a') && onNavigate?.()}
    >
      <div className="flex h-10 items-center pl-2">
        <Logo />
        {!onNavigate && (
          <span className="ml-auto">
            <NoticeBell />
          </span>
        )}
      </div>
      {!onNavigate && <SearchField className="mb-1 shrink-0" />}
      <RailLink to="/" icon={Files} text={t.allFiles} quiet={useOnShelf()} />
      {ABOVE_TREE.filter(({ to }) => to !== '/search').map(({ to, icon, name }) => (
        <RailLink key={to} to={to} icon={icon} text={t[name]} />
      ))}
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <Shelves>
          <Pins />
        </Shelves>
        <Tree />
        <SharedWithMe />
      </div>
      <div className="flex flex-col gap-0.5 border-t border-line pt-2">
        {BELOW_TREE.map(({ to, icon, name }) => (
          <RailLink key={to} to={to} icon={icon} text={t[name]} />
        ))}
        <HiddenLink />
        <Account />
      </div>
    </div>
  )
}

function useAccountItems(): () => MenuItem[] {
  const t = appWords.use()
  const u = uiWords.use()
  const user = useUser()
  const language = useLanguage()
  const chosenLook = useStore(look)
  const navigate = useNavigate()
  return () => [
    ...accountPages(user).map(page => ({
      text: t[page.name],
      icon: page.icon,
      run: () => void navigate({ to: page.to }),
    })),
    { kind: 'title', text: t.look },
    ...(['system', 'light', 'dark'] as const).map(value => ({
      text: u.looks[value],
      chosen: chosenLook === value,
      run: () => look.set(value),
    })),
    { kind: 'title', text: t.language },
    ...(
      [
        ['en', 'English'],
        ['ru', 'Русский'],
      ] as const
    ).map(([value, text]) => ({
      text,
      chosen: language === value,
      run: () => void chooseLanguage(value),
    })),
    { kind: 'line' },
    { text: t.signOut, run: () => void signOut() },
  ]
}

/** The lock at the bottom: the same whether anything is hidden or not. */
function HiddenLink() {
  const t = appWords.use()
  const unlocked = useUnlocked()
  return (
    <div className="relative">
      <RailLink to="/hidden" icon={unlocked ? LockKeyholeOpen : LockKeyhole} text={t.hidden} />
      {unlocked && (
        <IconButton
          icon={LockKeyhole}
          label={t.lock}
          small
          onClick={() => void lock()}
          className="absolute top-0.5 right-0.5 bg-accent-soft text-accent-ink!"
        />
      )}
    </div>
  )
}

function Account() {
  const t = appWords.use()
  const items = useAccountItems()
  const user = useStore(session)?.user
  if (!user) return null
  const name = user.name || user.email
  return (
    <Menu items={items}>
      <button type="button" aria-label={`${t.account}: ${name}`} className={`${ROW} w-full text-left`}>
        <span
          aria-hidden
          data-initial={[...name][0]}
          className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink uppercase before:content-[attr(data-initial)]"
        />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-ink-faint" />
      </button>
    </Menu>
  )
}
