import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { fetchFile } from './bucket-fetch.ts'
import { blobsIn, snapshotFiles, snapshotNames } from './bucket-names.ts'
import { BackupProblem, BLOBS, hashOfFile, type Needed, neededBy, readSums, SUMS } from './folder.ts'

/** What is younger may belong to a backup that is being made elsewhere. */
const SETTLED_MS = 2 * 86_400_000

/**
 * Leaves the newest snapshots, and of the bytes those that one of them needs. The list of hashes of a snapshot goes first: what is
 * left of a removal that was interrupted is no snapshot, and the next run takes it away.
 */
export async function pruneBucket(files: BucketFiles, workFolder: string, keep: number): Promise<void> {
  const names = await snapshotNames(files)
  const left = new Set(names.slice(-keep))
  const old = new Set(names.slice(0, -keep))
  const needed = new Set<string>()
  for (const name of left) for await (const { hash } of listedIn(files, workFolder, name)) needed.add(hash)
  const settled = new Date(Date.now() - SETTLED_MS)
  for (const name of old) await files.remove(`snapshots/${name}/${SUMS}`)
  for await (const { name, snapshot, modified } of snapshotFiles(files))
    if (old.has(snapshot) || (!left.has(snapshot) && modified < settled)) await files.remove(name)
  for await (const { name, hash, modified } of blobsIn(files))
    if (!needed.has(hash) && modified < settled) await files.remove(name)
}

/** If a list is damaged, it is not known which files it needs, so nothing is removed. */
async function* listedIn(files: BucketFiles, workFolder: string, name: string): AsyncGenerator<Needed> {
  const folder = join(workFolder, 'lists', name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for (const file of [SUMS, BLOBS]) await fetchFile(files, `snapshots/${name}/${file}`, join(folder, file))
    const snapshot = { home: workFolder, name, folder }
    const sums = await readSums(snapshot)
    const wanted = sums.whole && sums.files.find(file => file.name === BLOBS)?.hash
    if (!wanted || (await hashOfFile(join(folder, BLOBS))) !== wanted)
      throw new BackupProblem(`the list of files of snapshot ${name} is damaged, so nothing was removed.`)
    yield* neededBy(snapshot)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
