import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { get, query } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Queries, Replies } from '../api/openapi.ts'
import type { Folder } from '../api/shapes.ts'

/** Folders a level at a time, one by one, and by name: there may be too many to ask for all of them. */

/** What the service is asked for, a page at a time. */
export interface TreeLevel {
  parent_id?: string
  theme_id?: string
  hidden?: 'only'
}

/** At the top, in no theme. */
export const LOOSE: TreeLevel = { parent_id: 'root', theme_id: 'none' }
export const HIDDEN: TreeLevel = { hidden: 'only' }

type FolderPage = Replies['GET /v1/collections']

type LevelPages = InfiniteData<FolderPage, string>

const PAGE = 100

const readFolders = (asked: Queries['GET /v1/collections'], signal?: AbortSignal): Promise<FolderPage> =>
  get(`/v1/collections${query(asked)}`, signal)

const levelOf = (level: TreeLevel) =>
  infiniteQueryOptions({
    queryKey: ['folders', 'in', level],
    queryFn: ({ pageParam, signal }) => readFolders({ ...level, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
  })

const NONE: Folder[] = []

/** The folders of a level, as far as they were asked for. */
export function useLevel(level: TreeLevel | undefined) {
  const result = useInfiniteQuery({ ...levelOf(level ?? LOOSE), enabled: level !== undefined })
  const pages = level && result.data?.pages
  const folders = useMemo(() => pages?.flatMap(page => page.items) ?? NONE, [pages])
  return { ...result, pages, folders, isWaiting: level !== undefined && result.isPending }
}

interface Known {
  folder: Folder
  at: number
}

const isFolder = (data: unknown): data is Folder => typeof (data as Folder | null)?.id === 'string'

/** The folders of any answer about them. */
export function foldersIn(data: unknown): Folder[] {
  if (Array.isArray(data)) return data
  const pages = (data as Partial<LevelPages> | null | undefined)?.pages
  if (pages) return pages.flatMap(page => page.items)
  return isFolder(data) ? [data] : NONE
}

/** What the page was told of a folder last, wherever that was; what is in doubt is shown until it is told anew. */
function known(id: string): Known | undefined {
  let found: Known | undefined
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['folders'] })) {
    const at = state.isInvalidated ? 0 : state.dataUpdatedAt
    if (found && found.at >= at) continue
    const folder = foldersIn(state.data).find(each => each.id === id)
    if (folder) found = { folder, at }
  }
  return found
}

export const knownFolder = (id: string | undefined): Folder | undefined => (id ? known(id)?.folder : undefined)

interface Ask {
  id: string
  resolve: (folder: Folder | null) => void
  fail: (error: unknown) => void
}

const MOST_IDS = 100
/** Lines of a list that come in one after the other ask once. */
const TOGETHER_MS = 15
let asks: Ask[] = []

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Folders asked for at the same moment go into one request; null means that there is no such folder of one's own. */
const readFolder = (id: string): Promise<Folder | null> =>
  new Promise((resolve, fail) => {
    // An address that somebody mistyped would spoil the request of all others.
    if (!UUID.test(id)) return resolve(null)
    if (asks.length === 0) setTimeout(readAsked, TOGETHER_MS)
    asks.push({ id, resolve, fail })
  })

function readAsked(): void {
  const all = asks
  asks = []
  for (let at = 0; at < all.length; at += MOST_IDS) void readSome(all.slice(at, at + MOST_IDS))
}

async function readSome(some: Ask[]): Promise<void> {
  try {
    const { items } = await readFolders({ ids: some.map(({ id }) => id).join(',') })
    for (const { id, resolve } of some) resolve(items.find(folder => folder.id === id) ?? null)
  } catch (error) {
    for (const { fail } of some) fail(error)
  }
}

export const oneFolder = (id: string) =>
  queryOptions({
    queryKey: ['folders', 'one', id],
    queryFn: () => readFolder(id),
    initialData: () => known(id)?.folder,
    initialDataUpdatedAt: () => known(id)?.at,
  })

/** One of one's own folders. */
export function useFolder(id: string | null | undefined): Folder | undefined {
  const { data } = useQuery({ ...oneFolder(id ?? ''), enabled: Boolean(id) })
  return data?.access === 'owner' ? data : undefined
}

const byId = (results: UseQueryResult<Folder | null>[]) =>
  new Map(results.flatMap(({ data }) => (data?.access === 'owner' ? [[data.id, data] as const] : [])))

/** Those of these folders that belong to the person, by their ids. */
export const useFoldersById = (ids: Iterable<string | null>): Map<string, Folder> =>
  useQueries({
    queries: [...new Set(ids)].filter(id => id !== null).map(id => oneFolder(id)),
    combine: byId,
  })

/** The folder and those above it, from the top. */
export function pathOf(folders: Folder[], id: string): Folder[] {
  const all = new Map(folders.map(folder => [folder.id, folder]))
  const path: Folder[] = []
  for (let at = all.get(id); at; at = at.parent_id ? all.get(at.parent_id) : undefined) path.unshift(at)
  return path
}

/** The same of what the page has, if it has all of it. */
function knownPath(id: string): { path: Folder[]; at: number } | undefined {
  const path: Folder[] = []
  let at = Number.POSITIVE_INFINITY
  for (let next: string | null = id; next; next = path[0]!.parent_id) {
    const found = known(next)
    // Answers of different moments may put two folders into each other.
    if (found?.folder.access !== 'owner' || path.includes(found.folder)) return undefined
    path.unshift(found.folder)
    at = Math.min(at, found.at)
  }
  return { path, at }
}

/** One's own folders of these, and all above them. */
export async function readAbove(ids: string[], signal?: AbortSignal): Promise<Folder[]> {
  const found: Folder[] = []
  for (let at = 0; at < ids.length; at += MOST_IDS)
    found.push(...(await readFolders({ ids: ids.slice(at, at + MOST_IDS).join(','), above: true }, signal)).items)
  return found
}

/** The way to one of one's own folders, from the top; empty where it is somebody else's. */
export const usePath = (id: string | undefined) =>
  useQuery({
    queryKey: ['folders', 'path', id],
    queryFn: async ({ signal }) => pathOf(await readAbove([id!], signal), id!),
    enabled: id !== undefined,
    initialData: () => (id ? knownPath(id)?.path : undefined),
    initialDataUpdatedAt: () => (id ? knownPath(id)?.at : undefined),
  })

interface FoundFolders {
  folders: Folder[]
  isAnswered: boolean
  error?: Error
  retry: () => void
}

/** Folders by the words of their names; before anything is typed, those at the top. */
export function useFolderSearch(text: string | undefined, limit = 50): FoundFolders {
  const wanted = text?.trim().slice(0, 200)
  const { data, error, isPlaceholderData, isFetched, refetch } = useQuery({
    queryKey: ['folders', 'named', wanted, limit],
    queryFn: async ({ signal }) =>
      (await readFolders(wanted ? { q: wanted, limit } : { parent_id: 'root', limit }, signal)).items,
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const isOff = wanted === undefined
  return {
    folders: (isOff ? undefined : data) ?? NONE,
    isAnswered: isOff || (isFetched && !isPlaceholderData && !error),
    error: error ?? undefined,
    retry: () => void refetch(),
  }
}

const MOST_AT_ONCE = 500

/** Finds folders by name right in another one, or at the top: a level is read once, and only in a very large one each name is asked for. */
export function levelAt(): (name: string, parentId: string | undefined) => Promise<Folder | undefined> {
  const levels = new Map<string | undefined, Promise<FolderPage>>()
  return async (name, parentId) => {
    const level = parentId ? { parent_id: parentId } : LOOSE
    const reading = levels.get(parentId) ?? readFolders({ ...level, limit: MOST_AT_ONCE })
    levels.set(parentId, reading)
    reading.catch(() => levels.delete(parentId))
    const { items, next_cursor } = await reading
    const there = items.find(folder => folder.name === name)
    return there ?? (next_cursor ? (await readFolders({ ...level, name, limit: 1 })).items[0] : undefined)
  }
}

/** The folder as the service has just told it, wherever it is shown. */
export function adoptFolder(folder: Folder): void {
  const adopted = (items: Folder[]) =>
    items.some(({ id }) => id === folder.id) ? items.map(each => (each.id === folder.id ? folder : each)) : items
  for (const [queryKey, data] of client.getQueriesData<LevelPages>({ queryKey: ['folders', 'in'] }))
    if (data)
      client.setQueryData<LevelPages>(queryKey, {
        ...data,
        pages: data.pages.map(page => ({ ...page, items: adopted(page.items) })),
      })
  if (folder.access === 'owner') client.setQueryData(['folders', 'one', folder.id], folder)
}
