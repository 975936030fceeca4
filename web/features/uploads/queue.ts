import { DetailedError, Upload } from 'tus-js-client'
import { client } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { refreshTree } from '../../files/files.ts'
import { addressOf } from '../../lib/base.ts'
import { language } from '../../lib/i18n.ts'
import { show } from './arrived.ts'
import { folderMaker } from './folders.ts'
import { type DuplicateChoice, itemOf, items, patchItem, type UploadItem } from './items.ts'
import { isItself } from './itself.ts'
import { forget, keep } from './keep.ts'
import { watchLeaving } from './leaving.ts'
import { recognise } from './recognise.ts'
import { isHiddenFolder } from './target.ts'
import { awaitTurn, endTurn } from './turns.ts'
import { LEFT_BEHIND, metOf, WISHES, wordsOf } from './wishes.ts'
import { uploadWords } from './words.ts'

/** Sends files two at a time by tus: what was interrupted goes on where it was. */
const AT_ONCE = 2
/** Smaller files go with the request that announces them; larger ones in parts, so that a pause loses little. */
const PART = 16 * 1024 * 1024

interface Chosen {
  file: File
  /** Folders above it, of a folder that was dropped. */
  path?: string[]
  /** A picture of text: what is read there is laid over it once it has come. */
  recognise?: boolean
  /** It is for the hidden zone, also when that has been locked since. */
  secret?: boolean
}

const files = new Map<string, File>()
const running = new Map<string, Upload>()
export const owner = (): string => session.get()?.user?.id ?? ''

export function enqueue(all: Chosen[], folderId?: string): void {
  const chosen = all.filter(({ file }) => !LEFT_BEHIND.test(file.name))
  const plain = chosen.filter(({ path }) => !path?.length)
  add(plain, folderId)
  const nested = chosen.filter(({ path }) => path?.length)
  if (nested.length > 0) void addNested(nested, folderId)
}

function itemFor({ file, recognise, secret }: Chosen, folderId: string | undefined, place: number): UploadItem {
  const id = crypto.randomUUID()
  files.set(id, file)
  const at = Date.now() + place / 100_000
  const { name, size } = file
  return { id, owner: owner(), at, name, size, sent: 0, state: 'waiting', folderId, secret, recognise }
}

function add(added: Chosen[], folderId?: string): void {
  if (added.length === 0) return
  const isHidden = isHiddenFolder(folderId)
  const made = added.map((each, place) => itemFor({ ...each, secret: each.secret || isHidden }, folderId, place))
  items.set(now => [...now.filter(item => item.state !== 'done' && item.state !== 'skipped'), ...made])
  for (const item of made) {
    void awaitTurn(item.id)
    void keep(item, files.get(item.id)).then(isKept => isKept && patchItem(item.id, { isKept }))
  }
  watchLeaving()
  pump()
}

async function addNested(nested: Chosen[], under?: string): Promise<void> {
  const whose = owner()
  // A folder that is made now is not known as hidden yet.
  const isHidden = isHiddenFolder(under)
  const folderAt = folderMaker(under)
  for (const { path, ...chosen } of nested) {
    if (owner() !== whose) return
    const each = { ...chosen, secret: chosen.secret || isHidden }
    try {
      const folder = await folderAt(path!)
      if (owner() === whose) add([{ ...each, secret: each.secret || folder.is_hidden }], folder.id)
    } catch (error) {
      if (owner() !== whose) return
      const failed: UploadItem = { ...itemFor(each, under, 0), state: 'failed', error: (error as Error).message }
      items.set(now => [...now, failed])
    }
  }
  refreshTree()
}

let resumeAt = 0
let gentleUntil = 0
let later: ReturnType<typeof setTimeout> | undefined
/** Once the service has asked for patience, the queue leaves room for whoever looks at the page meanwhile. */
const GENTLE_MS = 400

function pump(): void {
  const wait = resumeAt - Date.now()
  if (wait > 0) {
    clearTimeout(later)
    later = setTimeout(pump, wait)
    return
  }
  for (const item of items.get()) {
    if (running.size >= AT_ONCE || resumeAt > Date.now()) return
    if (Date.now() < gentleUntil) resumeAt = Date.now() + GENTLE_MS
    if (item.state === 'waiting' && item.owner === owner() && !running.has(item.id)) send(item)
  }
}

function send(item: UploadItem): void {
  const file = files.get(item.id)
  if (!file) {
    patchItem(item.id, { state: 'lost' })
    return
  }
  let objectId = ''
  const upload = new Upload(file, {
    endpoint: addressOf('/v1/uploads'),
    uploadUrl: item.url ?? null,
    chunkSize: PART,
    uploadDataDuringCreation: file.size <= PART,
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: false,
    retryDelays: [500, 1500, 4000, 8000],
    headers: { 'accept-language': language(), 'x-sender-id': item.owner },
    metadata: {
      filename: file.name,
      filetype: file.type,
      ...(item.folderId ? { collection_id: item.folderId } : {}),
      ...WISHES[item.answer ?? 'ask'],
    },
    onShouldRetry: error => {
      const status = error.originalResponse?.getStatus() ?? 0
      if (status === 409 && metOf(error.originalResponse?.getBody())) return false
      patchItem(item.id, { isAgain: true })
      return status === 0 || status === 409 || status === 423 || status >= 500
    },
    onUploadUrlAvailable: () => {
      patchItem(item.id, { url: upload.url ?? undefined })
      keepAgain(item.id)
    },
    onAfterResponse: (_request, response) => {
      objectId = response.getHeader('x-object-id') ?? objectId
    },
    onProgress: sent => patchItem(item.id, { sent, breaks: 0 }),
    onError: error => void failed(item.id, error),
    onSuccess: () => void succeeded(item.id, objectId),
  })
  running.set(item.id, upload)
  patchItem(item.id, { state: 'sending', error: undefined })
  upload.start()
}

async function succeeded(id: string, objectId: string): Promise<void> {
  running.delete(id)
  files.delete(id)
  if (!itemOf(id)) return
  patchItem(id, { state: 'done', sent: itemOf(id)?.size ?? 0 })
  void recognise(itemOf(id), objectId).then(() => forget(id))
  pump()
  void client.invalidateQueries({ queryKey: ['processing'] })
  if (running.size === 0) refreshTree()
  if (!items.get().some(item => item.state === 'waiting' || item.state === 'sending')) forAll = undefined
  if (objectId) show(objectId)
}

/** A line that is there and breaks again and again is no line that comes back. */
const MOST_BREAKS = 5
const BREAK_MS = 10_000

async function failed(id: string, error: Error | DetailedError): Promise<void> {
  running.delete(id)
  const item = itemOf(id)
  if (!item) return
  const response = error instanceof DetailedError ? error.originalResponse : undefined
  const status = response?.getStatus() ?? 0
  if (status === 429) {
    // Too many in a minute: the whole queue waits for as long as it is told.
    patchItem(id, { state: 'waiting' })
    resumeAt = Date.now() + Math.max(1, Number(response?.getHeader('retry-after') ?? 0)) * 1000
    gentleUntil = resumeAt + 120_000
    pump()
    return
  }
  const breaks = (item.breaks ?? 0) + 1
  if (error instanceof DetailedError && status === 0 && (!navigator.onLine || breaks < MOST_BREAKS)) {
    patchItem(id, { state: 'waiting', error: uploadWords.now().noConnection, breaks, isAgain: true })
    resumeAt = Date.now() + BREAK_MS
    pump()
    return
  }
  const met = status === 409 ? metOf(response?.getBody()) : undefined
  if (met) {
    pump()
    const isSame = await isItself(item, files.get(id), met.objectId).catch(() => undefined)
    // Without an answer, or while the page is closed, nobody is asked about it: it is sent once more.
    if (isSame !== undefined) return isSame ? succeeded(id, met.objectId!) : meet(id, met.why)
    patchItem(id, { state: 'waiting' })
    resumeAt = Date.now() + BREAK_MS
    return pump()
  }
  // An upload that the service has forgotten begins anew.
  if (status === 404 || status === 410) patchItem(id, { url: undefined, sent: 0 })
  patchItem(id, { state: 'failed', error: wordsOf(response?.getBody(), status) })
  keepAgain(id)
  pump()
}

/** The answer that was given for all of them, until the queue is empty. */
let forAll: DuplicateChoice | undefined

function meet(id: string, met: NonNullable<UploadItem['met']>): void {
  patchItem(id, { met, url: undefined, sent: 0, state: 'asking' })
  keepAgain(id)
  if (forAll) answer(id, forAll, false)
  pump()
}

/** Skipped files are done; the others are sent again with what was answered. */
export function answer(id: string, given: DuplicateChoice, all: boolean): void {
  if (all) forAll = given
  const asked = all ? items.get().filter(item => item.state === 'asking') : [itemOf(id)]
  for (const item of asked) {
    if (!item) continue
    if (given === 'skip') {
      files.delete(item.id)
      void forget(item.id)
      patchItem(item.id, { state: 'skipped' })
    } else {
      patchItem(item.id, { state: 'waiting', answer: given, met: undefined })
      keepAgain(item.id)
    }
  }
  pump()
}

export function pause(id: string): void {
  void running.get(id)?.abort()
  running.delete(id)
  patchItem(id, { state: 'paused' })
  keepAgain(id)
  pump()
}

export function resume(id: string): void {
  patchItem(id, { state: 'waiting', error: undefined, breaks: 0 })
  keepAgain(id)
  pump()
}

/** Stores the current state, so that another tab or a later visit can go on with the upload. */
function keepAgain(id: string): void {
  const item = itemOf(id)
  if (item) void keep(item)
}

export function cancel(id: string): void {
  const upload = running.get(id)
  running.delete(id)
  // The service is told too, so that it does not keep half a file for a day.
  void upload?.abort(Boolean(upload.url)).catch(() => {})
  files.delete(id)
  void forget(id)
  items.set(now => now.filter(item => item.id !== id))
  pump()
}

export const pauseAll = (): void => {
  for (const { id, state } of items.get()) if (state === 'waiting' || state === 'sending') pause(id)
}

export const resumeAll = (): void => {
  for (const { id, state } of items.get()) if (state === 'paused' || state === 'failed') resume(id)
}

export const cancelAll = (): void => {
  for (const { id } of items.get()) cancel(id)
}

export const clearDone = (): void =>
  items.set(now => now.filter(item => item.state !== 'done' && item.state !== 'skipped'))

/** A large file whose bytes were not kept is chosen again, and goes on where it was. */
export function give(id: string, file: File): boolean {
  const item = itemOf(id)
  if (!item || item.size !== file.size) return false
  files.set(id, file)
  resume(id)
  return true
}

/** Goes on with what a reload interrupted. */
export function adopt(id: string, file: File | undefined): void {
  if (file) files.set(id, file)
  watchLeaving()
  pump()
}

/** Nothing of one person is shown to the next, nor sent for them. What lies in the browser is dropped by whoever signs out. */
function empty(): void {
  for (const upload of running.values()) void upload.abort().catch(() => {})
  running.clear()
  files.clear()
  clearTimeout(later)
  resumeAt = 0
  gentleUntil = 0
  forAll = undefined
  for (const { id } of items.get()) endTurn(id)
  items.set([])
}

let whose = owner()
session.subscribe(() => {
  if (owner() === whose) return
  whose = owner()
  empty()
})

window.addEventListener('online', () => {
  resumeAt = 0
  pump()
})
