import { createHash, randomUUID } from 'node:crypto'
import { fstatSync, rename } from 'node:fs'
import { mkdir, open, opendir, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type BlobListing, BlobMissing, type BlobStore, type StoredBlob } from '../../ports/blobs.ts'
import { type Batch, batches, type WrittenBlob, writeStream, writeWhole } from './disk-writer.ts'
import { type DurableFolders, durableFolders } from './durable-folders.ts'

const OWNER = /^[0-9a-f-]{36}$/
const FAN_OUT = /^[0-9a-f]{2}$/
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-z.]+$/
const READ_BYTES = 128 * 1024
const renamePath = promisify(rename)

interface Disk {
  root: string
  tmp: string
  folders: DurableFolders
}

/** Files in a folder: `<owner>/<first two hex digits of the sha256>/<sha256>.<random>`. */
export async function diskBlobStore(folder: string): Promise<BlobStore> {
  const disk: Disk = { root: folder, tmp: join(folder, 'tmp'), folders: durableFolders(folder) }
  await mkdir(disk.tmp, { recursive: true })
  await disk.folders.sync(folder)
  return {
    place: 'disk',
    put: (owner, bytes) => put(disk, owner, bytes),
    get: (key, range, size) => get(disk, key, range, size),
    size: async key => (KEY.test(key) ? sizeOf(join(folder, key)) : undefined),
    remove: async key => {
      if (KEY.test(key)) await unlink(join(folder, key)).catch(ignoreMissing)
    },
    list: () => list(disk),
    withFile: async (key, use) => {
      if (!KEY.test(key) || (await sizeOf(join(folder, key))) === undefined) throw new BlobMissing(key)
      return use(join(folder, key))
    },
    sweep: olderThan => sweep(disk, olderThan),
    check: () => check(disk),
  }
}

async function put(disk: Disk, owner: string, bytes: Readable | Buffer): Promise<StoredBlob> {
  if (!OWNER.test(owner)) throw new TypeError(`not an owner: ${owner}`)
  if (Buffer.isBuffer(bytes)) return putWhole(disk, owner, { chunks: [bytes], size: bytes.length })
  const source = batches(bytes)
  const first = await source.next()
  if (first.done) return putWhole(disk, owner, { chunks: [], size: 0 })
  const second = await source.next()
  return second.done
    ? putWhole(disk, owner, first.value)
    : putStream(disk, owner, chain([first.value, second.value], source))
}

async function* chain(first: Batch[], rest: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield* first
  yield* rest
}

/** The bytes are at hand, so their name is known before they are written and its folder can be made meanwhile. */
async function putWhole(disk: Disk, owner: string, batch: Batch): Promise<StoredBlob> {
  const hash = createHash('sha256')
  for (const chunk of batch.chunks) hash.update(chunk)
  const written: WrittenBlob = { size: batch.size, sha256: hash.digest('hex') }
  const id = randomUUID()
  const temporary = join(disk.tmp, id)
  const folder = folderOf(disk, owner, written)
  const [file, made] = await Promise.allSettled([writeWhole(temporary, batch), disk.folders.ensure(folder)])
  if (file.status === 'rejected') throw file.reason
  if (made.status === 'rejected') {
    await unlink(temporary).catch(() => {})
    throw made.reason
  }
  return publish(disk, owner, temporary, { ...written, id })
}

async function putStream(disk: Disk, owner: string, source: AsyncIterable<Batch>): Promise<StoredBlob> {
  const id = randomUUID()
  const temporary = join(disk.tmp, id)
  const written = await writeStream(temporary, source)
  return publish(disk, owner, temporary, { ...written, id })
}

/** Gives a finished file its name; a failure leaves neither the file nor the name. */
async function publish(disk: Disk, owner: string, temporary: string, file: WrittenBlob & { id: string }) {
  const name = `${file.sha256}.${file.id.slice(24)}`
  const folder = folderOf(disk, owner, file)
  const path = join(folder, name)
  try {
    await moveInto(disk, temporary, folder, path)
    await disk.folders.sync(folder)
  } catch (error) {
    await Promise.allSettled([unlink(temporary), unlink(path)])
    throw error
  }
  return { key: `${owner}/${file.sha256.slice(0, 2)}/${name}`, size: file.size, sha256: file.sha256 }
}

async function moveInto(disk: Disk, temporary: string, folder: string, path: string): Promise<void> {
  await disk.folders.ensure(folder)
  try {
    await renamePath(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    // Somebody tidied up an empty folder by hand.
    disk.folders.forget(folder)
    await disk.folders.ensure(folder)
    await renamePath(temporary, path)
  }
}

function folderOf(disk: Disk, owner: string, { sha256 }: WrittenBlob): string {
  return join(disk.root, owner, sha256.slice(0, 2))
}

async function get(disk: Disk, key: string, range?: { start: number; end: number }, size?: number): Promise<Readable> {
  if (!KEY.test(key)) throw new BlobMissing(key)
  const file = await open(join(disk.root, key)).catch(error => {
    throw codeOf(error) === 'ENOENT' ? new BlobMissing(key) : error
  })
  const found = size === undefined ? size : fstatSync(file.fd).size
  if (found !== size) {
    await file.close()
    throw new BlobMissing(key, `${key} has ${found} of ${size} bytes`)
  }
  return file.createReadStream({ ...range, highWaterMark: READ_BYTES })
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(ignoreMissing))?.size
}

async function* list({ root }: Disk): AsyncGenerator<BlobListing> {
  for await (const owner of names(root, OWNER)) {
    for await (const fanOut of names(join(root, owner), FAN_OUT)) {
      for await (const name of names(join(root, owner, fanOut), /./)) {
        const key = `${owner}/${fanOut}/${name}`
        const found = KEY.test(key) ? await stat(join(root, key)).catch(ignoreMissing) : undefined
        if (found?.isFile()) yield { key, size: found.size, modified: found.mtime }
      }
    }
  }
}

/** Names in a folder, read a few at a time; a folder that has just gone has none. */
async function* names(folder: string, pattern: RegExp): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) if (pattern.test(entry.name)) yield entry.name
}

async function sweep({ tmp }: Disk, olderThan: Date): Promise<number> {
  let removed = 0
  for await (const name of names(tmp, /./)) {
    const path = join(tmp, name)
    const found = await stat(path).catch(ignoreMissing)
    if (!found || found.mtime >= olderThan) continue
    await unlink(path).catch(ignoreMissing)
    removed++
  }
  return removed
}

async function check({ tmp }: Disk): Promise<void> {
  const probe = join(tmp, `probe-${randomUUID()}`)
  try {
    await writeFile(probe, 'probe', { flush: true })
  } finally {
    await unlink(probe).catch(() => {})
  }
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
