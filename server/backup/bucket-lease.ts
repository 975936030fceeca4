import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { identifyProcess } from '../db/process-identity.ts'
import { BlobMissing } from '../ports/blobs.ts'
import type { BucketFiles } from '../ports/bucket-files.ts'
import { BackupProblem } from './folder.ts'

/**
 * One writer for a bucket, of all machines. A writer that was killed holds it until its lease ends; the same machine and folder
 * go on at once. Servers that know no conditions may let two pass, so whoever writes the last file of a snapshot asks again.
 */

const NAME = 'backup-lock.json'
const LEASE_MS = 10 * 60_000
const RENEW_MS = 60_000

const shape = z.object({ holder: z.string(), until: z.iso.datetime() })

export interface Lease {
  /** Throws when somebody else has it by now. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

export async function takeLease(files: BucketFiles, place: string, dataDir: string): Promise<Lease> {
  const holder = createHash('sha256')
    .update(JSON.stringify([hostname(), identifyProcess(process.pid).bootId, dataDir]))
    .digest('hex')
  const lease = (ms: number) => Buffer.from(JSON.stringify({ holder, until: new Date(Date.now() + ms).toISOString() }))
  const write = (ms: number) => files.put(NAME, single(lease(ms)))
  const busy = () => new BackupProblem(`Another machine is writing a backup to ${place}: wait until it has ended.`)
  const assertHeld = async () => {
    if ((await read(files))?.holder !== holder) throw busy()
  }
  const found = await read(files)
  if (found && found.holder !== holder && Date.parse(found.until) > Date.now()) throw busy()
  if (found) await write(LEASE_MS)
  else if (!(await files.create(NAME, lease(LEASE_MS)))) throw busy()
  await assertHeld()
  const renewing = setInterval(() => {
    assertHeld()
      .then(() => write(LEASE_MS))
      .catch(() => {})
  }, RENEW_MS).unref()
  return {
    assertHeld,
    async release() {
      clearInterval(renewing)
      // Written over and not removed: the key may not be allowed to remove.
      await assertHeld()
        .then(() => write(0))
        .catch(() => {})
    },
  }
}

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** One that cannot be understood is none. */
async function read(files: BucketFiles): Promise<z.infer<typeof shape> | undefined> {
  try {
    return shape.parse(JSON.parse(await text(await files.get(NAME))))
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
