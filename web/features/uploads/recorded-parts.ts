import { RECORDINGS } from './recordings-database.ts'

/**
 * A recording that is being made, part by part, so that a tab that closes takes nothing along. Of the hidden zone nothing is put
 * here, and nothing stays once its owner has signed out or the recording is on its way.
 */

export interface BegunRecording {
  id: string
  owner: string
  mime: string
  folderId: string | undefined
  /** When it was begun. */
  at: number
}

const open = (): Promise<IDBDatabase> =>
  new Promise((yes, no) => {
    const request = indexedDB.open(RECORDINGS, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('begun', { keyPath: 'id' })
      request.result.createObjectStore('parts', { keyPath: ['id', 'n'] })
    }
    request.onsuccess = () => yes(request.result)
    request.onerror = () => no(request.error)
  })

interface Stores {
  begun: IDBObjectStore
  parts: IDBObjectStore
}

/** Undefined where the browser keeps nothing, as in private windows. */
async function within<T>(mode: IDBTransactionMode, work: (stores: Stores) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await new Promise<T>((yes, no) => {
        const transaction = database.transaction(['begun', 'parts'], mode)
        const request = work({ begun: transaction.objectStore('begun'), parts: transaction.objectStore('parts') })
        transaction.oncomplete = () => yes(request.result)
        transaction.onabort = () => no(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export const keepBegun = (begun: BegunRecording) => within('readwrite', stores => stores.begun.put(begun))

export const keepPart = (id: string, n: number, data: Blob) =>
  within('readwrite', stores => stores.parts.put({ id, n, data }))

const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY])

export async function partsOf(id: string): Promise<Blob[]> {
  const found = await within<{ data: Blob }[]>('readonly', ({ parts }) => parts.getAll(all(id)))
  return (found ?? []).map(({ data }) => data)
}

export const forgetRecording = (id: string) =>
  within('readwrite', ({ begun, parts }) => {
    parts.delete(all(id))
    return begun.delete(id)
  })

export const begunBy = async (owner: string): Promise<BegunRecording[]> =>
  ((await within<BegunRecording[]>('readonly', stores => stores.begun.getAll())) ?? []).filter(
    each => each.owner === owner,
  )
