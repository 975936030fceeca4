/** What the tests use of s3rver, which brings no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  type Stored = { size: number; md5: string }

  type Found = { content?: Readable; range?: { start: number; end: number } }

  interface Store {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putObject(object: { bucket: string; key: string }): Promise<Stored>
    putPart(bucket: string, uploadId: string, number: number, content: Readable): Promise<Stored>
    deleteObject(bucket: string, key: string): Promise<void>
    getObject(bucket: string, key: string, range?: { start?: number; end?: number }): Promise<Found | null>
  }

  export default class S3rver {
    constructor(options: Record<string, unknown>)
    readonly store: Store
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
