import type { Readable } from 'node:stream'

/** Plain files by name in a bucket that is not a store of blobs. */
export interface BucketFiles {
  /** What throws half-way leaves nothing under the name. */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Throws BlobMissing where there is none. */
  get(name: string): Promise<Readable>
  list(prefix: string): AsyncGenerator<{ name: string; size: number }>
  remove(name: string): Promise<void>
}
