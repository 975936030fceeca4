import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Download, EllipsisVertical, Info, Layers, SquarePen, X } from 'lucide-react'
import { Suspense, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isNotFound } from '../../api/call.ts'
import { download } from '../../files/change.ts'
import { actOnFiles } from '../../files/file-keys.ts'
import { type ListedPages, useFile } from '../../files/files.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { fileMenu } from '../../files/menus.ts'
import type { LibrarySearch } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { libraryWords } from '../../files/words.ts'
import { goTo } from '../../lib/go.ts'
import { lazily } from '../../lib/lazily.ts'
import { useNarrow, useWide } from '../../lib/media.ts'
import { kept, useStore } from '../../lib/store.ts'
import { keyOf } from '../../lib/typing.ts'
import { IconButton } from '../../ui/button.tsx'
import { Floating } from '../../ui/floating.ts'
import { Menu } from '../../ui/menu.tsx'
import { useModal } from '../../ui/modal.ts'
import { Failed } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { useKeeping } from '../offline/index.ts'
import { Content } from './content.tsx'
import { useGoneFile } from './gone-file.ts'
import { useViewerKeys, type ViewerKey } from './keys.ts'
import { viewerWords } from './words.ts'

const Details = lazily(() => import('./details.tsx'))
const detailsOpen = kept('viewer-details', false)
const PAGE_PAUSE_MS = 400

/** A file over the whole page. It lives in the address, so Back closes it and a link opens it. */
interface ViewerProps {
  id: string
  siblings?: ListedPages[]
  /** Where one goes from a file that was opened by its own address. */
  onClose?: () => void
}

const isPlain = (event: ViewerKey) => !event.ctrlKey && !event.metaKey && !event.altKey

const ALONE: ListedPages[] = []

export default function Viewer({ id, siblings = ALONE, onClose }: ViewerProps) {
  const t = viewerWords.use()
  const l = libraryWords.use()
  const u = uiWords.use()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [within, setWithin] = useState<HTMLElement | null>(null)
  const { data: file, error, isFetchedAfterMount, refetch } = useFile(id)
  const { page, at: cited, t: second } = useLocation().search as LibrarySearch
  // What somebody else has given, they may take back: no copy of it stays here.
  useKeeping(file && isOwn(file) ? file : undefined)
  const showDetails = useStore(detailsOpen)
  const wide = useWide()
  const narrow = useNarrow()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const at = siblings.findIndex(each => each.id === id)
  const show = (next: string) => {
    selection.only(next)
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, file: next, page: undefined, at: undefined, t: undefined }),
      replace: true,
    })
  }
  const go = (step: number) => {
    const next = at < 0 ? undefined : siblings[at + step]
    if (next) show(next.id)
  }
  const close =
    onClose ??
    (() =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, file: undefined, page: undefined, at: undefined, t: undefined }),
      }))
  const nearest = useRef<string>(undefined)
  if (at >= 0) nearest.current = (siblings[at + 1] ?? siblings[at - 1])?.id
  useGoneFile(id, isFetchedAfterMount && file !== undefined && isNotFound(error), () =>
    nearest.current ? show(nearest.current) : close(),
  )
  /** The page that one reads is in the address; it is written when the hand rests. */
  const turn = useCallback(
    (next: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(
        () =>
          void navigate({
            to: '.',
            search: (now: object) => ({ ...now, page: next > 1 ? next : undefined }),
            replace: true,
          }),
        PAGE_PAUSE_MS,
      )
    },
    [navigate],
  )
  useLayoutEffect(() => () => clearTimeout(timer.current), [])
  useModal(dialog)
  const onKeyDown = useViewerKeys(dialog, event => {
    if (isPlain(event) && file && actOnFiles(keyOf(event), [file])) event.preventDefault()
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else if (isPlain(event) && keyOf(event) === 'i') detailsOpen.set(!showDetails)
    else if (event.key === ' ' && event.target === dialog.current) close()
  })
  // Needed only by what opens later, so the first drawing does not wait for it.
  useEffect(() => startTransition(() => setWithin(dialog.current)), [])
  return (
    <dialog
      ref={dialog}
      aria-label={file?.filename ?? t.opening}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      // A browser that wants the way out to be open closes it without asking.
      onClose={close}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-dvw max-w-none animate-fade flex-col bg-ground p-0 open:flex"
    >
      <Floating value={within}>
        <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-2">
          <IconButton icon={X} label={u.close} plain onClick={close} />
          <h2 className="min-w-0 flex-1 truncate px-1 text-base font-medium">{file?.filename}</h2>
          <IconButton icon={ChevronLeft} label={t.previous} keys="←" disabled={at <= 0} onClick={() => go(-1)} />
          <IconButton
            icon={ChevronRight}
            label={t.next}
            keys="→"
            disabled={at < 0 || at >= siblings.length - 1}
            onClick={() => go(1)}
          />
          {!narrow && file?.kind === 'text' && isEditable(file) && (
            <IconButton icon={SquarePen} label={l.edit} onClick={() => goTo(`/objects/${file.id}/edit`)} />
          )}
          {!narrow && file?.kind === 'pdf' && (
            <IconButton
              icon={Layers}
              label={l.workbench}
              data-tour="pages"
              onClick={() => goTo(`/objects/${file.id}/pages`)}
            />
          )}
          {file && (
            <IconButton
              icon={Info}
              label={l.details}
              keys="I"
              pressed={showDetails}
              onClick={() => detailsOpen.set(!showDetails)}
            />
          )}
          {/* On a phone these are in the menu: beside them there is no room for the name. */}
          {!narrow && file && <IconButton icon={Download} label={l.download} onClick={() => void download([file])} />}
          {file && (
            <Menu items={() => fileMenu([file])} align="end">
              <IconButton icon={EllipsisVertical} label={l.more(file.filename)} />
            </Menu>
          )}
        </header>
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <div className="min-h-0 min-w-0 flex-1">
            {error ? (
              <Failed error={error} onRetry={() => void refetch()} />
            ) : (
              file && (
                <Content
                  key={file.id}
                  file={file}
                  base={`/v1/objects/${file.id}`}
                  at={cited}
                  second={second}
                  page={page}
                  onPage={turn}
                />
              )
            )}
          </div>
          {showDetails && file && (
            <aside
              aria-label={l.details}
              className={
                wide
                  ? 'w-80 shrink-0 overflow-y-auto border-l border-line bg-surface'
                  : 'max-h-[55%] shrink-0 overflow-y-auto border-t border-line bg-surface'
              }
            >
              <Suspense>
                <Details file={file} />
              </Suspense>
            </aside>
          )}
        </div>
      </Floating>
    </dialog>
  )
}
