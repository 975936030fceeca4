import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { atOnce } from './at-once.ts'
import { blobName, sizesOfBlobs, snapshotNames } from './bucket-names.ts'
import type { Snapshot } from './folder.ts'
import type { Vault } from './vault.ts'
import { findMissing, verifySnapshot } from './verify.ts'

type Name = (damage: string) => void

const AT_ONCE = 8

/** One snapshot, whose files are on this machine; of the bytes it needs only their sizes are asked for. */
export async function examineSnapshot(vault: Vault, files: BucketFiles, snapshot: Snapshot, name: Name) {
  const counter = counting(vault, name)
  await verifyOne(snapshot, await sizesOfBlobs(files), counter.count)
  return counter.found()
}

/** Reads every byte again. */
export async function verifyBucket(vault: Vault, files: BucketFiles, name: Name): Promise<number> {
  const { count, found } = counting(vault, name)
  const sizes = await sizesOfBlobs(files)
  for (const each of await snapshotNames(files)) {
    const snapshot = await vault.open(each).catch((error: Error) => {
      count(`damaged: ${vault.place}/snapshots/${each}: it cannot be read (${error.message})`)
    })
    if (!snapshot) continue
    await verifyOne(snapshot, sizes, count)
    await rm(snapshot.folder, { recursive: true, force: true })
  }
  await atOnce(AT_ONCE, each(sizes.keys()), async hash => {
    const seen = await hashOf(files, hash)
    if (seen !== hash) count(`damaged: ${vault.place}/${blobName(hash)}: ${await damageOf(files, hash, seen)}`)
  })
  return found()
}

function counting({ workFolder, place }: Vault, name: Name) {
  let found = 0
  const count: Name = damage => {
    found++
    name(damage.replaceAll(workFolder, place))
  }
  return { count, found: () => found }
}

async function verifyOne(snapshot: Snapshot, sizes: Map<string, number>, count: Name): Promise<void> {
  await verifySnapshot(snapshot, count)
  await findMissing(snapshot, count, async hash => sizes.get(hash))
}

/** Under its name no restore would take it, and no backup would send it again as long as it is there. */
async function damageOf(files: BucketFiles, hash: string, seen: string): Promise<string> {
  if (!/^[0-9a-f]{64}$/.test(seen)) return seen
  const removed = await files.remove(blobName(hash)).then(
    () => 'it is removed, and the next backup sends it again',
    (error: Error) => `it could not be removed (${error.message}), so that no backup sends it again`,
  )
  return `its bytes are not those of its name; ${removed}`
}

async function* each<T>(all: Iterable<T>): AsyncGenerator<T> {
  yield* all
}

/** What went wrong once is asked for once more: the way here is long. */
async function hashOf(files: BucketFiles, hash: string): Promise<string> {
  const first = await hashOnce(files, hash).catch(() => '')
  if (first === hash) return first
  return hashOnce(files, hash).catch((error: Error) => `it cannot be read (${error.message})`)
}

async function hashOnce(files: BucketFiles, hash: string): Promise<string> {
  const seen = createHash('sha256')
  for await (const chunk of await files.get(blobName(hash))) seen.update(chunk as Buffer)
  return seen.digest('hex')
}
