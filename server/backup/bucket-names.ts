import type { BucketFile, BucketFiles } from '../ports/bucket-files.ts'
import { SUMS } from './folder.ts'

/** A bucket may hold what others put there: only names of these two forms are ours. */

const BLOB = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export const blobName = (hash: string): string => `blobs/${hash.slice(0, 2)}/${hash}`

const hashIn = (name: string): string | undefined => {
  const [, hash] = BLOB.exec(name) ?? []
  return hash && blobName(hash) === name ? hash : undefined
}

export async function* blobsIn(files: BucketFiles): AsyncGenerator<BucketFile & { hash: string }> {
  for await (const file of files.list('blobs/')) {
    const hash = hashIn(file.name)
    if (hash) yield { ...file, hash }
  }
}

export async function sizesOfBlobs(files: BucketFiles): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { hash, size } of blobsIn(files)) found.set(hash, size)
  return found
}

/** Files of snapshots, whole or not. */
export async function* snapshotFiles(files: BucketFiles): AsyncGenerator<BucketFile & { snapshot: string }> {
  for await (const file of files.list('snapshots/')) {
    const snapshot = file.name.split('/')[1] ?? ''
    if (MOMENT.test(snapshot)) yield { ...file, snapshot }
  }
}

/** Whole ones, oldest first. */
export async function snapshotNames(files: BucketFiles): Promise<string[]> {
  const found: string[] = []
  for await (const { name, snapshot } of snapshotFiles(files))
    if (name === `snapshots/${snapshot}/${SUMS}`) found.push(snapshot)
  return found.sort()
}
