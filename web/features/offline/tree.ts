import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { FileObject, Folder, Theme } from '../../api/shapes.ts'
import { foldersIn, oneFolder, type TreeLevel } from '../../files/tree.ts'
import { zone } from '../../files/zone.ts'
import { store } from '../../lib/store.ts'
import { able, CACHE, inLine, mayKeep, TREE } from './kept.ts'
import { isOf } from './whose.ts'

/**
 * The folders, and the names of files that were listed, as the page knew them last. They follow the rules of what is kept for
 * reading; and nothing is kept of an answer that has anything hidden in it: then the zone is open somewhere in this browser.
 */

const MOST_SEEN = 500
const PAUSE_MS = 800

type Place = Pick<Folder, 'id' | 'name' | 'icon' | 'parent_id' | 'theme_id' | 'is_hidden'>
export type SeenFile = Pick<FileObject, 'id' | 'filename' | 'kind' | 'size' | 'collection_id' | 'is_hidden'>

export interface KeptTree {
  owner: string
  folders: Place[]
  themes: Pick<Theme, 'id' | 'name' | 'icon' | 'is_hidden'>[]
  seen: SeenFile[]
}

export const keptTree = store<KeptTree | undefined>(undefined)

interface Pages {
  pages: { items: SeenFile[] }[]
}

/** When something was changed that may have hidden much; what was known before says nothing any more. */
let changedAt = 0
const changedFiles = new Map<string, number>()

/** Since when the service has told what a query holds; what the page changes by itself is no answer. */
const askedAt = new WeakMap<Query, number>()
const answeredSince = new WeakMap<Query, number>()

function note({ query, action }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): void {
  // The next page of a list says nothing of those before it.
  if (action.type === 'fetch') askedAt.set(query, (action.meta?.fetchMore && answeredSince.get(query)) || Date.now())
  if (action.type === 'success' && !action.manual) answeredSince.set(query, askedAt.get(query) ?? 0)
}

interface Answer<T> {
  key: readonly unknown[]
  data: T
  since: number
}

/** Answers that are newer than any such change, and that nobody has doubted since. */
function answers<T>(queryKey: [string]): Answer<T>[] {
  return client
    .getQueryCache()
    .findAll({ queryKey })
    .map(query => ({ query, since: answeredSince.get(query) ?? -1 }))
    .filter(({ query: { state }, since }) => state.data !== undefined && !state.isInvalidated && since >= changedAt)
    .map(({ query, since }) => ({ key: query.queryKey, data: query.state.data as T, since }))
}

/** Files that were listed, wherever they lie. */
function listed(): SeenFile[] {
  const seen = new Map<string, SeenFile>()
  for (const { key, data, since } of answers<Pages>(['files'])) {
    const { place } = key[1] as { place: { kind: string } }
    if (place.kind === 'trash' || place.kind === 'hidden') continue
    for (const file of data.pages.flatMap(page => page.items))
      if (since >= (changedFiles.get(file.id) ?? 0)) seen.set(file.id, file)
  }
  return [...seen.values()]
}

const isOnLevel = ({ parent_id, theme_id }: Folder, level: TreeLevel): boolean =>
  parent_id ? parent_id === level.parent_id : (theme_id ?? 'none') === level.theme_id

const isWhole = (data: unknown): boolean =>
  (data as { pages: { next_cursor: string | null }[] }).pages.at(-1)?.next_cursor === null

/** One's own folders as far as they were fetched; undefined if the top level was not. */
function knownFolders(): Map<string, Folder> | undefined {
  const all = answers<unknown>(['folders']).sort((one, other) => one.since - other.since)
  if (!all.some(({ key }) => key[1] === 'in')) return undefined
  const folders = new Map<string, Folder>()
  const gone = new Set<string>()
  for (const { key, data } of all) {
    // What an older answer names, and a newer one of its whole level does not, has gone or is hidden now.
    if (key[1] === 'in' && isWhole(data))
      for (const [id, folder] of folders) if (isOnLevel(folder, key[2] as TreeLevel)) gone.add(id)
    if ((key[1] === 'one' || key[1] === 'path') && foldersIn(data).length === 0) gone.add(String(key[2]))
    for (const folder of foldersIn(data).filter(({ access }) => access === 'owner')) {
      folders.set(folder.id, folder)
      gone.delete(folder.id)
    }
  }
  takeOut(folders, gone)
  return folders
}

/** These folders and all below them. */
function takeOut(folders: Map<string, Folder>, gone: Set<string>): void {
  for (let before = -1; before !== gone.size; ) {
    before = gone.size
    for (const [id, { parent_id }] of folders) if (parent_id && gone.has(parent_id)) gone.add(id)
  }
  for (const id of gone) folders.delete(id)
}

function known(owner: string): KeptTree | undefined {
  const folders = knownFolders()
  const [themes] = answers<Theme[]>(['themes']).map(({ data }) => data)
  if (!folders || !themes) return undefined
  const seen = listed().filter(({ collection_id }) => collection_id === null || folders.has(collection_id))
  return {
    owner,
    folders: [...folders.values()].map(({ id, name, icon, parent_id, theme_id, is_hidden }) => ({
      ...{ id, name, icon, parent_id, theme_id, is_hidden },
    })),
    themes: themes.map(({ id, name, icon, is_hidden }) => ({ id, name, icon, is_hidden })),
    seen: seen.slice(0, MOST_SEEN).map(({ id, filename, kind, size, collection_id, is_hidden }) => ({
      ...{ id, filename, kind, size, collection_id, is_hidden },
    })),
  }
}

/** A file that was listed is kept with its folder, also where that was not looked at. */
async function learnFolders(): Promise<void> {
  const folders = knownFolders()
  const missing = new Set(
    listed()
      .slice(0, MOST_SEEN)
      .map(({ collection_id }) => collection_id),
  )
  const wanted = [...missing].filter(id => id !== null && !folders?.has(id)) as string[]
  await Promise.allSettled(wanted.map(id => client.fetchQuery(oneFolder(id))))
}

const keepTree = (owner: string): Promise<unknown> =>
  inLine(async () => {
    if (mayKeep() && isOf(owner)) await learnFolders()
    const tree = mayKeep() && isOf(owner) ? known(owner) : undefined
    if (!tree) return
    const cache = await caches.open(CACHE)
    const hidden = [...tree.folders, ...tree.themes, ...tree.seen].some(({ is_hidden }) => is_hidden)
    if (hidden || !mayKeep()) await cache.delete(TREE)
    else await cache.put(TREE, new Response(JSON.stringify(tree), { headers: { 'content-type': 'application/json' } }))
    // Another tab may have changed accounts while this was written.
    if (!isOf(owner)) await cache.delete(TREE)
  })

const KEPT_KEYS = new Set(['folders', 'themes', 'files'])
let owner = ''
let following = false
let later: ReturnType<typeof setTimeout> | undefined

/** Whenever the folders or a list have come from the service. */
export function followTree(user: string): void {
  owner = user
  if (following || !able) return
  following = true
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    note(event)
    if (event.action.type !== 'success') return
    if (!KEPT_KEYS.has(String(event.query.queryKey[0])) || zone.get() !== 'locked') return
    clearTimeout(later)
    later = setTimeout(() => void keepTree(owner), PAUSE_MS)
  })
}

/**
 * A listing that this page has changed no longer matches the stored copy; it is stored again once the service has sent
 * it.
 */
export function treeChanged(files?: string[]): void {
  if (files) for (const id of files) changedFiles.set(id, Date.now())
  else changedAt = Date.now()
  clearTimeout(later)
  void inLine(async () => {
    if (able && (await caches.has(CACHE))) await (await caches.open(CACHE)).delete(TREE)
  })
  if (files) later = setTimeout(() => void keepTree(owner), PAUSE_MS)
}

export const recallTree = (): Promise<KeptTree | undefined> =>
  inLine(async () => {
    if (!able || !(await caches.has(CACHE))) return undefined
    const found = await (await caches.open(CACHE)).match(TREE)
    const tree = (await found?.json()) as KeptTree | undefined
    const own = tree && isOf(tree.owner) ? tree : undefined
    keptTree.set(own)
    return own
  })
