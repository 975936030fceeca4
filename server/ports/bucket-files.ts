import type { Readable } from 'node:stream'

export interface BucketFile {
  name: string
  size: number
  /** By the server's clock. */
  modified: Date
}

/** Plain files by name in a bucket that is not a store of blobs. */
export interface BucketFiles {
  /** What throws half-way leaves nothing under the name. */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** A small one that was not there before; false where it was, as far as the server can tell. */
  create(name: string, bytes: Buffer): Promise<boolean>
  /** Throws BlobMissing where there is none. */
  get(name: string): Promise<Readable>
  list(prefix: string): AsyncGenerator<BucketFile>
  remove(name: string): Promise<void>
  /** Parts of files that nobody finished. */
  abandon(olderThan: Date): Promise<unknown>
}
