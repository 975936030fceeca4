import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { atOnce } from './at-once.ts'
import { distinct, type Kept } from './blobs.ts'
import {
  BackupProblem,
  filesIn,
  type Needed,
  neededBy,
  type Snapshot,
  SUMS,
  snapshotOf,
  snapshotsIn,
} from './folder.ts'
import type { KeepingInVault, Vault } from './vault.ts'
import { findMissing, verifySnapshot } from './verify.ts'

/**
 * Backups in a bucket, by the same names as in a folder. Bytes are there before the snapshot that needs them, and the
 * list of hashes comes last: a snapshot without it was interrupted, and is none.
 */

const AT_ONCE = 8
const blobName = (hash: string) => `blobs/${hash.slice(0, 2)}/${hash}`
const HASH = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})$/

export function bucketVault(place: string, files: BucketFiles, workplace: string): Vault {
  const known = once(() => blobsIn(files))
  const vault: Vault = {
    place,
    workplace,
    keep: async keeping => keepInBucket(files, await known(), keeping),
    store: snapshot => store(files, snapshot),
    open: name => open(place, files, workplace, name),
    read: hash => files.get(blobName(hash)),
    verify: name => verify(vault, files, name),
    prune: keep => prune(vault, files, keep),
    close: () => rm(workplace, { recursive: true, force: true }),
  }
  return vault
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function blobsIn(files: BucketFiles): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { name, size } of files.list('blobs/')) {
    const [, hash] = HASH.exec(name) ?? []
    if (hash) found.set(hash, size)
  }
  return found
}

/** Whole ones, oldest first. */
async function snapshotNames(files: BucketFiles): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of files.list('snapshots/')) {
    const [, snapshot, file] = name.split('/')
    if (snapshot && file === SUMS) found.push(snapshot)
  }
  return found.sort()
}

async function keepInBucket(
  files: BucketFiles,
  known: Map<string, number>,
  { blobs, draft, say }: KeepingInVault,
): Promise<Kept> {
  const kept: Kept = { files: 0, bytes: 0, added: 0, linked: 0, copiedBytes: 0, damaged: [] }
  await atOnce(AT_ONCE, distinct(neededBy(draft)), async blob => {
    if (known.get(blob.hash) !== blob.size) {
      const trouble = await send(files, blob, () => blobs.get(blob.key))
      if (trouble) {
        kept.damaged.push(blob.key)
        return say(`damaged in the store: ${blob.key}: ${trouble}`)
      }
      known.set(blob.hash, blob.size)
      kept.added++
      kept.copiedBytes += blob.size
    }
    kept.files++
    kept.bytes += blob.size
  })
  return kept
}

class Damaged extends Error {}

/** Answers what is wrong with the bytes; what is wrong with the bucket is thrown. */
async function send(files: BucketFiles, blob: Needed, read: () => Promise<Readable>): Promise<string | undefined> {
  try {
    const source = await read().catch(damaged)
    await files.put(blobName(blob.hash), proved(source, blob))
    return undefined
  } catch (error) {
    if (error instanceof Damaged) return error.message
    throw error
  }
}

const damaged = (error: Error): never => {
  throw new Damaged(error.message)
}

/** Passes the bytes on, and throws behind the last of them when they are not those of the hash. */
async function* proved(source: Readable, { hash, size }: Needed): AsyncGenerator<Buffer> {
  const seen = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      seen.update(chunk)
      length += chunk.length
      yield chunk
    }
  } catch (error) {
    damaged(error as Error)
  }
  if (length !== size) throw new Damaged(`it has ${length} of ${size} bytes`)
  if (seen.digest('hex') !== hash) throw new Damaged('its bytes have changed')
}

async function store(files: BucketFiles, { name, folder }: Snapshot): Promise<void> {
  const all = await filesIn(folder)
  for (const file of [...all.filter(each => each !== SUMS), SUMS])
    await files.put(`snapshots/${name}/${file}`, createReadStream(join(folder, file)) as AsyncIterable<Buffer>)
}

async function open(place: string, files: BucketFiles, workplace: string, wanted?: string): Promise<Snapshot> {
  const names = await snapshotNames(files)
  const name = wanted ?? names.at(-1)
  if (!name || !names.includes(name))
    throw new BackupProblem(wanted ? `There is no snapshot ${wanted} in ${place}.` : `There is no backup in ${place}.`)
  const snapshot = snapshotOf(workplace, name)
  await rm(snapshot.folder, { recursive: true, force: true })
  for await (const { name: object } of files.list(`snapshots/${name}/`)) {
    const path = join(snapshotsIn(workplace), ...object.split('/').slice(1).filter(isPlain))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(await files.get(object), createWriteStream(path, { mode: 0o600 }))
  }
  return snapshot
}

/** A name in a bucket may be anything. */
const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..'

async function verify(vault: Vault, files: BucketFiles, name: (damage: string) => void): Promise<number> {
  let found = 0
  const count = (damage: string) => {
    found++
    name(damage.replaceAll(vault.workplace, vault.place))
  }
  const known = await blobsIn(files)
  for (const each of await snapshotNames(files)) {
    const snapshot = await vault.open(each)
    await verifySnapshot(snapshot, count)
    await findMissing(snapshot, count, async hash => known.get(hash))
    await rm(snapshot.folder, { recursive: true, force: true })
  }
  await atOnce(AT_ONCE, each(known.keys()), async hash => {
    if ((await hashOf(files, hash)) !== hash)
      count(`damaged: ${vault.place}/${blobName(hash)}: its bytes are not those of its name`)
  })
  return found
}

async function* each<T>(all: Iterable<T>): AsyncGenerator<T> {
  yield* all
}

async function hashOf(files: BucketFiles, hash: string): Promise<string> {
  const seen = createHash('sha256')
  for await (const chunk of await files.get(blobName(hash))) seen.update(chunk as Buffer)
  return seen.digest('hex')
}

/** The list of hashes goes first: what is left of a removal that was interrupted is no snapshot. */
async function prune(vault: Vault, files: BucketFiles, keep: number): Promise<void> {
  const names = await snapshotNames(files)
  const old = names.slice(0, -keep)
  for (const name of old) await files.remove(`snapshots/${name}/${SUMS}`)
  const left = new Set(names.slice(-keep))
  for await (const { name } of files.list('snapshots/')) if (!left.has(name.split('/')[1]!)) await files.remove(name)
  if (old.length === 0) return
  const needed = new Set<string>()
  for (const name of left) for await (const { hash } of neededBy(await vault.open(name))) needed.add(hash)
  for await (const { name } of files.list('blobs/'))
    if (!needed.has(HASH.exec(name)?.[1] ?? '')) await files.remove(name)
}
