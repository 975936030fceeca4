import type { Readable } from 'node:stream'

export interface StoredBlob {
  key: string
  size: number
  sha256: string
}

export interface PutOptions {
  /** Into the owner's own bucket, where there is one. */
  own?: boolean
  /** Whoever puts it reads it back at once, so that the store need not ask whether all of it came. */
  readBack?: boolean
}

export interface BlobListing {
  key: string
  size: number
  modified: Date
}

/** Where the bytes of files live. A key names one write and is never reused, so removing a key can never hit newer bytes. */
export interface BlobStore {
  /** `disk` or `s3`: said in logs and health checks. */
  readonly place: string
  /** Writes everything or nothing and answers only when the bytes survive a power cut: a failed put leaves no readable blob. */
  put(owner: string, bytes: Readable | Buffer, options?: PutOptions): Promise<StoredBlob>
  /**
   * The bytes from `start` to `end`, both inclusive, or all of them. Throws BlobMissing, also when the blob has another size
   * than the `size` that the caller knows: half of it must not be taken for the whole.
   */
  get(key: string, range?: { start: number; end: number }, size?: number): Promise<Readable>
  /** Undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Every blob, in no particular order; unfinished writes are not blobs. */
  list(): AsyncIterable<BlobListing>
  /** Lends the bytes as a local file for a program that needs a path; the file must not be changed or kept. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** Removes unfinished writes older than the date; answers how many. */
  sweep(olderThan: Date): Promise<number>
  /** Throws when the store cannot be written to. */
  check(): Promise<void>
}

export class BlobMissing extends Error {
  override name = 'BlobMissing'
  readonly code = 'BLOB_MISSING'
  constructor(
    readonly key: string,
    what = `no blob ${key}`,
  ) {
    super(what)
  }
}

/** Keys in a user's own bucket begin with this; the owner stands behind it. */
export const OWN = 'own:'

export const placeOf = (key: string): 'own' | 'service' => (key.startsWith(OWN) ? 'own' : 'service')
