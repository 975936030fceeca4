import type { UploadItem } from './items.ts'
import { forgetRecordings } from './recordings-database.ts'
import { endTurn } from './turns.ts'

/**
 * Unfinished uploads survive a reload: the list of them, and beside it the bytes of those that are not too large, in
 * IndexedDB. What goes into the hidden zone is never put there, and nothing stays there once its owner has signed out.
 */

export interface StoredUpload
  extends Pick<UploadItem, 'id' | 'name' | 'size' | 'folderId' | 'url' | 'recognise' | 'answer' | 'met'> {
  owner: string
  /** When it was chosen; one after the other. */
  at: number
  /** Nobody goes on with it but the page. */
  paused?: boolean
  /** The service said no: the page asks again and tells why. */
  refused?: boolean
}

interface Bytes {
  id: string
  /** Absent for large files: they are chosen again, and go on where they were. */
  file: File
}

const NAME = 'dossier-uploads'
/** The worker opens this one, too: sw-uploads.js. */
const VERSION = 2
const KEEP_BYTES = 256 * 1024 * 1024
/** The service has long forgotten its part by then. */
const KEEP_MS = 14 * 24 * 60 * 60 * 1000

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((yes, no) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = ({ oldVersion }) => {
      const files = request.result.createObjectStore('files', { keyPath: 'id' })
      if (oldVersion === 0) request.result.createObjectStore('items', { keyPath: 'id' })
      else partBytes(request.transaction!.objectStore('items'), files)
    }
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      yes(request.result)
    }
    request.onerror = () => no(request.error)
    // A tab of an earlier version has it open.
    request.onblocked = () => no(new Error('the list of uploads is in use'))
  }).catch(error => {
    opened = undefined
    throw error
  })
  return opened
}

/** They lay with the list before. */
function partBytes(items: IDBObjectStore, files: IDBObjectStore): void {
  const all: IDBRequest<(StoredUpload & { file?: File })[]> = items.getAll()
  all.onsuccess = () => {
    for (const { file, ...kept } of all.result) {
      items.put({ ...kept, at: Date.now() })
      if (file) files.put({ id: kept.id, file })
    }
  }
}

interface Stores {
  items: IDBObjectStore
  files: IDBObjectStore
}

/** Resolves once all of it is stored; a full disk is told only then. */
async function within<T>(mode: IDBTransactionMode, work: (stores: Stores) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((yes, no) => {
    const transaction = database.transaction(['items', 'files'], mode)
    const request = work({ items: transaction.objectStore('items'), files: transaction.objectStore('files') })
    transaction.oncomplete = () => yes(request.result)
    transaction.onabort = () => no(transaction.error)
  })
}

/** A browser that keeps nothing (private windows, full disks) still uploads; it only forgets on reload. */
const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Whether it will be there after a reload, bytes and all. The bytes are given once; what changes later is small. */
export async function keep(item: UploadItem, file?: File): Promise<boolean> {
  if (item.secret) return false
  const { id, name, size, folderId, url, recognise, answer, met, owner, at, state } = item
  const kept: StoredUpload = { id, name, size, folderId, url, recognise, answer, met, owner, at }
  kept.paused = state === 'paused'
  kept.refused = state === 'failed'
  const bytes: Bytes | undefined = file && file.size <= KEEP_BYTES ? { id, file } : undefined
  const isStored = await isDone(
    within('readwrite', ({ items, files }) => {
      if (file) {
        if (bytes) files.put(bytes)
        return items.put(kept) as IDBRequest
      }
      // Only what is still there: its owner may have signed out in another tab.
      const found = items.get(id)
      found.onsuccess = () => found.result && items.put(kept)
      return found
    }),
  )
  return isStored && bytes !== undefined
}

const removeOne = (id: string) =>
  isDone(
    within('readwrite', ({ items, files }) => {
      files.delete(id)
      return items.delete(id)
    }),
  )

export const forget = (id: string): Promise<void> => removeOne(id).then(() => endTurn(id))

/** Clears the store, so that the next user of this browser finds neither names nor bytes. */
export async function forgetUploads(): Promise<boolean> {
  await forgetRecordings()
  return isDone(
    within('readwrite', ({ items, files }) => {
      files.clear()
      return items.clear()
    }),
  )
}

export async function recallOne(id: string): Promise<(StoredUpload & { file?: File }) | undefined> {
  try {
    const kept = await within<StoredUpload | undefined>('readonly', ({ items }) => items.get(id))
    const bytes = await within<Bytes | undefined>('readonly', ({ files }) => files.get(id))
    return kept && { ...kept, file: bytes?.file }
  } catch {
    return undefined
  }
}

/** In the order they were chosen in, without their bytes. What nobody has come back for is dropped. */
export async function recall(): Promise<StoredUpload[]> {
  const all = await within<StoredUpload[]>('readonly', ({ items }) => items.getAll()).catch(() => [])
  const since = Date.now() - KEEP_MS
  for (const { id, at } of all) if (at < since) void removeOne(id)
  return all.filter(({ at }) => at >= since).sort((one, other) => one.at - other.at)
}
