import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { passing } from '../db/copy-out.ts'
import { BlobMissing, type BlobStore } from '../ports/blobs.ts'
import { atOnce } from './at-once.ts'
import { blobPath, hashOfFile, type Needed, neededBy, type Snapshot } from './folder.ts'

export interface BackedUpBlob {
  /** Different ones that the snapshot needs, with all their bytes. */
  files: number
  bytes: number
  /** New in the backup folder, and how many of their bytes had to be copied. */
  added: number
  linked: number
  copiedBytes: number
  /** Missing or changed in the store itself: named, and not in the backup. */
  damaged: string[]
}

interface Keeping {
  blobs: BlobStore
  draft: Snapshot
  copy: boolean
  /** What has been in the folder since then is taken as it is. */
  trusted: number
  /** Folders that are there. */
  made: Set<string>
  say(line: string): void
}

const FILES_AT_ONCE = 8
/** In one piece and synchronously: a backup is a process of its own, and to wait for each call would take longer than to copy. */
const SMALL_BYTES = 1024 * 1024

/** What is wrong with the bytes themselves. */
export class Damaged extends Error {}

/** A store that cannot be reached, or a full disk, says nothing about the bytes: that is thrown, and ends the backup. */
export function damageIn(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof Damaged || error instanceof BlobMissing || code === 'ENOENT' || code === 'EIO') return message
  throw error
}

/** Brings what the backup folder does not have yet. */
export async function keepBlobs(given: Omit<Keeping, 'made'>): Promise<BackedUpBlob> {
  const keeping: Keeping = { ...given, made: new Set() }
  const kept: BackedUpBlob = { files: 0, bytes: 0, added: 0, linked: 0, copiedBytes: 0, damaged: [] }
  await atOnce(FILES_AT_ONCE, distinct(neededBy(keeping.draft)), async blob => {
    const path = blobPath(keeping.draft.home, blob.hash)
    if (!(await isThere(path, blob, keeping.trusted))) {
      const how = await bring(keeping, blob, path).catch(damageIn)
      if (how !== 'linked' && how !== 'copied') {
        kept.damaged.push(blob.key)
        return keeping.say(`damaged in the store: ${blob.key}: ${how}`)
      }
      kept.added++
      if (how === 'linked') kept.linked++
      else kept.copiedBytes += blob.size
    }
    kept.files++
    kept.bytes += blob.size
  })
  return kept
}

/** Equal bytes of several owners are kept once; the list is in the order of hashes. */
export async function* distinct(all: AsyncIterable<Needed>): AsyncGenerator<Needed> {
  let last = ''
  for await (const blob of all) {
    if (blob.hash !== last) yield blob
    last = blob.hash
  }
}

async function isThere(path: string, { hash, size }: Needed, trusted: number): Promise<boolean> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.size !== size) return false
  return found.ctimeMs < trusted || (await hashOfFile(path)) === hash
}

async function bring(keeping: Keeping, blob: Needed, path: string): Promise<'linked' | 'copied'> {
  await makeFolder(keeping, dirname(path))
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    const linked = await linkTo(keeping, blob, draft)
    if (!linked) await copyTo(keeping.blobs, blob, draft)
    renameSync(draft, path)
    return linked ? 'linked' : 'copied'
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Each of the 256 folders once. */
async function makeFolder({ made }: Keeping, folder: string): Promise<void> {
  if (made.has(folder)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  made.add(folder)
}

/** Files never change in place, so a second name for one is as good as a copy against everything but its disk. */
async function linkTo({ blobs, copy }: Keeping, { key, size }: Needed, draft: string): Promise<boolean> {
  if (copy || blobs.place !== 'disk') return false
  return blobs.withFile(key, async path => {
    const found = await stat(path)
    if (found.size !== size) throw new Damaged(`it has ${found.size} of ${size} bytes`)
    return link(path, draft).then(
      () => true,
      () => false,
    )
  })
}

async function copyTo(blobs: BlobStore, blob: Needed, draft: string): Promise<void> {
  const small = blobs.place === 'disk' && blob.size <= SMALL_BYTES
  return small ? copyWhole(blobs, blob, draft) : copyStream(await blobs.get(blob.key), blob, draft)
}

async function copyWhole(blobs: BlobStore, { key, hash, size }: Needed, draft: string): Promise<void> {
  await blobs.withFile(key, async path => {
    const { size: found } = statSync(path)
    if (found !== size) throw new Damaged(`it has ${found} of ${size} bytes`)
    const bytes = readFileSync(path)
    if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Damaged('its bytes have changed')
    writeFileSync(draft, bytes, { mode: 0o600 })
  })
}

async function copyStream(source: Readable, { hash, size }: Needed, draft: string): Promise<void> {
  const seen = createHash('sha256')
  let length = 0
  const watching = passing(chunk => {
    seen.update(chunk)
    length += chunk.length
  })
  await pipeline(source, watching, createWriteStream(draft, { mode: 0o600 }))
  if (length !== size) throw new Damaged(`it has ${length} of ${size} bytes`)
  if (seen.digest('hex') !== hash) throw new Damaged('its bytes have changed')
}

export const readBlob = (home: string, hash: string): Readable => createReadStream(blobPath(home, hash))
