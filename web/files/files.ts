import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { get, query } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { FileObject, Page, Pin } from '../api/shapes.ts'
import { patchFar } from './chosen.ts'
import { FIRST_PAGE } from './line-look.ts'
import { type ListedPages, lean } from './listed.ts'
import { refreshTree } from './refresh-tree.ts'
import { asked, type Filters, isFiltered, type LibrarySearch } from './search.ts'

export type { ListedPages, Picked } from './listed.ts'
export { refreshTree } from './refresh-tree.ts'

/** Where one stands: all files, a folder, a theme, the trash, or what is hidden. */
export type ListPlace =
  | { kind: 'all' }
  | { kind: 'folder'; id: string }
  | { kind: 'theme'; id: string }
  | { kind: 'trash' }
  | { kind: 'hidden' }

export interface ListingKey extends Pick<LibrarySearch, 'sort'>, Filters {
  place: ListPlace
  /** A piece out of the middle, by its number. */
  at?: number
}

/** So many files a piece has. */
export const CHUNK = 200

type ListedPage = Page<ListedPages> & {
  total_is_exact: boolean
  /** Of the trash: so long it keeps what is in it. */
  kept_days?: number
}
type Pages = InfiniteData<ListedPage, string>

const NEXT_PAGE = 500

async function fetchPage(
  { place, sort, at, ...filters }: ListingKey,
  cursor: string,
  signal: AbortSignal,
): Promise<ListedPage> {
  const page =
    at === undefined ? { cursor, limit: cursor ? NEXT_PAGE : FIRST_PAGE } : { offset: at * CHUNK, limit: CHUNK }
  const path =
    place.kind === 'trash'
      ? (`/v1/trash${query(page)}` as const)
      : (`/v1/objects${query({ sort, ...inPlace(place, filters), ...page })}` as const)
  const [{ items, ...rest }, given] = await Promise.all([
    get(path, signal),
    !cursor && at === undefined && place.kind === 'all' && isFavoritesAlone(filters) ? givenFavorites(signal) : [],
  ])
  const kept_days = 'kept_days' in rest ? Number(rest.kept_days) : undefined
  const listed = [...given, ...items].map(lean)
  return {
    ...rest,
    items: kept_days === undefined ? listed : listed.map(file => ({ ...file, kept_days })),
    total: rest.total + given.length,
  }
}

const isFavoritesAlone = ({ favorite, ...others }: Filters): boolean => favorite === true && !isFiltered(others)

/** If files of others are listed before one's own, the number of a row is not its place in the service's list. */
export const isCountable = ({ place, sort: _sort, at: _at, ...filters }: ListingKey): boolean =>
  !(place.kind === 'all' && isFavoritesAlone(filters))

/** Favourites among files of others; they are listed before one's own. */
const givenFavorites = async (signal: AbortSignal): Promise<FileObject[]> =>
  (await get('/v1/shared/favorites', signal)).items

/** The files of a place, as the service is asked for them. */
export const inPlace = (place: ListPlace, filters: Filters) => ({
  ...asked(filters),
  collection_id: place.kind === 'folder' ? place.id : filters.folder,
  theme_id: place.kind === 'theme' ? place.id : undefined,
  hidden: place.kind === 'hidden' ? 'only' : undefined,
})

/** How many files there are of what, with the same filters; asked for when somebody reaches for them. */
export const useFacets = (place: ListPlace, filters: Filters, wanted: boolean) =>
  useQuery({
    queryKey: ['facets', place, filters],
    queryFn: ({ signal }) => get(`/v1/objects/facets${query(inPlace(place, filters))}`, signal),
    enabled: wanted && place.kind !== 'trash',
    placeholderData: keepPreviousData,
  })

const listingOf = (key: ListingKey) =>
  infiniteQueryOptions({
    queryKey: ['files', key],
    queryFn: ({ pageParam, signal }) => fetchPage(key, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    structuralSharing: false,
  })

/** All files are in hand before the page is drawn: the first screen has asked for them already. */
export const readAllFiles = (): Promise<void> => client.prefetchInfiniteQuery(listingOf({ place: { kind: 'all' } }))

export function useListing(key: ListingKey) {
  const result = useInfiniteQuery(listingOf(key))
  const items = useMemo(() => result.data?.pages.flatMap(page => page.items) ?? [], [result.data])
  // Cursors count once, on the first page; what was added or removed since is counted here.
  const total = result.hasNextPage ? Math.max(result.data?.pages[0]?.total ?? 0, items.length + 1) : items.length
  // Long filtered lists are counted up to a bound only.
  const isExact = !result.hasNextPage || (result.data?.pages[0]?.total_is_exact ?? true)
  return { ...result, items, total, isExact }
}

/** Pieces out of the middle of a list, as they come; changed like all other lists in memory. */
export const useChunks = (key: ListingKey, numbers: number[]): [number, ListedPages[]][] =>
  useQueries({
    queries: numbers.map(at => ({
      queryKey: ['files', { ...key, at }],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Pages> => {
        const page = await fetchPage({ ...key, at }, '', signal)
        adoptTotal(key, page.total)
        return { pages: [page], pageParams: [''] }
      },
    })),
    combine: results =>
      results.map(({ data }, n) => [numbers[n]!, data?.pages[0]?.items ?? []] as [number, ListedPages[]]),
  })

/** A piece has just been counted with; what was counted for the first page may be long ago. */
function adoptTotal(key: ListingKey, total: number): void {
  const data = client.getQueryData<Pages>(['files', key])
  const [first, ...rest] = data?.pages ?? []
  if (data && first && first.total !== total)
    client.setQueryData<Pages>(['files', key], { ...data, pages: [{ ...first, total }, ...rest] })
}

export const useThemes = () =>
  useQuery({
    queryKey: ['themes'],
    queryFn: async ({ signal }) => (await get('/v1/themes', signal)).items,
  })

export const useFile = (id: string | undefined) =>
  useQuery({
    queryKey: ['file', id],
    queryFn: ({ signal }) => get(`/v1/objects/${id}`, signal),
    enabled: id !== undefined,
  })

/** Changes what every list that is in memory shows. */
function eachListing(change: (data: Pages, key: ListingKey) => Pages): void {
  for (const [queryKey, data] of client.getQueriesData<Pages>({ queryKey: ['files'] })) {
    if (data) client.setQueryData(queryKey, change(data, queryKey[1] as ListingKey))
  }
}

const mapItems = (data: Pages, change: (items: ListedPages[]) => ListedPages[]): Pages => ({
  ...data,
  pages: data.pages.map(page => {
    const items = change(page.items)
    return items === page.items ? page : { ...page, items }
  }),
})

type Change = Partial<Omit<ListedPages, 'title' | 'docType' | 'fields'>>

type Changing = (now: Pick<ListedPages, 'tags'>) => Change

export function patchFiles(ids: Iterable<string>, change: Change | Changing): void {
  const wanted = new Set(ids)
  const changing = typeof change === 'function' ? change : () => change
  patchAll(wanted, changing)
  patchFar(wanted, changing)
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['file'] }))
    if (wanted.has(String(queryKey[1])))
      client.setQueryData<FileObject>(queryKey, now => (now ? { ...now, ...changing(now) } : now))
}

function patchAll(wanted: Set<string>, change: (now: ListedPages) => Partial<ListedPages>): void {
  eachListing(data =>
    mapItems(data, items =>
      items.some(item => wanted.has(item.id))
        ? items.map(item => (wanted.has(item.id) ? { ...item, ...change(item) } : item))
        : items,
    ),
  )
  noteCounts(wanted)
}

/** The object as the service has just told it. */
export function adoptFile(object: FileObject): void {
  client.setQueryData(['file', object.id], object)
  patchAll(new Set([object.id]), () => lean(object))
}

/** Takes files out of the lists in which they no longer belong. */
export function dropFiles(ids: Iterable<string>, from: (place: ListPlace) => boolean): void {
  const gone = new Set(ids)
  const fewer = countGone(gone)
  eachListing((data, key) => {
    const count = fewer.get(nameOf(key))
    if (!count || !from(key.place)) return data
    const left = mapItems(data, items =>
      items.some(item => gone.has(item.id)) ? items.filter(item => !gone.has(item.id)) : items,
    )
    return { ...left, pages: left.pages.map(page => ({ ...page, total: page.total - count })) }
  })
}

/** A list and the pieces out of its middle have one name. */
const nameOf = ({ at: _at, ...list }: ListingKey): string => JSON.stringify(list)

/** How many of these files each list has, in whichever piece of it they stand. */
function countGone(gone: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, Set<string>>()
  for (const [queryKey, data] of client.getQueriesData<Pages>({ queryKey: ['files'] })) {
    const name = nameOf(queryKey[1] as ListingKey)
    const ids = found.get(name) ?? new Set<string>()
    found.set(name, ids)
    for (const page of data?.pages ?? []) for (const { id } of page.items) if (gone.has(id)) ids.add(id)
  }
  return new Map([...found].map(([name, ids]) => [name, ids.size]))
}

/** Counts of files are fetched again when somebody looks at them. */
function noteCounts(changed?: Set<string>): void {
  void client.invalidateQueries({ queryKey: ['facets'] })
  // A file that was renamed or trashed may be pinned.
  if (client.getQueryData<Pin[]>(['pins'])?.some(({ kind, id }) => kind === 'file' && (!changed || changed.has(id))))
    refreshPinsSoon()
}

let pinsTimer: ReturnType<typeof setTimeout> | undefined

/** Once for many changes that come together. */
function refreshPinsSoon(): void {
  clearTimeout(pinsTimer)
  pinsTimer = setTimeout(() => void client.invalidateQueries({ queryKey: ['pins'] }), 500)
}

const belongs = (object: FileObject, { place, sort: _sort, kind, status, ...others }: ListingKey): boolean =>
  !isFiltered(others) &&
  ((place.kind === 'all' && object.access === 'owner') ||
    (place.kind === 'folder' && place.id === object.collection_id) ||
    (place.kind === 'theme' && place.id === object.theme_id) ||
    (place.kind === 'hidden' && object.is_hidden)) &&
  (!kind || kind === object.kind) &&
  (!status || status === object.status)

/** A new file is put first if the list is sorted by newest first; lists in another order are fetched again. */
export function addFile(object: FileObject): void {
  eachListing((data, key) => {
    const [first, ...rest] = data.pages
    if (!first || key.at !== undefined || !belongs(object, key) || (key.sort ?? '-created_at') !== '-created_at')
      return data
    if (data.pages.some(page => page.items.some(item => item.id === object.id))) return data
    return { ...data, pages: [{ ...first, items: [lean(object), ...first.items], total: first.total + 1 }, ...rest] }
  })
  refreshListings(
    key =>
      key.at !== undefined ||
      isFiltered(key) ||
      (belongs(object, key) && (key.sort ?? '-created_at') !== '-created_at'),
  )
}

/** Long lists are dropped rather than read page by page again, unless somebody looks at them. */
export function refreshListings(which: (key: ListingKey) => boolean = () => true): void {
  noteCounts()
  for (const found of client.getQueryCache().findAll({ queryKey: ['files'] })) {
    if (!which(found.queryKey[1] as ListingKey)) continue
    const pages = (found.state.data as Pages | undefined)?.pages.length ?? 0
    if (pages > 3 && !found.isActive()) client.removeQueries({ queryKey: found.queryKey, exact: true })
    else if (pages <= 6) void client.invalidateQueries({ queryKey: found.queryKey, exact: true })
  }
}

/** What was guessed and did not come true is read again, however long the list is. */
export function rereadListings(): void {
  refreshListings()
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ['files'], type: 'active' }))
    if (((state.data as Pages | undefined)?.pages.length ?? 0) > 6) void client.resetQueries({ queryKey, exact: true })
}

/** Where a file has gone or come, all that follow it in their list have other places. */
export function refreshPlaces(): void {
  refreshListings(key => key.at !== undefined)
}

/** Fetches everything that is shown again, for somebody who comes back after a while. */
export function refreshAll(): void {
  refreshTree()
  refreshListings()
}
