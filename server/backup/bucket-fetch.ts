import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { snapshotNames } from './bucket-names.ts'
import { BackupProblem, type Snapshot, snapshotOf, snapshotsIn } from './folder.ts'

export async function fetchFile(files: BucketFiles, name: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(await files.get(name), createWriteStream(path, { mode: 0o600 }))
}

interface Wanted {
  place: string
  workFolder: string
  /** The newest unless one is named. */
  name?: string
}

export async function fetchSnapshot(
  files: BucketFiles,
  { place, workFolder, name: wanted }: Wanted,
): Promise<Snapshot> {
  const names = await snapshotNames(files)
  const name = wanted ?? names.at(-1)
  if (!name || !names.includes(name))
    throw new BackupProblem(wanted ? `There is no snapshot ${wanted} in ${place}.` : `There is no backup in ${place}.`)
  const snapshot = snapshotOf(workFolder, name)
  await rm(snapshot.folder, { recursive: true, force: true })
  for await (const { name: object } of files.list(`snapshots/${name}/`))
    await fetchFile(files, object, join(snapshotsIn(workFolder), ...object.split('/').slice(1).filter(isPlain)))
  return snapshot
}

/** A name in a bucket may be anything. */
const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..'
