import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BlobListing, BlobMissing, type BlobStore, type PutOptions, type StoredBlob } from '../../ports/blobs.ts'
import { freshFolder } from '../pool/fresh-folder.ts'
import { type Bucket, connectBucket, explain, guardStall, isMissing, isUnsatisfiableRange } from './s3-bucket.ts'
import { abandonUploads, putParts } from './s3-parts.ts'
import { drained, type S3Options } from './s3-signed.ts'

const OWNER = /^[0-9a-f-]{36}$/
const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/
const WHOLE_BYTES = 5 * 1024 * 1024
const CHECK_MS = 5_000

/** Objects named `<prefix><owner>/<uuid>` in a bucket of any S3 server. */
const LENT = 'dossier-blob-'

interface StoreOptions extends S3Options {
  /** Where files are laid for programs that read them from a disk. */
  lentIn: string
}

export async function s3BlobStore(options: StoreOptions): Promise<BlobStore> {
  const bucket = await connectBucket(options)
  return {
    place: 's3',
    put: (owner, bytes, options) => put(bucket, owner, bytes, options),
    get: (key, range, size) => get(bucket, key, range, size),
    size: async key => (KEY.test(key) ? sizeOf(bucket, key) : undefined),
    remove: key => remove(bucket, key),
    list: () => list(bucket),
    withFile: (key, use) => withFile(bucket, key, options.lentIn, use),
    sweep: async olderThan => {
      await removeLent(options.lentIn, olderThan)
      return abandonUploads(bucket, olderThan)
    },
    check: async () => {
      await bucket.s3.headBucket({ Bucket: bucket.name }, { abortSignal: AbortSignal.timeout(CHECK_MS) })
    },
  }
}

function at(bucket: Bucket, key: string) {
  return { Bucket: bucket.name, Key: bucket.prefix + key }
}

async function put(
  bucket: Bucket,
  owner: string,
  bytes: Readable | Buffer,
  options: PutOptions = {},
): Promise<StoredBlob> {
  if (!OWNER.test(owner)) throw new TypeError(`not an owner: ${owner}`)
  const key = `${owner}/${randomUUID()}`
  const seen: Seen = { hash: createHash('sha256'), size: 0, sha256: '' }
  try {
    if (Buffer.isBuffer(bytes) && bytes.length <= WHOLE_BYTES) await sendWhole(bucket, key, see(bytes, seen), seen)
    else await send(bucket, key, bytes, seen)
    const stored = options.readBack ? seen.size : await sizeOf(bucket, key)
    if (stored !== seen.size) throw new Error(`S3 kept ${stored} of ${seen.size} bytes of ${key}`)
  } catch (error) {
    // A refused or unanswered put may still have stored something; nobody knows the key, so nobody can miss it.
    const cleaned = remove(bucket, key, AbortSignal.timeout(CHECK_MS)).catch(() => {})
    const explained = explain(error)
    // One that is silent has been waited for long enough.
    if ((explained as { code?: string }).code !== 'STORAGE_SILENT') await cleaned
    throw explained
  }
  return { key, size: seen.size, sha256: digest(seen) }
}

interface Seen {
  hash: Hash
  size: number
  sha256: string
}

function see(chunk: Buffer, seen: Seen): Buffer {
  seen.hash.update(chunk)
  seen.size += chunk.length
  return chunk
}

/** A hash can be asked only once. */
function digest(seen: Seen): string {
  seen.sha256 ||= seen.hash.digest('hex')
  return seen.sha256
}

async function sendWhole(bucket: Bucket, key: string, Body: Buffer, seen: Seen): Promise<void> {
  const request = { method: 'PUT', key: bucket.prefix + key, body: Body, sha256: digest(seen) } as const
  const { answer, silent } = await bucket.ask(request)
  if (await drained(answer)) return
  await (silent ? bucket.again : bucket.s3).putObject({ ...at(bucket, key), Body, ContentLength: Body.length })
}

/** Small bodies go as one request of known length, larger ones as parts. */
async function send(bucket: Bucket, key: string, bytes: Readable | Buffer, seen: Seen): Promise<void> {
  const chunks = watch(Buffer.isBuffer(bytes) ? [bytes] : bytes.iterator({ destroyOnReturn: false }), seen)
  const head: Buffer[] = []
  let size = 0
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head.push(next.value)
    size += next.value.length
    if (size > WHOLE_BYTES) return putParts(bucket, bucket.prefix + key, chain(head, chunks))
  }
  await sendWhole(bucket, key, Buffer.concat(head), seen)
}

async function* chain(head: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  while (head.length > 0) yield head.shift()! // so that what is sent can be forgotten
  yield* rest
}

async function* watch(bytes: Iterable<Buffer> | AsyncIterable<Buffer | string>, seen: Seen): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield see(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, seen)
}

async function get(
  bucket: Bucket,
  key: string,
  range?: { start: number; end: number },
  size?: number,
): Promise<Readable> {
  if (!KEY.test(key)) throw new BlobMissing(key)
  const { answer } = await bucket.ask({ method: 'GET', key: bucket.prefix + key, range })
  const body = answer ?? (await getBySdk(bucket, key, range))
  const found = body ? (sizeSaid(body) ?? size) : 0
  if (size === undefined || found === size) return body ? guardStall(body) : Readable.from([])
  body?.destroy()
  throw new BlobMissing(key, `${key} has ${found} of ${size} bytes`)
}

/** Undefined: there is nothing in the range. */
async function getBySdk(bucket: Bucket, key: string, range?: { start: number; end: number }) {
  try {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await bucket.reader.getObject({ ...at(bucket, key), Range })
    return Body as IncomingMessage
  } catch (error) {
    if (isMissing(error)) throw new BlobMissing(key)
    if (range && isUnsatisfiableRange(error)) return undefined
    throw explain(error)
  }
}

/** How long the whole is, of which a range may be the answer; not every server says it. */
function sizeSaid({ headers }: IncomingMessage): number | undefined {
  const said = headers['content-range']?.split('/')[1] ?? headers['content-length']
  return said && /^\d+$/.test(said) ? Number(said) : undefined
}

async function sizeOf(bucket: Bucket, key: string): Promise<number | undefined> {
  const head = await bucket.s3.headObject(at(bucket, key)).catch(error => {
    if (!isMissing(error)) throw error
  })
  return head?.ContentLength
}

async function remove(bucket: Bucket, key: string, abortSignal?: AbortSignal): Promise<void> {
  if (!KEY.test(key)) return
  const { answer, silent } = abortSignal ? {} : await bucket.ask({ method: 'DELETE', key: bucket.prefix + key })
  if (await drained(answer)) return
  await (silent ? bucket.again : bucket.s3).deleteObject(at(bucket, key), { abortSignal }).catch(error => {
    if (!isMissing(error)) throw error
  })
}

async function* list(bucket: Bucket): AsyncGenerator<BlobListing> {
  let ContinuationToken: string | undefined
  do {
    const page = await bucket.s3.listObjectsV2({ Bucket: bucket.name, Prefix: bucket.prefix, ContinuationToken })
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      const key = Key?.slice(bucket.prefix.length) ?? ''
      // The bucket may hold what others put there.
      if (KEY.test(key)) yield { key, size: Size ?? 0, modified: LastModified ?? new Date() }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function withFile<T>(bucket: Bucket, key: string, lentIn: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await freshFolder(lentIn, LENT)
  try {
    const path = join(folder, 'blob')
    await pipeline(await get(bucket, key), createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies that were lent to a program when the process was killed. */
async function removeLent(lentIn: string, olderThan: Date): Promise<void> {
  for (const name of (await readdir(lentIn).catch(() => [])).filter(found => found.startsWith(LENT))) {
    const folder = join(lentIn, name)
    const found = await stat(folder).catch(() => undefined)
    if (found && found.mtime < olderThan) await rm(folder, { recursive: true, force: true })
  }
}
