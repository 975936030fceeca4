import type { Item } from './items.ts'
import { endTurn } from './turns.ts'

/**
 * Unfinished uploads survive a reload: the list of them, and the bytes of those that are not too large, in IndexedDB.
 * What goes into the hidden zone is never put there.
 */

export interface Kept {
  id: string
  name: string
  size: number
  folderId?: string
  url?: string
  owner: string
  recognise?: boolean
  answer?: Item['answer']
  /** Nobody goes on with it but the page. */
  paused?: boolean
  /** Absent for large files: they are chosen again, and go on where they were. */
  file?: File
}

const NAME = 'dossier-uploads'
export const KEEP_BYTES = 256 * 1024 * 1024

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((yes, no) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('items', { keyPath: 'id' })
    request.onsuccess = () => yes(request.result)
    request.onerror = () => no(request.error)
  })
  return opened
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((yes, no) => {
    const request = work(database.transaction('items', mode).objectStore('items'))
    request.onsuccess = () => yes(request.result)
    request.onerror = () => no(request.error)
  })
}

/** A browser that keeps nothing (private windows, full disks) still uploads; it only forgets on reload. */
const ifPossible = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    () => {},
  )

export const keep = (item: Item, owner: string, file?: File): Promise<void> =>
  item.secret
    ? Promise.resolve()
    : ifPossible(
        within('readwrite', store =>
          store.put({
            id: item.id,
            name: item.name,
            size: item.size,
            folderId: item.folderId,
            url: item.url,
            owner,
            recognise: item.recognise,
            answer: item.answer,
            paused: item.state === 'paused',
            ...(file && file.size <= KEEP_BYTES ? { file } : {}),
          } satisfies Kept),
        ),
      )

export const forget = (id: string): Promise<void> =>
  ifPossible(within('readwrite', store => store.delete(id))).then(() => endTurn(id))

export const recallOne = (id: string): Promise<Kept | undefined> =>
  within<Kept | undefined>('readonly', store => store.get(id)).catch(() => undefined)

export const recall = (): Promise<Kept[]> => within<Kept[]>('readonly', store => store.getAll()).catch(() => [])
