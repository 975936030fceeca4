import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOBS, blobsIn, neededBy, readManifest, snapshotNames, snapshotOf } from './folder.ts'

/** Leaves the newest snapshots, and of the bytes those that one of them needs. */
export async function prune(home: string, keep: number): Promise<{ snapshots: number; blobs: number }> {
  const names = await snapshotNames(home)
  const old = names.slice(0, -keep)
  for (const name of old) await rm(snapshotOf(home, name).folder, { recursive: true })
  return { snapshots: old.length, blobs: old.length > 0 ? await removeUnneeded(home) : 0 }
}

async function removeUnneeded(home: string): Promise<number> {
  const needed = new Set<string>()
  for (const name of await snapshotNames(home)) {
    const snapshot = snapshotOf(home, name)
    // What a damaged list needs cannot be known: then nothing goes.
    if (!(await exists(join(snapshot.folder, BLOBS)))) return 0
    await readManifest(snapshot)
    for await (const { hash } of neededBy(snapshot)) needed.add(hash)
  }
  let removed = 0
  for (const fan of await readdir(blobsIn(home)))
    for (const name of await readdir(join(blobsIn(home), fan))) {
      // Drafts of a run that was killed go as well: this one holds the folder.
      if (needed.has(name)) continue
      await rm(join(blobsIn(home), fan, name))
      removed++
    }
  return removed
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
