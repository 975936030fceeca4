import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atOnce } from './at-once.ts'
import {
  blobPath,
  blobsIn,
  filesIn,
  hashOfFile,
  neededBy,
  readManifest,
  readSums,
  type Snapshot,
  SUMS,
  snapshotNames,
  snapshotOf,
} from './folder.ts'

type Name = (damage: string) => void

const FILES_AT_ONCE = 4

/** Reads every byte of the folder again and names what is not as it was written. Answers how much that is. */
export async function verifyAll(home: string, name: Name): Promise<number> {
  let found = 0
  const count: Name = damage => {
    found++
    name(damage)
  }
  for (const snapshot of await snapshotNames(home)) {
    await verifySnapshot(snapshotOf(home, snapshot), count)
    await findMissing(snapshotOf(home, snapshot), count)
  }
  await atOnce(FILES_AT_ONCE, blobNames(home), async hash => {
    if ((await hashOfFile(blobPath(home, hash)).catch(unreadable)) !== hash)
      count(`damaged: ${blobPath(home, hash)}: its bytes are not those of its name`)
  })
  return found
}

/** The snapshot's own files, without the bytes that it refers to. */
export async function verifySnapshot(snapshot: Snapshot, name: Name): Promise<void> {
  const sums = await readSums(snapshot).catch(unreadable)
  if (typeof sums === 'string') return name(`damaged: ${join(snapshot.folder, SUMS)}: ${sums}`)
  if (!sums.whole) name(`damaged: ${join(snapshot.folder, SUMS)}: it is not as it was written`)
  const listed = new Set(sums.files.map(file => file.name))
  // Of a damaged list the hashes of others prove nothing, except where they fit.
  for (const { hash, name: file } of sums.files) {
    const seen = await hashOfFile(join(snapshot.folder, file)).catch(unreadable)
    if (seen !== hash && sums.whole)
      name(`damaged: ${join(snapshot.folder, file)}: ${/^[0-9a-f]{64}$/.test(seen) ? 'its bytes have changed' : seen}`)
  }
  for (const file of await filesIn(snapshot.folder))
    if (!listed.has(file) && file !== SUMS && sums.whole)
      name(`unknown: ${join(snapshot.folder, file)} is no part of the backup`)
}

/** Bytes that the snapshot needs and the folder does not have in their full length. */
export async function findMissing(
  snapshot: Snapshot,
  name: Name,
  sizeOf = (hash: string) => sizeOnDisk(snapshot, hash),
): Promise<void> {
  const manifest = await readManifest(snapshot).catch(() => undefined)
  if (manifest?.holds !== 'everything') return
  try {
    for await (const { hash, size, key } of neededBy(snapshot)) {
      if ((await sizeOf(hash)) !== size)
        name(`missing: ${blobPath(snapshot.home, hash)}, the bytes of ${key} in ${snapshot.name}`)
    }
  } catch {
    // The list itself is damaged, which was said already.
  }
}

const sizeOnDisk = ({ home }: Snapshot, hash: string): Promise<number | undefined> =>
  stat(blobPath(home, hash)).then(
    ({ size }) => size,
    () => undefined,
  )

export async function* blobNames(home: string): AsyncGenerator<string> {
  for (const fan of await readdir(blobsIn(home)).catch(() => [] as string[]))
    for (const name of await readdir(join(blobsIn(home), fan))) if (/^[0-9a-f]{64}$/.test(name)) yield name
}

const unreadable = (error: Error): string => `it cannot be read (${error.message})`
