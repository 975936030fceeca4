import { useQuery } from '@tanstack/react-query'
import { get, patch, post, query, remove } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { SavedSearch, Tag } from '../api/shapes.ts'
import { toast } from '../ui/toast.tsx'
import { bulk, perform, showError } from './change.ts'
import { type ListedPages, type Picked, patchFiles, refreshListings } from './files.ts'
import { ownWords } from './own-words.ts'
import { refreshPins } from './pins.ts'

/** A person's own order: favourites, tags and saved searches. Everything is done at once and can be undone. */

const t = () => ownWords.now()

export const useTags = () =>
  useQuery({ queryKey: ['tags'], queryFn: async ({ signal }) => (await get('/v1/tags', signal)).items })

export const useSavedSearches = () =>
  useQuery({
    queryKey: ['searches'],
    queryFn: async ({ signal }) => (await get('/v1/saved-searches', signal)).items,
  })

function refreshTags(): void {
  void client.invalidateQueries({ queryKey: ['tags'] })
  refreshPins('tag')
}

function refreshSearches(): void {
  void client.invalidateQueries({ queryKey: ['searches'] })
  refreshPins('search')
}

/** Those that are not so yet; undone, the others stay as they were. */
export async function setFavorite(files: Pick<Picked, 'id' | 'is_favorite'>[], favorite: boolean): Promise<void> {
  const ids = files.filter(file => file.is_favorite !== favorite).map(file => file.id)
  if (ids.length === 0) return
  const undo = (done: string[]) =>
    setFavorite(
      done.map(id => ({ id, is_favorite: favorite })),
      !favorite,
    )
  patchFiles(ids, { is_favorite: favorite })
  await perform(
    ids,
    () => bulk(favorite ? 'favorite' : 'unfavorite', ids),
    (count, done) =>
      toast(favorite ? t().favored(count) : t().unfavored(count), {
        action: { text: t().undo, run: () => void undo(done) },
      }),
  )
  refreshListings(key => key.favorite === true)
}

/** The same tags on or off many files; undone, each file has what it had. */
export async function tagFiles(files: Pick<ListedPages, 'id' | 'tags'>[], tag: string, on: boolean): Promise<void> {
  const has = (file: Pick<ListedPages, 'tags'>) => file.tags.some(own => own.toLowerCase() === tag.toLowerCase())
  const changed = files.filter(file => has(file) !== on)
  if (changed.length === 0) return
  const ids = changed.map(file => file.id)
  const without = (tags: string[]) => tags.filter(own => own.toLowerCase() !== tag.toLowerCase())
  patchFiles(ids, ({ tags }) => ({ tags: on ? [...without(tags), tag] : without(tags) }))
  const back = (done: Set<string>) =>
    tagFiles(
      changed
        .filter(({ id }) => done.has(id))
        .map(file => ({ ...file, tags: on ? [...file.tags, tag] : file.tags.filter(own => own !== tag) })),
      tag,
      !on,
    )
  await perform(
    ids,
    () => bulk(on ? 'tag' : 'untag', ids, { tags: [tag] }),
    (count, done) =>
      toast(on ? t().tagged(count, tag) : t().untagged(count, tag), {
        action: { text: t().undo, run: () => void back(new Set(done)) },
      }),
  )
  refreshTags()
  refreshListings(key => key.tag !== undefined)
}

export async function editTag(tag: Tag, change: { name?: string; color?: string | null }): Promise<void> {
  const before = { name: tag.name, color: tag.color }
  const now = await patch<'PATCH /v1/tags/{name}'>(`/v1/tags/${encodeURIComponent(tag.name)}`, change)
  refreshTags()
  refreshListings()
  toast(t().tagChanged, { action: { text: t().undo, run: () => void undoTag(now, before) } })
}

async function undoTag(now: Tag, before: { name: string; color: string | null }): Promise<void> {
  try {
    await patch<'PATCH /v1/tags/{name}'>(`/v1/tags/${encodeURIComponent(now.name)}`, before)
  } catch (error) {
    showError(error)
  }
  refreshTags()
  refreshListings()
}

/** More files than these are not noted one by one, and their tag cannot be given back. */
const MOST_TO_UNDO = 2000
const PAGE = 500

export async function deleteTag(tag: Tag): Promise<void> {
  const worn = tag.count <= MOST_TO_UNDO ? await wearersOf(tag.name) : undefined
  await remove<'DELETE /v1/tags/{name}'>(`/v1/tags/${encodeURIComponent(tag.name)}`)
  refreshTags()
  refreshListings()
  toast(t().tagDeleted(tag.name), worn && { action: { text: t().undo, run: () => void giveBackTag(tag, worn) } })
}

/** The files with this tag of one's own; the filter finds those with a keyword of that name too. */
async function wearersOf(name: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { items, next_cursor } = await get<'GET /v1/objects'>(
      `/v1/objects${query({ tag: name, limit: PAGE, cursor })}`,
    )
    for (const { id, tags } of items) if (tags.some(own => own.toLowerCase() === name.toLowerCase())) ids.push(id)
    if (!next_cursor) return ids
    cursor = next_cursor
  }
}

async function giveBackTag({ name, color }: Tag, ids: string[]): Promise<void> {
  try {
    const isWhole = await perform(
      ids,
      () => bulk('tag', ids, { tags: [name] }),
      () => {},
    )
    if (isWhole && color) await patch<'PATCH /v1/tags/{name}'>(`/v1/tags/${encodeURIComponent(name)}`, { color })
  } catch (error) {
    showError(error)
  }
  refreshTags()
  refreshListings()
}

export type SearchContent = Pick<SavedSearch, 'name' | 'filters'> & { query?: string; watch?: boolean }

export async function saveSearch(search: SearchContent): Promise<SavedSearch> {
  const made = await post('/v1/saved-searches', search)
  refreshSearches()
  toast(t().searchSaved(made.name), {
    action: {
      text: t().undo,
      run: () => void remove(`/v1/saved-searches/${made.id}`).then(refreshSearches, showError),
    },
  })
  return made
}

export async function changeSearch(search: SavedSearch, change: Partial<SearchContent>): Promise<void> {
  await patch(`/v1/saved-searches/${search.id}`, change)
  refreshSearches()
  const { name, watch } = search
  toast(change.watch === undefined ? t().searchChanged : change.watch ? t().watching(name) : t().notWatching(name), {
    action: {
      text: t().undo,
      run: () => void patch(`/v1/saved-searches/${search.id}`, { name, watch }).then(refreshSearches, showError),
    },
  })
}

export async function forgetSearch(search: SavedSearch): Promise<void> {
  client.setQueryData<SavedSearch[]>(['searches'], now => now?.filter(each => each.id !== search.id))
  try {
    await remove(`/v1/saved-searches/${search.id}`)
    const { name, query, filters, watch } = search
    toast(t().searchForgotten(name), {
      action: {
        text: t().undo,
        run: () => void post('/v1/saved-searches', { name, query, filters, watch }).then(refreshSearches, showError),
      },
    })
  } catch (error) {
    showError(error)
  }
  refreshSearches()
}
