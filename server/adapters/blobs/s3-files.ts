import type { IncomingMessage } from 'node:http'
import { BlobMissing } from '../../ports/blobs.ts'
import type { BucketFile, BucketFiles } from '../../ports/bucket-files.ts'
import { type Bucket, connectBucket, explain, guardStall, isMissing, isNotImplemented, isTaken } from './s3-bucket.ts'
import { abandonUploads, putParts } from './s3-parts.ts'
import type { S3Options } from './s3-signed.ts'

/** Small files go as one request, larger ones in parts, which become a file only when all of them are there. */
const WHOLE_BYTES = 5 * 1024 * 1024

export async function s3Files(options: S3Options): Promise<BucketFiles> {
  const bucket = await connectBucket(options)
  const at = (name: string) => ({ Bucket: bucket.name, Key: bucket.prefix + name })
  const explained = (error: unknown) => {
    throw explain(error)
  }
  return {
    put: (name, bytes) => put(bucket, bucket.prefix + name, bytes).catch(explained),
    create: (name, bytes) => create(bucket, bucket.prefix + name, bytes).catch(explained),
    async get(name) {
      try {
        return guardStall((await bucket.reader.getObject(at(name))).Body as IncomingMessage)
      } catch (error) {
        throw isMissing(error) ? new BlobMissing(name) : explain(error)
      }
    },
    list: prefix => list(bucket, prefix),
    remove: async name => void (await bucket.s3.deleteObject(at(name)).catch(explained)),
    abandon: olderThan => abandonUploads(bucket, olderThan).catch(explained),
  }
}

async function put(bucket: Bucket, Key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const source = bytes[Symbol.asyncIterator]()
  const head: Buffer[] = []
  let size = 0
  for (let next = await source.next(); !next.done; next = await source.next()) {
    head.push(next.value)
    size += next.value.length
    if (size > WHOLE_BYTES) return putParts(bucket, Key, chain(head, source))
  }
  await bucket.s3.putObject({ Bucket: bucket.name, Key, Body: Buffer.concat(head), ContentLength: size })
}

async function create(bucket: Bucket, Key: string, Body: Buffer): Promise<boolean> {
  const object = { Bucket: bucket.name, Key, Body, ContentLength: Body.length }
  try {
    await bucket.s3.putObject({ ...object, IfNoneMatch: '*' })
    return true
  } catch (error) {
    if (isTaken(error)) return false
    if (!isNotImplemented(error)) throw error
    await bucket.s3.putObject(object)
    return true
  }
}

async function* chain(head: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  while (head.length > 0) yield head.shift()! // so that what is sent can be forgotten
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function* list(bucket: Bucket, prefix: string): AsyncGenerator<BucketFile> {
  let ContinuationToken: string | undefined
  do {
    const page = await bucket.s3
      .listObjectsV2({ Bucket: bucket.name, Prefix: bucket.prefix + prefix, ContinuationToken })
      .catch(error => {
        throw explain(error)
      })
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      yield { name: Key!.slice(bucket.prefix.length), size: Number(Size ?? 0), modified: LastModified ?? new Date() }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
}
