import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { lockBackups } from '../db/instance-lock.ts'
import { semaphore } from '../lib/semaphore.ts'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { atOnce } from './at-once.ts'
import { type BackedUpBlob, Damaged, damageIn, distinct } from './blobs.ts'
import { fetchSnapshot } from './bucket-fetch.ts'
import { type Lease, takeLease } from './bucket-lease.ts'
import { blobName, sizesOfBlobs } from './bucket-names.ts'
import { pruneBucket } from './bucket-prune.ts'
import { examineSnapshot, verifyBucket } from './bucket-verify.ts'
import { BackupProblem, filesIn, type Needed, neededBy, type Snapshot, SUMS } from './folder.ts'
import type { KeepingInVault, Vault } from './vault.ts'

/**
 * Backups in a bucket, by the same names as in a folder. Bytes are there before the snapshot that needs them, and the
 * list of hashes comes last: a snapshot without it was interrupted, and is none.
 */

const AT_ONCE = 8
/** Each upload in parts takes 32 MB of memory. */
const LARGE_BYTES = 5 * 1024 * 1024
const LARGE_AT_ONCE = 2
const DAY_MS = 86_400_000

export function bucketVault(place: string, files: BucketFiles, dataDir: string): Vault {
  const drafts = join(dataDir, 'backup-draft')
  const workFolder = join(drafts, randomBytes(6).toString('hex'))
  /** Damaged in the store, hence not in the bucket. */
  const lost = new Set<string>()
  let lease: Lease | undefined
  const vault: Vault = {
    place,
    workFolder,
    proves: 'the size of every file',
    async begin(what) {
      const lock = await lockBackups(dataDir, place)
      // Of a run that was killed: rows and the key.
      await rm(drafts, { recursive: true, force: true })
      const forget = onSignals(() => rmSync(drafts, { recursive: true, force: true }))
      const release = async () => {
        forget()
        await lease?.release()
        await rm(drafts, { recursive: true, force: true })
        await lock.release()
      }
      try {
        if (what === 'write') lease = await takeLease(files, place, dataDir)
      } catch (error) {
        await release()
        throw error
      }
      return { release }
    },
    keep: keeping => keepInBucket(files, lost, keeping),
    store: async snapshot => store(files, snapshot, { lost, lease }),
    open: name => fetchSnapshot(files, { place, workFolder, name }),
    read: hash => files.get(blobName(hash)),
    examine: (snapshot, name) => examineSnapshot(vault, files, snapshot, name),
    verify: name => verifyBucket(vault, files, name),
    async prune(keep) {
      await lease?.assertHeld()
      await pruneBucket(files, workFolder, keep)
    },
  }
  return vault
}

/** Answers how to forget it again. */
function onSignals(clean: () => void): () => void {
  const end = () => {
    clean()
    process.exit(1)
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end)
  return () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, end)
  }
}

async function keepInBucket(files: BucketFiles, lost: Set<string>, { blobs, draft, say }: KeepingInVault) {
  const kept: BackedUpBlob = { files: 0, bytes: 0, added: 0, linked: 0, copiedBytes: 0, damaged: [] }
  // Not every key may list them; then they stay until the bucket's own rule takes them.
  await files
    .abandon(new Date(Date.now() - DAY_MS))
    .catch((error: Error) => say(`unfinished uploads could not be listed: ${error.message}`))
  const known = await sizesOfBlobs(files)
  const largeOnes = semaphore(LARGE_AT_ONCE, AT_ONCE, () => new Error('too many at once'))
  await atOnce(AT_ONCE, distinct(neededBy(draft)), async blob => {
    if (known.get(blob.hash) !== blob.size) {
      const sending = () => send(files, blob, () => blobs.get(blob.key))
      const trouble = await (blob.size > LARGE_BYTES ? largeOnes(sending) : sending())
      if (trouble) {
        lost.add(blob.hash)
        kept.damaged.push(blob.key)
        return say(`damaged in the store: ${blob.key}: ${trouble}`)
      }
      kept.added++
      kept.copiedBytes += blob.size
    }
    kept.files++
    kept.bytes += blob.size
  })
  return kept
}

/** Answers what is wrong with the bytes; what is wrong with the bucket, or with the way to the store, is tried once more and thrown. */
async function send(files: BucketFiles, blob: Needed, read: () => Promise<Readable>): Promise<string | undefined> {
  const once = async () => {
    try {
      await files.put(blobName(blob.hash), proved(await read(), blob))
      return undefined
    } catch (error) {
      return damageIn(error)
    }
  }
  return once().catch(once)
}

/** Passes the bytes on, and throws behind the last of them when they are not those of the hash. */
async function* proved(source: Readable, { hash, size }: Needed): AsyncGenerator<Buffer> {
  const seen = createHash('sha256')
  let length = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    seen.update(chunk)
    length += chunk.length
    yield chunk
  }
  if (length !== size) throw new Damaged(`it has ${length} of ${size} bytes`)
  if (seen.digest('hex') !== hash) throw new Damaged('its bytes have changed')
}

interface Storing {
  lost: Set<string>
  lease: Lease | undefined
}

async function store(files: BucketFiles, snapshot: Snapshot, { lost, lease }: Storing): Promise<void> {
  const put = (file: string) =>
    files.put(objectName(snapshot, file), createReadStream(join(snapshot.folder, file)) as AsyncIterable<Buffer>)
  const all = (await filesIn(snapshot.folder)).filter(file => file !== SUMS)
  for (const file of all) await put(file)
  await assertArrived(files, snapshot, { all, lost })
  await lease?.assertHeld()
  await put(SUMS)
}

const objectName = ({ name }: Snapshot, file: string) => `snapshots/${name}/${file}`

/** What the snapshot needs, as the bucket lists it now: an answer to a put proves less, and another may have removed something. */
async function assertArrived(
  files: BucketFiles,
  snapshot: Snapshot,
  { all, lost }: { all: string[]; lost: Set<string> },
): Promise<void> {
  const missing = (what: string) =>
    new BackupProblem(`${what} did not arrive in the bucket whole: run the backup again.`)
  const own = new Map<string, number>()
  for await (const { name, size } of files.list(objectName(snapshot, ''))) own.set(name, size)
  for (const file of all) {
    const name = objectName(snapshot, file)
    if (own.get(name) !== (await stat(join(snapshot.folder, file))).size) throw missing(name)
  }
  const sizes = await sizesOfBlobs(files)
  for await (const { hash, size } of distinct(neededBy(snapshot)))
    if (sizes.get(hash) !== size && !lost.has(hash)) throw missing(blobName(hash))
}
