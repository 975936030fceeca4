import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { copyIn } from '../db/copy-in.ts'
import { type CopyClient, openClient } from '../db/copy-out.ts'
import { applyMigrations, knownMigrations } from '../db/migrate.ts'
import { BlobMissing, type BlobStore } from '../ports/blobs.ts'
import { atOnce } from './at-once.ts'
import { BackupProblem, KEY_FILE, type Manifest, neededBy, readManifest, type Snapshot, TABLES } from './folder.ts'
import { verifySnapshot } from './verify.ts'

export interface Restoring {
  snapshot: Snapshot
  /** The bytes of a file. */
  read(hash: string): Promise<Readable>
  dataDir: string
  /** SECRET_KEY is given: the key of the backup is not needed. */
  ownKey: boolean
  say(line: string): void
}

/** Which bytes have found their new place. It is there as long as a restore is not whole. */
const JOURNAL = 'restore.journal'
const FILES_AT_ONCE = 8

export class RestoreUnfinished extends Error {
  override name = 'RestoreUnfinished'
}

/** A start on half a restore would look like an empty installation. */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, JOURNAL))) return
  throw new RestoreUnfinished(
    `A restore into ${dataDir} was interrupted. Run the same npm run restore again, which goes on where it stopped; or remove ${join(dataDir, JOURNAL)} to begin with nothing.`,
  )
}

/** All that can be found wrong before anything is written. */
export async function examine({ snapshot }: Pick<Restoring, 'snapshot'>): Promise<Manifest> {
  const damage: string[] = []
  await verifySnapshot(snapshot, line => damage.push(line))
  if (damage.length > 0)
    throw new BackupProblem(
      `This snapshot cannot be restored, and nothing was touched:\n${damage.join('\n')}\nTake an earlier one: npm run restore -- FOLDER/snapshots/NAME`,
    )
  const manifest = await readManifest(snapshot)
  const known = await knownMigrations()
  const unknown = manifest.migrations.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupProblem(
      `The backup was made by a newer Dossier (${manifest.version}, ${unknown.at(-1)}): restore it with that version or a later one. Nothing was touched.`,
    )
  return manifest
}

export interface Restored {
  files: number
  /** Bytes that the backup does not have as they were. */
  damaged: string[]
}

/** Bytes first, then all rows in one transaction: killed anywhere, it can be run again. */
export async function restore(url: string, blobs: BlobStore, manifest: Manifest, how: Restoring): Promise<Restored> {
  const client = await openClient(url)
  try {
    await assertEmpty(client)
    await mkdir(how.dataDir, { recursive: true })
    const places = await readJournal(how.dataDir)
    const journal = createWriteStream(join(how.dataDir, JOURNAL), { flags: 'a', mode: 0o600 })
    const damaged = manifest.holds === 'everything' ? await bringBlobs(blobs, how, { places, journal }) : []
    await new Promise(done => journal.end(done))
    await bringKey(how)
    await client.query('begin')
    await applyMigrations(client, manifest.migrations)
    await copyIn(client, manifest, join(how.snapshot.folder, TABLES), () => relocate(client, places))
    await rm(join(how.dataDir, JOURNAL))
    return { files: places.size, damaged }
  } finally {
    await client.end()
  }
}

async function assertEmpty(client: CopyClient): Promise<void> {
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = current_schema::regnamespace and relkind in ('r', 'p') limit 1",
  )
  if (rows.length > 0)
    throw new BackupProblem(
      'There is a database already, and a restore replaces nothing. Give an empty DATA_DIR or an empty database, or move the old one away first.',
    )
}

async function readJournal(dataDir: string): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  const text = await readFile(join(dataDir, JOURNAL), 'utf8').catch(() => '')
  // The last line may have been cut off: its bytes are brought again, and the spare ones are swept up.
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const [old, place] = line.split('\t')
    if (old && place) places.set(old, place)
  }
  return places
}

interface Places {
  places: Map<string, string>
  journal: WriteStream
}

async function bringBlobs(blobs: BlobStore, how: Restoring, { places, journal }: Places): Promise<string[]> {
  const damaged: string[] = []
  await atOnce(FILES_AT_ONCE, neededBy(how.snapshot), async ({ hash, key, size }) => {
    if (places.has(key)) return
    const owner = key.split('/')[0]!
    const stored = await how
      .read(hash)
      .then(file => blobs.put(owner, file))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error instanceof BlobMissing) return undefined
        throw error
      })
    if (stored?.sha256 !== hash) {
      if (stored) await blobs.remove(stored.key)
      damaged.push(hash)
      return how.say(
        `damaged in the backup: ${hash} (${size} bytes): ${stored ? 'its bytes have changed' : 'it is missing'}`,
      )
    }
    places.set(key, stored.key)
    journal.write(`${key}\t${stored.key}\n`)
  })
  return damaged
}

/** The rows learn where their bytes are now. */
async function relocate(client: CopyClient, places: Map<string, string>): Promise<void> {
  await client.query('create temporary table restored_places (old text, place text) on commit drop')
  const all = [...places]
  for (let at = 0; at < all.length; at += 5000) {
    const part = all.slice(at, at + 5000)
    await client.query('insert into restored_places select * from unnest($1::text[], $2::text[])', [
      part.map(([old]) => old),
      part.map(([, place]) => place),
    ])
  }
  for (const table of ['blobs', 'upload_parts'])
    await client.query(`update ${table} as t set key = p.place from restored_places p where t.key = p.old`)
}

async function bringKey({ snapshot, dataDir, ownKey, say }: Restoring): Promise<void> {
  if (ownKey) return
  const saved = join(snapshot.folder, KEY_FILE)
  const place = join(dataDir, KEY_FILE)
  if (!existsSync(saved))
    return say('The backup has no sealing key: start the service with the SECRET_KEY that it was made with.')
  const [wanted, found] = await Promise.all([readFile(saved, 'utf8'), readFile(place, 'utf8').catch(() => undefined)])
  if (found === wanted) return
  if (found !== undefined)
    throw new BackupProblem(`${place} is there already and is another key. Move it away, then run this again.`)
  await copyFile(saved, place)
}
