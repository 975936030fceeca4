import { ApiError, patch, post, remove, request } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { BulkOutcome } from '../api/shapes.ts'
import { addressOf } from '../lib/base.ts'
import { messageOf } from '../ui/states.tsx'
import { lasting, toast } from '../ui/toast.tsx'
import { uiWords } from '../ui/words.ts'
import { forgetFar } from './chosen.ts'
import { followClearing } from './clearing.ts'
import {
  adoptFile,
  dropFiles,
  type ListedPages,
  type Picked,
  patchFiles,
  refreshListings,
  refreshPlaces,
  refreshTree,
  rereadListings,
} from './files.ts'
import { gone } from './gone.ts'
import { mayMove } from './open-to.ts'
import { selection } from './selection.ts'
import { libraryWords } from './words.ts'

/** What can be done to files: the page changes at once, the service follows, and what can be undone offers it. */

type Action =
  | 'move'
  | 'trash'
  | 'restore'
  | 'permanent'
  | 'hide'
  | 'unhide'
  | 'reprocess'
  | 'favorite'
  | 'unfavorite'
  | 'tag'
  | 'untag'

const t = () => libraryWords.now()
const BATCH = 500
/** As the service has it. */
const MOST_IN_ZIP = 10_000

/** What became of many files: `error` where it broke off, or was stopped, before all of them had their turn. */
interface Outcome extends BulkOutcome {
  error?: unknown
  isStopped?: boolean
}

interface BulkGiven {
  collection_id?: string | null
  /** Of a move: where each of the files goes. */
  places?: ReadonlyMap<string, string | null>
  tags?: string[]
}

/** The service takes five hundred at a time; more than that is shown on its way, and can be stopped. */
export async function bulk(action: Action, ids: string[], { places, ...given }: BulkGiven = {}): Promise<Outcome> {
  const all: Outcome = { done: [], failed: [] }
  const stop = () => {
    all.isStopped = true
  }
  const note = ids.length > BATCH ? lasting(t().working(0, ids.length), { text: t().stop, run: stop }) : undefined
  try {
    for (let from = 0; from < ids.length && !all.isStopped; from += BATCH) {
      note?.update(t().working(from, ids.length), from / ids.length)
      const object_ids = ids.slice(from, from + BATCH)
      const collection_ids = places && object_ids.map(id => places.get(id) ?? null)
      const { done, failed } = await whenLetIn(() =>
        post('/v1/objects/bulk', { object_ids, action, collection_ids, ...given }),
      )
      all.done.push(...done)
      all.failed.push(...failed)
    }
  } catch (error) {
    // What was done before can be undone.
    if (all.done.length === 0) throw error
    all.error = error
  } finally {
    note?.drop()
  }
  return all
}

/** Too many requests in a minute: it waits for as long as it is told. */
export async function whenLetIn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await new Promise(done => setTimeout(done, Math.max(1, error.retryAfter) * 1000))
    }
}

export function showError(error: unknown, again?: () => void): void {
  toast(messageOf(error), { wrong: true, action: again && { text: uiWords.now().retry, run: again } })
}

/** Shows the outcome; whatever the page guessed wrong is asked for anew. Whether all of it was done. */
export async function perform(
  ids: string[],
  work: () => Promise<Outcome>,
  said: (count: number, done: string[]) => void,
): Promise<boolean> {
  let isWhole = false
  try {
    const { done, failed, error, isStopped } = await work()
    if (done.length > 0) said(done.length, done)
    if (failed.length > 0) toast(t().someFailed(failed.length), { wrong: true })
    if (error) showError(error)
    isWhole = failed.length === 0 && !error && !isStopped
    if (isWhole && ids.length > BATCH) refreshListings()
  } catch (error) {
    showError(error)
  }
  if (!isWhole) {
    forgetFar()
    rereadListings()
  }
  refreshPlaces()
  refreshTree()
  const changed = new Set<unknown>(ids)
  void client.invalidateQueries({ predicate: ({ queryKey: [kind, id] }) => kind === 'file' && changed.has(id) })
  return isWhole
}

export async function trashFiles(ids: string[]): Promise<void> {
  dropFiles(ids, place => place.kind !== 'trash')
  gone.set([...ids])
  selection.clear()
  await perform(
    ids,
    () => bulk('trash', ids),
    (count, done) => toast(t().trashed(count), { action: { text: t().undo, run: () => void restoreFiles(done) } }),
  )
  refreshListings(key => key.place.kind === 'trash')
}

export async function restoreFiles(ids: string[]): Promise<void> {
  dropFiles(ids, place => place.kind === 'trash')
  selection.clear()
  await perform(
    ids,
    () => bulk('restore', ids),
    (count, done) => toast(t().restored(count), { action: { text: t().undo, run: () => void trashFiles(done) } }),
  )
  refreshListings(key => key.place.kind !== 'trash')
}

export async function moveFiles(
  files: Pick<ListedPages, 'id' | 'collection_id'>[],
  to: { id: string; name: string } | null,
): Promise<void> {
  const moving = files.filter(file => file.collection_id !== (to?.id ?? null))
  const ids = moving.map(file => file.id)
  if (ids.length === 0) return
  const from = moving.map(file => file.collection_id)
  if (!(await mayMove(from, to?.id ?? null))) return
  dropFiles(ids, place => place.kind === 'folder' && place.id !== to?.id)
  patchFiles(ids, { collection_id: to?.id ?? null })
  selection.clear()
  const undo = async (done: string[]) => {
    const places = new Map(moving.map(file => [file.id, file.collection_id]))
    await perform(
      done,
      () => bulk('move', done, { places }),
      () => {},
    )
    refreshListings()
    refreshTree()
  }
  await perform(
    ids,
    () => bulk('move', ids, { collection_id: to?.id ?? null }),
    (count, done) =>
      toast(to ? t().moved(count, to.name) : t().movedOut(count), {
        action: { text: t().undo, run: () => void undo(done) },
      }),
  )
  refreshListings(
    key =>
      key.folder !== undefined ||
      key.place.kind === 'theme' ||
      (key.place.kind === 'folder' && key.place.id === to?.id),
  )
}

/** Those that are not so yet; undone, the others stay as they were. */
export async function hideFiles(
  files: Pick<Picked, 'id' | 'is_hidden'>[],
  hide: boolean,
  unlocked: boolean,
): Promise<void> {
  const ids = files.filter(file => file.is_hidden !== hide).map(file => file.id)
  if (ids.length === 0) return
  const undo = (done: string[]) =>
    hideFiles(
      done.map(id => ({ id, is_hidden: hide })),
      !hide,
      unlocked,
    )
  if (hide && !unlocked) {
    dropFiles(ids, () => true)
    gone.set(ids)
  } else patchFiles(ids, { is_hidden: hide })
  if (!hide) dropFiles(ids, place => place.kind === 'hidden')
  selection.clear()
  await perform(
    ids,
    () => bulk(hide ? 'hide' : 'unhide', ids),
    (count, done) =>
      toast(hide ? t().hidden(count) : t().unhidden(count), {
        // What is hidden can be shown again only by whoever sees it.
        action: hide && !unlocked ? undefined : { text: t().undo, run: () => void undo(done) },
      }),
  )
}

export async function renameFile(file: Pick<ListedPages, 'id' | 'filename'>, filename: string): Promise<void> {
  const before = file.filename
  if (filename === before) return
  patchFiles([file.id], { filename, display_name: filename })
  try {
    adoptFile(await patch(`/v1/objects/${file.id}`, { filename }))
  } catch (error) {
    patchFiles([file.id], { filename: before, display_name: before })
    throw error
  }
  toast(t().renamed(filename), {
    action: { text: t().undo, run: () => void renameFile({ id: file.id, filename }, before).catch(showError) },
  })
}

export async function lockName(id: string): Promise<void> {
  try {
    adoptFile(await post(`/v1/objects/${id}/lock-name`))
    const unlock = () => patch(`/v1/objects/${id}`, { name_locked: false }).then(adoptFile, showError)
    toast(t().nameKept, { action: { text: t().undo, run: () => void unlock() } })
  } catch (error) {
    showError(error)
  }
}

export async function rereadFiles(ids: string[]): Promise<void> {
  await perform(
    ids,
    () => bulk('reprocess', ids),
    count => toast(t().rereading(count)),
  )
  refreshListings()
}

/** One file by a plain link; several as a zip that the service makes while it is sent. */
export async function download(files: Pick<ListedPages, 'id' | 'filename'>[]): Promise<void> {
  const [only] = files
  if (files.length > MOST_IN_ZIP) return toast(t().tooManyForZip(MOST_IN_ZIP), { wrong: true })
  if (files.length === 1 && only) return follow(`/v1/objects/${only.id}/content`, only.filename)
  try {
    const response = await request('POST', '/v1/objects/archive', { body: { object_ids: files.map(file => file.id) } })
    const address = URL.createObjectURL(await response.blob())
    follow(address, 'dossier.zip')
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    showError(error)
  }
}

export function follow(address: string, filename: string): void {
  const link = document.createElement('a')
  link.href = addressOf(address)
  link.download = filename
  link.click()
}

export async function removeForGood(ids: string[]): Promise<void> {
  dropFiles(ids, place => place.kind === 'trash')
  selection.clear()
  await perform(
    ids,
    () => bulk('permanent', ids),
    () => {},
  )
}

export async function emptyTrash(): Promise<void> {
  const { task_id } = await remove<'DELETE /v1/trash'>('/v1/trash')
  void followClearing(task_id, 'trash').catch(showError)
  refreshListings(key => key.place.kind === 'trash')
}
