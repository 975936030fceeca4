import { createHash } from 'node:crypto'
import type { Needs } from '../../../context.ts'
import { NOBODY } from '../../../jobs/queue.ts'
import { type BlobRow, blobsAfter, knownKeys, namesOf, objectsWithoutBlob } from './queries.ts'

export interface FsckReport {
  checked: number
  missing: number
  corrupt: number
  orphaned: number
  unused: number
  /** In a bucket that does not answer: nothing can be said of them. */
  unreachable: number
}

const PAGE = 500

/** Compares what the database promises with what the store holds, reads every byte, and says what each finding means. */
export async function fsck(context: Needs<'db' | 'blobs'>, say: (line: string) => void): Promise<FsckReport> {
  const report: FsckReport = { checked: 0, missing: 0, corrupt: 0, orphaned: 0, unused: 0, unreachable: 0 }
  for await (const blob of allBlobs(context)) {
    report.checked++
    const trouble = await examine(context, blob).catch(error => (error as Error).message)
    if (typeof trouble === 'string') {
      report.unreachable++
      say(`unreachable: ${blob.key}: ${trouble}. Check again when its bucket answers.`)
    } else if (trouble) {
      report[trouble.kind]++
      const names = (await namesOf(context.db, blob.owner_id, blob.hash)).map(row => `${row.filename} (${row.id})`)
      say(`${trouble.kind}: ${blob.key}: ${trouble.why}. Files that use it: ${names.join(', ') || 'none'}.`)
      say('  Bring these bytes back from a backup under the same key, or remove the files.')
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
  say(
    `${report.checked} blobs checked: ${report.missing} missing, ${report.corrupt} corrupt, ${report.orphaned} orphaned, ${report.unused} unused, ${report.unreachable} unreachable.`,
  )
  return report
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
