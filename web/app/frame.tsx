import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { followEvents } from '../api/events.ts'
import { session } from '../api/session.ts'
import { followWaiting } from '../features/apps/index.ts'
import { followReminders } from '../features/calendar/index.ts'
import { loadWorkDialogs } from '../features/documents/index.ts'
import { loadEnrichmentPanel } from '../features/enrichment/index.ts'
import { confirming, loadConfirm, loadSignInPage, loadZoneNote, moved, resetting } from '../features/identity/index.ts'
import { Asked, loadAbout } from '../features/library/index.ts'
import { OfflineNote, whenKeeping } from '../features/offline/index.ts'
import { loadGuide, tourStep } from '../features/tour/index.ts'
import {
  askForHandedOver,
  DropZone,
  handedOver,
  loadHandedOver,
  loadRecordBar,
  recallRecording,
  recorded,
  Tray,
} from '../features/uploads/index.ts'
import { loadFileDetails, loadViewer } from '../features/viewer/index.ts'
import { askedWork } from '../files/asked-work.ts'
import { zone } from '../files/zone.ts'
import { whenGoing } from '../lib/go.ts'
import { lazily } from '../lib/lazily.ts'
import { useMedia, useNarrow } from '../lib/media.ts'
import { kept, useStore } from '../lib/store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { loadMenus } from '../ui/menu.tsx'
import { Resizer } from '../ui/resizer.tsx'
import { Empty } from '../ui/states.tsx'
import { drawerOpen } from './drawer.ts'
import { useGlobalKeys } from './keys.ts'
import { paletteOpen } from './palette-state.ts'
import { PhoneBar } from './phone-bar.tsx'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { appWords } from './words.ts'

const SignInPage = lazily(loadSignInPage)
const Confirm = lazily(loadConfirm)
const ZoneNote = lazily(loadZoneNote)
const Viewer = lazily(loadViewer)
const WorkDialogs = lazily(loadWorkDialogs)
const Palette = lazily(() => import('./palette.tsx'))
const Guide = lazily(loadGuide)
const HandedOver = lazily(loadHandedOver)
const RecordBar = lazily(loadRecordBar)
const railWidth = kept('rail', 248)

// What shows a file that is read without the service, and what the library shows of a file that is chosen.
whenKeeping(() => import('./shelf.tsx'), loadAbout, loadEnrichmentPanel, loadFileDetails, loadMenus)

export function Frame() {
  const user = useStore(session)?.user
  const state = useStore(zone)
  const navigate = useNavigate()
  const wasOpen = useRef(false)
  useEffect(() => {
    // Whatever was open belonged to the open zone: what comes after begins anew.
    if (state === 'locking' && wasOpen.current) void navigate({ to: '/', replace: true })
    wasOpen.current = state === 'open'
  }, [state, navigate])
  const reset = useStore(resetting)
  if (!user || reset !== undefined)
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    )
  if (state === 'locking') return <Locking />
  return <SignedIn key={user.id + state} />
}

function Locking() {
  const t = appWords.use()
  return <Empty icon={LockKeyhole} title={t.locking} />
}

function SignedIn() {
  const t = appWords.use()
  const width = useStore(railWidth)
  const drawer = useStore(drawerOpen)
  const palette = useStore(paletteOpen)
  const work = useStore(askedWork)
  const confirm = useStore(confirming)
  const zoneMoved = useStore(moved)
  const touring = useStore(tourStep) !== undefined
  // A phone has it in a drawer: behind the page it would only be made in vain.
  const narrow = useNarrow()
  // Once opened it stays in place, so that the second time it is there at once.
  const [paletteNeeded, needPalette] = useState(false)
  const navigate = useNavigate()
  useEffect(() => whenGoing(path => void navigate({ to: path })), [navigate])
  const handed = useStore(handedOver)
  useEffect(() => void askForHandedOver(), [])
  const recording = useStore(recorded)
  useEffect(() => void recallRecording(), [])
  useEffect(() => followEvents(), [])
  useEffect(() => followReminders(() => void navigate({ to: '/calendar' })), [navigate])
  useEffect(
    () => followWaiting(session => void navigate({ to: '/ask', search: { who: 'agent', session } })),
    [navigate],
  )
  useEffect(() => {
    if (palette) needPalette(true)
  }, [palette])
  useGlobalKeys(() => void navigate({ to: '/search' }))
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        {t.skip}
      </a>
      <OfflineNote />
      {zoneMoved && (
        <Suspense>
          <ZoneNote />
        </Suspense>
      )}
      {narrow && <TopBar />}
      <div className="relative flex min-h-0 flex-1">
        {!narrow && (
          <>
            <nav aria-label={t.navigation} style={{ width }} className="shrink-0 bg-sunken">
              <Rail />
            </nav>
            <Resizer width={railWidth} min={200} max={420} label={t.width} pane="left" />
          </>
        )}
        <div id="content" className="min-w-0 flex-1">
          <Outlet />
          <OpenFile />
          {work && (
            <Suspense>
              <WorkDialogs />
            </Suspense>
          )}
        </div>
        <Tray />
      </div>
      {touring && (
        <Suspense>
          <Guide />
        </Suspense>
      )}
      {recording && (
        <Suspense>
          <RecordBar now={recording} />
        </Suspense>
      )}
      <PhoneBar />
      {drawer && (
        <Dialog title={t.navigation} side="left" bare onClose={() => drawerOpen.set(false)}>
          <nav aria-label={t.navigation} className="h-full bg-sunken">
            <Rail onNavigate={() => drawerOpen.set(false)} />
          </nav>
        </Dialog>
      )}
      <DropZone />
      <Asked />
      {handed.length > 0 && (
        <Suspense>
          <HandedOver files={handed} />
        </Suspense>
      )}
      {confirm && (
        <Suspense>
          <Confirm />
        </Suspense>
      )}
      {paletteNeeded && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </div>
  )
}

const HAS_ITS_OWN = /^\/($|folders\/|themes\/|hidden$|sign-in$|objects\/[^/]*$)/

/** A file opened from a page that has no list of files: over it, in the address, so that Back closes it. */
function OpenFile() {
  const { pathname, search } = useLocation()
  const { file } = search as { file?: string }
  const roomy = useMedia('(min-width: 1024px)')
  // Beside the answer, where there is room for both.
  if (!file || HAS_ITS_OWN.test(pathname) || (pathname === '/ask' && roomy)) return null
  return (
    <Suspense>
      <Viewer key={file} id={file} />
    </Suspense>
  )
}
