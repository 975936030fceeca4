import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EyeOff, FolderClosed, KeyRound, Layers, LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { get } from '../../api/call.ts'
import { useListing, useThemes } from '../../files/files.ts'
import { HIDDEN as HIDDEN_FOLDERS, useLevel } from '../../files/tree.ts'
import { idleMinutes, lock, useUnlocked } from '../../files/zone.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { Library } from '../library/index.ts'
import { DisablePin, PinForm } from './pin-forms.tsx'
import { PinPad } from './pin-pad.tsx'
import { hiddenWords } from './words.ts'

const HIDDEN = { kind: 'hidden' } as const

export function HiddenPage() {
  const t = hiddenWords.use()
  const unlocked = useUnlocked()
  const [asking, setAsking] = useState<'set' | 'change' | 'disable'>()
  const state = useQuery({
    queryKey: ['hidden-pin'],
    queryFn: ({ signal }) => get('/v1/hidden-pin', signal),
  })
  useEffect(() => {
    document.title = 'Dossier'
  }, [])
  const done = () => setAsking(undefined)
  return (
    <>
      {unlocked ? (
        <Opened change={() => setAsking('change')} disable={() => setAsking('disable')} />
      ) : state.error ? (
        <Failed error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data && !state.data.enabled ? (
        <main className="h-full">
          <Empty icon={KeyRound} title={t.noPinTitle} text={t.noPinText}>
            <Button look="primary" onClick={() => setAsking('set')}>
              {t.setPin}
            </Button>
          </Empty>
        </main>
      ) : (
        state.data && (
          <main className="flex h-full overflow-auto">
            <PinPad />
          </main>
        )
      )}
      {asking === 'disable' ? (
        <DisablePin onDone={done} />
      ) : (
        asking && <PinForm change={asking === 'change'} onDone={done} />
      )}
    </>
  )
}

function Opened({ change, disable }: { change: () => void; disable: () => void }) {
  const t = hiddenWords.use()
  const idle = useStore(idleMinutes)
  const { folders, isWaiting, hasNextPage, fetchNextPage, isFetchingNextPage } = useLevel(HIDDEN_FOLDERS)
  const themes = (useThemes().data ?? []).filter(theme => theme.is_hidden)
  const listing = useListing({ place: HIDDEN })
  const isEmpty =
    !isWaiting && folders.length + themes.length === 0 && listing.data !== undefined && listing.items.length === 0
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-sunken px-4 py-2">
        <span className="flex flex-1 items-center gap-2 text-sm font-medium">
          <EyeOff aria-hidden className="size-4" /> {t.title}
        </span>
        <Menu
          align="end"
          items={() => [
            { text: t.changePin, icon: KeyRound, run: change },
            { text: t.disablePin, wrong: true, run: disable },
            { kind: 'title', text: t.idle },
            ...[1, 5, 10, 15].map(minutes => ({
              text: t.minutes(minutes),
              chosen: idle === minutes,
              run: () => idleMinutes.set(minutes),
            })),
          ]}
        >
          <Button>{t.settings}</Button>
        </Menu>
        <Button look="primary" icon={LockKeyhole} onClick={() => void lock()}>
          {t.lock}
        </Button>
      </div>
      {folders.length + themes.length > 0 && (
        <nav aria-label={t.folders} className="flex shrink-0 flex-wrap gap-2 px-4 pt-3">
          {themes.map(theme => (
            <Link key={theme.id} to="/themes/$theme" params={{ theme: theme.id }} className={CHIP}>
              <Layers aria-hidden className="size-4" /> {theme.name}
            </Link>
          ))}
          {folders
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map(folder => (
              <Link key={folder.id} to="/folders/$folder" params={{ folder: folder.id }} className={CHIP}>
                <FolderClosed aria-hidden className="size-4" /> {folder.name}
              </Link>
            ))}
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.moreFolders}
            </Button>
          )}
        </nav>
      )}
      <div className="min-h-0 flex-1">
        {isEmpty ? <Empty icon={EyeOff} title={t.emptyTitle} text={t.emptyText} /> : <Library place={HIDDEN} />}
      </div>
    </div>
  )
}

const CHIP =
  'touchable flex h-8 items-center gap-1.5 rounded border border-line bg-surface px-2.5 text-sm no-underline hover:bg-hover'
