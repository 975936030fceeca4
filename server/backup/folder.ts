import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/**
 * A backup folder: the bytes of files under their hashes, shared by all snapshots, and each snapshot in a folder of its own.
 *
 *     blobs/ab/abcd…              a file's bytes, named by their sha256
 *     snapshots/<moment>/
 *       manifest.json             what it is, and at which migration it was made
 *       tables/<name>.copy.gz     the rows of a table, as PostgreSQL's COPY writes them
 *       blobs.gz                  which bytes belong to it: hash, size and key
 *       secret.key                the key that seals stored secrets (0600), unless SECRET_KEY is given
 *       SHA256SUMS                the hash of each of these files, and in the last line that of the lines before it
 */

/** What a person has to act on: the sentence is all that is shown. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

const manifestShape = z.object({
  format: z.literal(1),
  /** Of a snapshot before an upgrade there are rows alone: its bytes stay where they are. */
  holds: z.enum(['everything', 'database']),
  version: z.string(),
  began_at: z.string(),
  finished_at: z.string(),
  server: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      sha256: z.string(),
      bytes: z.number(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  /** Of the files, and how many more lie in buckets of their owners, which are no part of a backup. */
  files: z.number(),
  bytes: z.number(),
  elsewhere: z.number(),
})

export type Manifest = z.infer<typeof manifestShape>

export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
export const TABLES = 'tables'
export const BLOBS = 'blobs.gz'
export const KEY_FILE = 'secret.key'

export const snapshotsIn = (folder: string): string => join(folder, 'snapshots')
export const blobsIn = (folder: string): string => join(folder, 'blobs')
export const blobPath = (folder: string, hash: string): string => join(blobsIn(folder), hash.slice(0, 2), hash)

/** Whole snapshots, oldest first. Unfinished ones begin with a dot. */
export async function snapshotNames(folder: string): Promise<string[]> {
  const names = await readdir(snapshotsIn(folder)).catch(() => [] as string[])
  return names.filter(name => !name.startsWith('.')).sort()
}

export interface Snapshot {
  /** The folder that holds it and its bytes. */
  home: string
  name: string
  folder: string
}

/** From the folder of backups (the newest one), or from the folder of one snapshot. */
export async function findSnapshot(given: string): Promise<Snapshot> {
  const isOne = await stat(join(given, SUMS)).catch(() => undefined)
  if (isOne) return { home: dirname(dirname(given)), name: basename(given), folder: given }
  const name = (await snapshotNames(given)).at(-1)
  if (!name) throw new BackupProblem(`There is no backup in ${given}.`)
  return snapshotOf(given, name)
}

export const snapshotOf = (home: string, name: string): Snapshot => ({
  home,
  name,
  folder: join(snapshotsIn(home), name),
})

/** Throws when it was changed or cannot be read. */
export async function readManifest({ folder }: Snapshot): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(error => {
    throw new BackupProblem(`${join(folder, MANIFEST)} cannot be read: ${error.message}`)
  })
  try {
    return manifestShape.parse(JSON.parse(text))
  } catch {
    throw new BackupProblem(
      `${join(folder, MANIFEST)} is damaged, or was written by a newer Dossier. Take another snapshot of this backup.`,
    )
  }
}

export interface Needed {
  hash: string
  size: number
  key: string
}

/** The bytes that belong to a snapshot, one at a time. */
export async function* neededBy({ folder }: Snapshot): AsyncGenerator<Needed> {
  const unpacked = createGunzip()
  // A packed file that ends too early must not be taken for a short list.
  const read = pipeline(createReadStream(join(folder, BLOBS)), unpacked)
  read.catch(() => {})
  for await (const line of createInterface({ input: unpacked })) {
    const [hash, size, key] = line.split('\t')
    if (key) yield { hash: hash!, size: Number(size), key }
  }
  await read
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const lastLine = (lines: string) => `${createHash('sha256').update(lines).digest('hex')}  ${SUMS}\n`

/** Every file of the snapshot with its hash; written last, so that it stands for all that comes before it. */
export async function writeSums(folder: string): Promise<void> {
  let lines = ''
  for (const name of (await filesIn(folder)).filter(name => name !== SUMS))
    lines += `${await hashOfFile(join(folder, name))}  ${name}\n`
  await writeDurably(join(folder, SUMS), lines + lastLine(lines))
}

export interface Checksums {
  /** The list itself is as it was written. */
  whole: boolean
  files: { hash: string; name: string }[]
}

export async function readSums({ folder }: Snapshot): Promise<Checksums> {
  const text = await readFile(join(folder, SUMS), 'utf8')
  const cut = text.lastIndexOf('\n', text.length - 2) + 1
  const lines = text.slice(0, cut)
  const files = lines
    .split('\n')
    .filter(Boolean)
    .map(line => ({ hash: line.slice(0, 64), name: line.slice(66) }))
  return { whole: text.slice(cut) === lastLine(lines), files }
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What is made aside and gets its name when it is whole. */
export async function makeAside<T>(folder: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = join(dirname(folder), `.${basename(folder)}.part`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const made = await make(draft)
  await rename(draft, folder)
  return made
}

/** Left behind by a run that was killed. */
export async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [] as string[]))
    if (name.startsWith('.') && name.endsWith('.part')) await rm(join(folder, name), { recursive: true, force: true })
}
