import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { get, isNotFound } from '../../api/call.ts'
import type { Folder, Theme } from '../../api/shapes.ts'
import { chosenFrom } from '../../files/chosen.ts'
import { agreeing, asking } from '../../files/dialog-state.ts'
import { type ListPlace, type Picked, useListing, useThemes } from '../../files/files.ts'
import { type FoldersAt, useFoldersAt } from '../../files/given.ts'
import { FILTERS, filtersOf, isFiltered, type LibrarySearch, NO_FILTERS } from '../../files/search.ts'
import { selection, useSelectedIds } from '../../files/selection.ts'
import { libraryWords } from '../../files/words.ts'
import { lazily } from '../../lib/lazily.ts'
import { useWide } from '../../lib/media.ts'
import { kept, store, useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Nowhere } from '../../ui/nowhere.tsx'
import { Resizer } from '../../ui/resizer.tsx'
import { Failed, Later } from '../../ui/states.tsx'
import { loadSampleStrip, samplesOf } from '../tour/index.ts'
import { uploadTarget } from '../uploads/index.ts'
import { loadViewer } from '../viewer/index.ts'
import { around, type LibraryEntry, orderOf } from './entry.ts'
import { useEntries } from './far.ts'
import { Listing } from './listing.tsx'
import { EmptyPlace, FolderNote, Giver, Heading, MoreFolders } from './place.tsx'
import { RowBone } from './row.tsx'
import { useSelectionInAddress } from './selected.ts'
import { SelectionBar, Toolbar, UploadButton } from './toolbar.tsx'
import '../../files/live.ts'

const About = lazily(() => import('./about.tsx'))
// Without it the list is as it was.
export const loadAllOfList = () => import('./all-of-list.tsx').catch(() => ({ default: () => null }))
const AllOfList = lazily(loadAllOfList)
const AgreeToMove = lazily(() => import('./agree.tsx'))
const Dialogs = lazily(() => import('./dialogs.tsx'))
const Groups = lazily(() => import('./groups.tsx').then(({ Groups: loaded }) => ({ default: loaded })))
const SampleStrip = lazily(loadSampleStrip)
const Viewer = lazily(loadViewer)

const paneWidth = kept('pane', 320)
const sheetOpen = store(false)

const NO_THEMES: Theme[] = []

function usePlace(): ListPlace {
  const { folder, theme } = useParams({ strict: false })
  return useMemo(
    () => (folder ? { kind: 'folder', id: folder } : theme ? { kind: 'theme', id: theme } : { kind: 'all' }),
    [folder, theme],
  )
}

export function LibraryPage() {
  const place = usePlace()
  return <Library key={place.kind === 'all' ? 'all' : JSON.stringify(place)} place={place} />
}

export function Library({ place }: { place: ListPlace }) {
  const t = libraryWords.use()
  const search = useSearch({ strict: false }) as LibrarySearch
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(search), [search])
  const sort = search.sort ?? (search.group === 'month' ? '-document_date' : undefined)
  const key = { place, sort, ...filters }
  const listing = useListing(key)
  const places = useFoldersAt(place)
  const { path, inside, here, editable, isKnown } = places
  const themes = useThemes().data ?? NO_THEMES
  const chosen = useSelectedIds()
  const about = useAbout(chosen.size === 1)

  const change = useCallback(
    (next: Partial<LibrarySearch>, replace = false) => {
      // What was chosen may not be shown any more.
      if (FILTERS.some(name => name in next)) selection.clear()
      void navigate({ to: '.', search: (now: LibrarySearch) => ({ ...now, ...next }), replace })
    },
    [navigate],
  )
  useSelectionInAddress(search, change)
  useEffect(() => uploadTarget.set(place.kind === 'folder' ? place.id : undefined), [place])

  const filtered = isFiltered(filters)
  const plain = !filtered && search.sort !== '-opened_at'
  const above = useMemo<LibraryEntry[]>(() => (plain ? inside.map(folder => ({ folder })) : []), [inside, plain])
  const { entries, need } = useEntries(key, { listing, above })
  const selectedFiles = () => chosenFrom(entries.map(({ file }) => file))

  if (listing.error && isNotFound(listing.error)) return <Nowhere />
  // Lines that came before the folders above them would be pushed down under the pointer, and a click would meet another one.
  const isSettled = listing.data !== undefined && isKnown
  const isEmpty = isSettled && entries.length === 0
  // In an empty place there is one thing to do, and nothing else to look at.
  const bare = isEmpty && !filtered
  return (
    <div className="flex h-full">
      <main className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center gap-3 px-4">
          <Heading
            place={place}
            path={path}
            themes={themes}
            count={bare ? undefined : listing.data && listing.total}
            isExact={listing.isExact}
          />
          {here && <Giver folder={here} />}
          {!bare && editable && <UploadButton />}
        </header>
        {!bare && (
          <Bar
            place={place}
            search={search}
            change={change}
            order={() => orderOf(entries)}
            selectedFiles={selectedFiles}
            here={here}
          />
        )}
        {chosen.size > 1 && listing.hasNextPage && (
          <Suspense>
            <AllOfList list={key} total={listing.total} isExact={listing.isExact} loaded={listing.items} />
          </Suspense>
        )}
        {place.kind === 'all' && !bare && <Samples />}
        <div className="min-h-0 flex-1">
          <Lines
            place={place}
            listing={listing}
            entries={entries}
            above={above.length}
            need={need}
            places={places}
            search={search}
            filtered={filtered}
            change={change}
            isSettled={isSettled}
          />
        </div>
      </main>
      {about === 'pane' && (
        <>
          <Resizer width={paneWidth} min={260} max={560} label={t.width} pane="right" />
          <Pane place={place} />
        </>
      )}
      {about === 'sheet' && (
        <Dialog title={t.details} side="bottom" onClose={() => sheetOpen.set(false)}>
          <Suspense>
            <About place={place} />
          </Suspense>
        </Dialog>
      )}
      {search.file && (
        <Suspense>
          <Viewer id={search.file} siblings={around(entries, search.file)} />
        </Suspense>
      )}
    </div>
  )
}

/** Where it stands what is known of the one chosen file: beside the list, or on a narrow page over it, when asked for. */
function useAbout(hasOne: boolean): 'pane' | 'sheet' | undefined {
  const wide = useWide()
  const asked = useStore(sheetOpen)
  if (!hasOne) return undefined
  return wide ? 'pane' : asked ? 'sheet' : undefined
}

interface BarProps {
  place: ListPlace
  search: LibrarySearch
  change: (next: Partial<LibrarySearch>) => void
  order: () => string[]
  selectedFiles: () => Picked[]
  /** The folder one stands in, of somebody else. */
  here?: Folder
}

/** What can be done with several files takes the place of how they are shown. */
function Bar({ place, search, change, order, selectedFiles, here }: BarProps) {
  const { size } = useSelectedIds()
  if (size <= 1) return <Toolbar place={place} search={search} change={change} here={here} />
  return <SelectionBar count={size} files={selectedFiles} order={order} here={here} />
}

function Samples() {
  const { data } = useQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  const ids = samplesOf(data)
  return ids.length > 0 ? (
    <Suspense>
      <SampleStrip ids={ids} />
    </Suspense>
  ) : null
}

interface LinesProps {
  place: ListPlace
  listing: ReturnType<typeof useListing>
  entries: LibraryEntry[]
  above: number
  need: (from: number, to: number) => void
  places: FoldersAt
  search: LibrarySearch
  filtered: boolean
  isSettled: boolean
  change: (next: Partial<LibrarySearch>, replace?: boolean) => void
}

function Lines({
  place,
  listing,
  entries,
  above,
  need,
  places: { path, more, editable },
  search,
  filtered,
  isSettled,
  change,
}: LinesProps) {
  const t = libraryWords.use()
  const navigate = useNavigate()
  const actions = useMemo(
    () => ({
      open: (entry: LibraryEntry) =>
        entry.folder
          ? void navigate({ to: '/folders/$folder', params: { folder: entry.folder.id }, search: keepView })
          : change({ file: entry.file!.id, page: undefined }),
      about: () => sheetOpen.set(true),
      filter: place.kind === 'trash' ? undefined : change,
    }),
    [navigate, change, place.kind],
  )
  if (listing.error && !listing.data) return <Failed error={listing.error} onRetry={() => void listing.refetch()} />
  if (!isSettled)
    return (
      <Later>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
          <RowBone key={index} />
        ))}
      </Later>
    )
  if (entries.length === 0)
    return <EmptyPlace place={place} filtered={filtered} editable={editable} clear={() => change(NO_FILTERS)} />
  if (search.group)
    return (
      <Suspense>
        <Groups
          place={place}
          search={{ ...search, group: search.group }}
          listing={listing}
          actions={actions}
          change={change}
        />
      </Suspense>
    )
  return (
    <Listing
      entries={entries}
      total={listing.total + above}
      isExact={listing.isExact}
      view={search.view ?? 'list'}
      label={t.allFiles}
      sort={search.sort}
      onSort={sort => change({ sort: sort === '-created_at' ? undefined : sort })}
      actions={actions}
      onNeed={need}
      header={
        <>
          {place.kind === 'folder' && <FolderNote folder={path.at(-1)} />}
          {more && above > 0 && <MoreFolders shown={above} more={more} />}
        </>
      }
    />
  )
}

const keepView = ({ view }: LibrarySearch): LibrarySearch => ({ view })

function Pane({ place }: { place: ListPlace }) {
  const t = libraryWords.use()
  const width = useStore(paneWidth)
  return (
    <aside aria-label={t.details} style={{ width }} className="hidden shrink-0 overflow-y-auto bg-surface lg:block">
      <div className="sticky top-0 z-10 flex justify-end bg-surface px-2 pt-2">
        <IconButton icon={X} label={t.clearSelection} keys="Esc" small onClick={selection.clear} />
      </div>
      <Suspense>
        <About place={place} />
      </Suspense>
    </aside>
  )
}

export function Asked() {
  const question = useStore(asking)
  const move = useStore(agreeing)
  return (
    <Suspense>
      {question && <Dialogs question={question} />}
      {move && <AgreeToMove question={move} />}
    </Suspense>
  )
}
