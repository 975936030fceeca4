import type { FileObject } from '../../api/shapes.ts'
import { zone } from '../../files/zone.ts'
import { addressOf, pathOf } from '../../lib/base.ts'
import { kept as setting, store } from '../../lib/store.ts'
import { isOf } from './whose.ts'

/**
 * What was opened, kept in this browser for reading without the service. Three rules keep the hidden zone out of it:
 * nothing is put here unless the zone is locked, so that the service itself tells nothing hidden; whatever is changed,
 * moved or hidden goes out; and what was changed elsewhere goes out at the next look. Signing out empties it.
 */

export const CACHE = 'dossier-reading'
const INDEX = addressOf('/reading')
/** The folders, see tree.ts. */
export const TREE = addressOf('/reading/tree')
const MOST_FILES = 40
const MOST_BYTES = 25 * 1024 * 1024

export interface KeptFile {
  id: string
  owner: string
  file: FileObject
  opened: number
}

/** Switched off by whoever shares the computer. */
export const keepsReading = setting('offline-reading', true)
export const keptFiles = store<KeptFile[]>([])

export const able = 'caches' in window
const base = (id: string) => addressOf(`/v1/objects/${id}`)
export const mayKeep = () => able && keepsReading.get() && zone.get() === 'locked'

/** One after the other: each reads the list, changes it and writes it. */
let line: Promise<unknown> = Promise.resolve()
export function inLine<T>(work: () => Promise<T>): Promise<T | undefined> {
  const next = line.then(work).catch(() => undefined)
  line = next
  return next
}

async function readIndex(cache: Cache): Promise<KeptFile[]> {
  return ((await (await cache.match(INDEX))?.json()) as KeptFile[] | undefined) ?? []
}

async function writeIndex(cache: Cache, files: KeptFile[]): Promise<void> {
  await cache.put(INDEX, new Response(JSON.stringify(files), { headers: { 'content-type': 'application/json' } }))
  keptFiles.set(files)
}

async function drop(cache: Cache, id: string): Promise<void> {
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(base(id))) await cache.delete(request)
}

/** What the viewer asks for when it shows such a file. A film or a recording is too large: its words are kept. */
function partsOf({ kind, text_view, size }: FileObject): string[] {
  const text = text_view ? ['/text'] : []
  if (kind === 'pdf') return ['/content?disposition=inline', ...text]
  if (kind === 'spreadsheet') return ['/cells', ...text]
  if (kind === 'document' || kind === 'presentation') return ['/preview.pdf', ...text]
  if (kind === 'image') return ['/content?disposition=inline', '/preview?size=1024', ...text]
  if (kind === 'text' && size <= 2 * 1024 * 1024) return ['/content?disposition=inline', ...text]
  return text
}

/** Called for a file that is being looked at. */
export const keepFile = (file: FileObject, owner: string): Promise<unknown> =>
  inLine(async () => {
    if (!mayKeep() || !isOf(owner) || file.is_hidden || file.status === 'pending') return
    const cache = await caches.open(CACHE)
    await keepScripts()
    for (const part of ['', ...partsOf(file)]) {
      const response = await fetch(base(file.id) + part)
      const size = Number(response.headers.get('content-length') ?? 0)
      // The zone may have been opened meanwhile, or somebody else has signed in: then nothing more may come here.
      if (!mayKeep() || !isOf(owner)) return drop(cache, file.id)
      if (response.ok && size <= MOST_BYTES) await cache.put(base(file.id) + part, response)
    }
    const others = (await readIndex(cache)).filter(each => each.id !== file.id && each.owner === owner)
    const next = [{ id: file.id, owner, file, opened: Date.now() }, ...others]
    for (const { id } of next.slice(MOST_FILES)) await drop(cache, id)
    await writeIndex(cache, next.slice(0, MOST_FILES))
  })

/** The scripts that showed it may have come before the worker that keeps them. */
async function keepScripts(): Promise<void> {
  const shell = await caches.open('dossier-shell')
  for (const { name } of performance.getEntriesByType('resource'))
    if (pathOf(name).startsWith('/assets/') && !(await shell.match(name))) await shell.add(name)
}

export const forgetFiles = (ids: string[]): Promise<unknown> =>
  inLine(async () => {
    if (!able || !(await caches.has(CACHE))) return
    const cache = await caches.open(CACHE)
    for (const id of ids) await drop(cache, id)
    await writeIndex(
      cache,
      (await readIndex(cache)).filter(each => !ids.includes(each.id)),
    )
  })

export const forgetAll = (): Promise<unknown> =>
  inLine(async () => {
    if (able) await caches.delete(CACHE)
    keptFiles.set([])
  })

/** Asks for each whether its owner still sees it, with the zone locked. What cannot be asked is left as it is. */
export const lookAgain = (owner: string): Promise<unknown> =>
  inLine(async () => {
    if (!able || !(await caches.has(CACHE))) return
    const cache = await caches.open(CACHE)
    const files = await readIndex(cache)
    const tree = (await (await cache.match(TREE))?.json()) as { owner: string } | undefined
    if (zone.get() !== 'locked' || [...files, ...(tree ? [tree] : [])].some(each => each.owner !== owner)) {
      await caches.delete(CACHE)
      keptFiles.set([])
      return
    }
    const gone: string[] = []
    for (const { id } of files) {
      const { status } = await fetch(base(id), { headers: { 'cache-control': 'no-cache' } })
      if (status === 404 || status === 401) gone.push(id)
    }
    for (const id of gone) await drop(cache, id)
    await writeIndex(
      cache,
      files.filter(each => !gone.includes(each.id)),
    )
  })

/** Without the service: what is there. */
export const recallFiles = (): Promise<KeptFile[] | undefined> =>
  inLine(async () => {
    if (!able || !(await caches.has(CACHE))) return []
    const files = (await readIndex(await caches.open(CACHE))).filter(({ owner }) => isOf(owner))
    keptFiles.set(files)
    return files
  })
