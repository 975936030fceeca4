import { createHash } from 'node:crypto'
import type { BlobStore } from '../../ports/blobs.ts'
import type { BucketSettings, Buckets } from '../../ports/buckets.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { s3BlobStore } from '../blobs/s3.ts'

/** Open buckets that are kept; each holds sockets, so the oldest make room. */
const KEPT = 100
const PREFIX = 'dossier/'

export function guardedBuckets(outbound: Outbound, lentIn: string): Buckets {
  const open = new Map<string, Promise<BlobStore>>()
  return {
    async open(settings) {
      // A literal address is never looked up by the connection, so it is judged here each time.
      await outbound.check(settings.endpoint)
      const name = fingerprint(settings)
      const known = open.get(name)
      if (known) return known
      const store = s3BlobStore({ ...settings, prefix: PREFIX, lentIn, lookup: outbound.lookup })
      open.set(name, store)
      const oldest = open.keys().next().value
      if (open.size > KEPT && oldest !== undefined) open.delete(oldest)
      return store
    },
  }
}

const fingerprint = (settings: BucketSettings) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(settings).sort()))
    .digest('hex')
