import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type CopyClient, type CopyOut, copyOut, copyQuery, type DatabaseCopy, one } from '../db/copy-out.ts'
import type { BlobStore } from '../ports/blobs.ts'
import { type BackedUpBlob, keepBlobs } from './blobs.ts'
import {
  BLOBS,
  blobsIn,
  KEY_FILE,
  MANIFEST,
  type Manifest,
  makeAside,
  readManifest,
  snapshotNames,
  snapshotOf,
  snapshotsIn,
  sweepUnfinished,
  TABLES,
  writeDurably,
  writeSums,
} from './folder.ts'
import type { Vault } from './vault.ts'

export interface BackupMaking {
  url: string
  blobs: BlobStore
  /** Where backups are kept. */
  folder: string
  /** The file with the sealing key; undefined when SECRET_KEY is given, which its owner keeps. */
  keyFile: string | undefined
  version: string
  /** Where bytes are not put into the folder. */
  keep?: Vault['keep']
  /** Bytes are copied also where the disk would allow a link. */
  copy: boolean
  say(line: string): void
}

export interface BackupResult extends BackedUpBlob {
  snapshot: string
  manifest: Manifest
  /** All that this run wrote. */
  copiedBytes: number
}

const TABLES_AT_ONCE = 3

/** By the clock in UTC, so that names sort by age. */
export const momentName = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** The rows at one moment, then the bytes that they speak of; the snapshot gets its name when all of it is there. */
export async function makeBackup(making: BackupMaking): Promise<BackupResult> {
  const { folder, say } = making
  const began = new Date()
  await mkdir(blobsIn(folder), { recursive: true, mode: 0o700 })
  await mkdir(snapshotsIn(folder), { recursive: true, mode: 0o700 })
  await sweepUnfinished(snapshotsIn(folder))
  const trusted = await lastFinish(folder)
  const name = momentName(began)
  return makeAside(snapshotOf(folder, name).folder, async draft => {
    let elsewhere = 0
    const also = async (client: CopyClient) => {
      elsewhere = await listBlobs(client, join(draft, BLOBS))
    }
    const copy = await copyDatabase(making.url, draft, { also })
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${copy.tables.length} tables with ${rows} rows are copied.`)
    const snapshot = { home: folder, name, folder: draft }
    const kept = await (making.keep?.({ ...making, draft: snapshot }) ??
      keepBlobs({ ...making, draft: snapshot, trusted }))
    if (making.keyFile) await copyFile(making.keyFile, join(draft, KEY_FILE)).catch(ignoreMissing)
    const manifest = describe(copy, { began, version: making.version, elsewhere, kept })
    await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    await writeSums(draft)
    syncDisk(folder)
    const tables = copy.tables.reduce((sum, table) => sum + table.bytes, 0)
    return { ...kept, snapshot: name, manifest, copiedBytes: kept.copiedBytes + tables }
  })
}

/** The rows alone, before they are changed: kept beside the data, with nothing in it that the data does not have. `whole` has also what backups leave out. */
export async function makeDatabaseSnapshot(url: string, folder: string, version: string, whole = false): Promise<void> {
  const began = new Date()
  await sweepUnfinished(join(folder, '..'))
  await makeAside(folder, async draft => {
    const copy = await copyDatabase(url, draft, { whole })
    const manifest = { ...describe(copy, { began, version, elsewhere: 0 }), holds: 'database' as const }
    await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    await writeSums(draft)
  })
}

async function copyDatabase(url: string, draft: string, how: Pick<CopyOut, 'also' | 'whole'>) {
  const tables = join(draft, TABLES)
  await mkdir(tables, { mode: 0o700 })
  return copyOut({ url, folder: tables, atOnce: TABLES_AT_ONCE, ...how })
}

function describe(
  copy: DatabaseCopy,
  { began, version, elsewhere, kept }: { began: Date; version: string; elsewhere: number; kept?: BackedUpBlob },
): Manifest {
  const { files = 0, bytes = 0 } = kept ?? {}
  const moments = { began_at: began.toISOString(), finished_at: new Date().toISOString() }
  return { format: 1, holds: 'everything', version, ...moments, ...copy, files, bytes, elsewhere }
}

/** Files, and the parts of uploads that are under way. What lies in a bucket of its owner stays there. */
async function listBlobs(client: CopyClient, path: string): Promise<number> {
  const all = `select hash, size, key from blobs union all select sha256, size, key from upload_parts`
  const list = copyQuery(client, `select * from (${all}) as all_bytes where key not like 'own:%' order by hash`)
  await pipeline(list, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }))
  return (await one<{ n: number }>(client, "select count(*)::int as n from blobs where key like 'own:%'")).n
}

/** Bytes that were there when an earlier snapshot was finished survived to the disk; later ones may have been cut off. */
async function lastFinish(folder: string): Promise<number> {
  const last = (await snapshotNames(folder)).at(-1)
  if (!last) return 0
  return readManifest(snapshotOf(folder, last)).then(
    manifest => Date.parse(manifest.finished_at),
    () => 0,
  )
}

/** One sync for all, where a sync of each of many thousand files would take longer than copying them. */
function syncDisk(folder: string): void {
  spawnSync('sync', ['-f', folder], { stdio: 'ignore' })
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
