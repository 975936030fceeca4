import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Needs } from '../../../context.ts'
import { recount } from '../../../db/recount.ts'
import { NOBODY } from '../../../jobs/queue.ts'
import { placeOf } from '../../../ports/blobs.ts'
import {
  type BlobRow,
  blobsAfter,
  knownKeys,
  namesOf,
  objectsWithoutBlob,
  ownersOfBlobs,
  switchBlob,
} from './queries.ts'

export interface FsckReport {
  checked: number
  missing: number
  corrupt: number
  orphaned: number
  unused: number
  /** In a bucket that does not answer: nothing can be said of them. */
  unreachable: number
  /** Owners whose totals were not what counting gives; they are now. */
  miscounted: number
  /** Missing or corrupt before, and taken back from a backup. */
  repaired: number
}

const PAGE = 500

/** Compares what the database promises with what the store holds, reads every byte, and says what each finding means. */
export async function fsck(
  context: Needs<'db' | 'blobs'>,
  say: (line: string) => void,
  inBackup?: (hash: string) => Promise<Readable>,
): Promise<FsckReport> {
  const report: FsckReport = {
    checked: 0,
    missing: 0,
    corrupt: 0,
    orphaned: 0,
    unused: 0,
    unreachable: 0,
    miscounted: 0,
    repaired: 0,
  }
  for await (const blob of allBlobs(context)) {
    report.checked++
    const trouble = await examine(context, blob).catch(error => (error as Error).message)
    if (typeof trouble === 'string') {
      report.unreachable++
      say(`unreachable: ${blob.key}: ${trouble}. Check again when its bucket answers.`)
    } else if (trouble && inBackup && (await repair(context, blob, inBackup))) {
      report.repaired++
      say(`repaired: ${blob.key}: ${trouble.why}, and it was taken back from the backup.`)
    } else if (trouble) {
      report[trouble.kind]++
      const names = (await namesOf(context.db, blob.owner_id, blob.hash)).map(row => `${row.filename} (${row.id})`)
      say(`${trouble.kind}: ${blob.key}: ${trouble.why}. Files that use it: ${names.join(', ') || 'none'}.`)
      say(
        '  Bring these bytes back with npm run fsck -- --repair FOLDER (where backups are kept), or remove the files.',
      )
    } else if (blob.uses === 0) {
      report.unused++
      say(`unused: ${blob.key}: no file uses these bytes; the next clean-up removes them.`)
    }
  }
  for (const object of await objectsWithoutBlob(context.db)) {
    report.missing++
    say(
      `missing: the file ${object.filename} (${object.id}) has no bytes on record. Restore the database from a backup.`,
    )
  }
  await findOrphans(context, report, say)
  await countAgain(context, report, say)
  const kinds = ['missing', 'corrupt', 'orphaned', 'unused', 'unreachable', 'miscounted'] as const
  const found = [...kinds, ...(inBackup ? (['repaired'] as const) : [])].map(kind => `${report[kind]} ${kind}`)
  say(`${report.checked} blobs checked: ${found.join(', ')}.`)
  return report
}

/** Under a new key, as every write; the row is switched only when the right bytes are there. */
async function repair(
  context: Needs<'db' | 'blobs'>,
  blob: BlobRow,
  inBackup: (hash: string) => Promise<Readable>,
): Promise<boolean> {
  const own = placeOf(blob.key) === 'own'
  const stored = await inBackup(blob.hash)
    .then(bytes => context.blobs.put(blob.owner_id, bytes, { own }))
    .catch(() => undefined)
  if (!stored) return false
  const isRight = stored.sha256 === blob.hash && placeOf(stored.key) === placeOf(blob.key)
  const switched = isRight && (await switchBlob(context.db, blob, stored.key))
  await context.blobs.remove(switched ? blob.key : stored.key)
  return Boolean(switched)
}

async function* allBlobs(context: Needs<'db'>): AsyncGenerator<BlobRow> {
  let after = { ownerId: NOBODY, hash: '' }
  for (;;) {
    const page = await blobsAfter(context.db, after, PAGE)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = { ownerId: last.owner_id, hash: last.hash }
  }
}

async function examine(
  context: Needs<'blobs'>,
  blob: BlobRow,
): Promise<{ kind: 'missing' | 'corrupt'; why: string } | undefined> {
  const size = await context.blobs.size(blob.key)
  if (size === undefined) return { kind: 'missing', why: 'the store does not have it' }
  if (size !== blob.size) return { kind: 'corrupt', why: `it has ${size} bytes instead of ${blob.size}` }
  const hash = createHash('sha256')
  for await (const chunk of await context.blobs.get(blob.key)) hash.update(chunk as Buffer)
  return hash.digest('hex') === blob.hash ? undefined : { kind: 'corrupt', why: 'its bytes have changed' }
}

async function findOrphans(
  context: Needs<'db' | 'blobs'>,
  report: FsckReport,
  say: (line: string) => void,
): Promise<void> {
  for await (const { key, size } of context.blobs.list()) {
    if ((await knownKeys(context.db, [key])).has(key)) continue
    report.orphaned++
    say(`orphaned: ${key} (${size} bytes): nothing refers to it. An interrupted upload; it is removed when a day old.`)
  }
}

async function countAgain(context: Needs<'db'>, report: FsckReport, say: (line: string) => void): Promise<void> {
  for (const { owner_id } of await ownersOfBlobs(context.db)) {
    if (!(await recount(context.db, owner_id))) continue
    report.miscounted++
    say(`miscounted: the numbers of files and bytes that were kept for the account ${owner_id}. They are right now.`)
  }
}
