import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { isSignedWith, type Keys } from './s3-signature.ts'

const BUCKET = 'dossier'
const LIST_UPLOADS = /^GET \/dossier\/?\?(?:.*&)?uploads\b/

type Misbehaviour = number | 'hang' | 'full' | 'slow' | 'lose'

const SLOW_MS = 400

export interface S3Server extends Keys {
  endpoint: string
  bucket: string
  /** `METHOD path?query` of every request, refused ones included. */
  readonly requests: string[]
  /** From now on answers requests (those whose `METHOD path?query` match) with a status, never, as a full disk, late, or as if it had done them. */
  fail(how: Misbehaviour, match?: RegExp): void
  heal(): void
  /** All that is there now was put so much earlier. */
  age(days: number): Promise<void>
  close(): Promise<void>
}

/** An S3 server for tests: s3rver, which believes any signature, behind a door that checks them. */
export async function startS3Server(): Promise<S3Server> {
  const keys: Keys = {
    accessKey: 'S3RVER', // the one name that s3rver knows
    secretKey: `test-${randomUUID()}`,
  }
  const folder = await mkdtemp(join(tmpdir(), 'dossier-s3-'))
  const uploads = join(folder, BUCKET, '._S3rver_uploads')
  const serve = await innerServer(folder)
  const requests: string[] = []
  let failing: { how: Misbehaviour; match: RegExp } | undefined

  const door = createServer((incoming, answer) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push(line)
    if (!isSignedWith(keys, incoming)) return refuse(incoming, answer, 403, 'SignatureDoesNotMatch')
    if (failing?.match.test(line) && misbehave(failing.how, incoming, answer)) return
    if (failing?.how === 'slow' && failing.match.test(line))
      return void setTimeout(() => serve(incoming, answer), SLOW_MS)
    if (LIST_UPLOADS.test(line)) return void listUploads(uploads, answer).catch(error => answer.destroy(error))
    const upload = /^DELETE .*[?&]uploadId=(\w+)/.exec(line)?.[1]
    if (upload) return void abortUpload(join(uploads, upload), answer).catch(error => answer.destroy(error))
    serve(incoming, answer)
  })
  const port = await listen(door)

  return {
    ...keys,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    requests,
    fail: (how, match = /^/) => {
      failing = { how, match }
    },
    heal: () => {
      failing = undefined
    },
    age: async days => {
      const then = new Date(Date.now() - days * 86_400_000)
      for (const entry of await readdir(join(folder, BUCKET), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
    },
    close: async () => {
      door.closeAllConnections()
      await new Promise(done => door.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether that was the answer. */
function misbehave(how: Misbehaviour, incoming: IncomingMessage, answer: ServerResponse): boolean {
  if (how === 'slow') return false
  if (how === 'full' && !/^(PUT|POST)$/.test(incoming.method!)) return false
  if (how === 'lose') incoming.resume().once('end', () => answer.setHeader('etag', '"lost"').end())
  else if (how === 'full') refuse(incoming, answer, 507, 'XMinioStorageFull')
  else if (how !== 'hang') refuse(incoming, answer, how, 'Misbehaving')
  return true
}

/** In the door's own process and without a port of its own: a second hop would cost more than the server itself. */
async function innerServer(directory: string): Promise<RequestListener> {
  const server = new S3rver({
    silent: true,
    allowMismatchedSignatures: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  repair(server.store)
  await server.configureBuckets()
  return server.callback()
}

/** s3rver answers a put before its bytes are in the file, fails to remove what is not there, and reads `0-0` as everything. */
function repair(store: S3rver['store']): void {
  const { putObject, putPart, deleteObject, getObject } = store
  store.putObject = async object => {
    const answer = await putObject.call(store, object)
    await hasSize(store.getResourcePath(object.bucket, object.key, 'object'), answer.size)
    return answer
  }
  store.putPart = async (bucket, uploadId, number, content) => {
    const answer = await putPart.call(store, bucket, uploadId, number, content)
    await hasSize(join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(number)), answer.size)
    return answer
  }
  store.deleteObject = (bucket, key) =>
    deleteObject.call(store, bucket, key).catch(error => {
      if (!['ENOENT', 'ENOTEMPTY'].includes(error.code)) throw error
    })
  store.getObject = async (bucket, key, range) => {
    const object = await getObject.call(store, bucket, key, range)
    if (range?.start !== 0 || range.end !== 0 || !object?.content) return object
    object.content.destroy()
    const content = createReadStream(store.getResourcePath(bucket, key, 'object'), { start: 0, end: 0 })
    return Object.assign(object, { content, range: { start: 0, end: 0 } })
  }
}

async function hasSize(path: string, size: number): Promise<void> {
  while ((await stat(path)).size < size) await new Promise(done => setTimeout(done, 2))
}

/** s3rver knows neither of these two. */
async function listUploads(uploads: string, answer: ServerResponse): Promise<void> {
  const ids = await readdir(uploads).catch(() => [])
  const entries = ids.map(async id => {
    const [key, { mtime }] = await Promise.all([readFile(join(uploads, id, 'key'), 'utf8'), stat(join(uploads, id))])
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`
  })
  const body = (await Promise.all(entries)).join('')
  answer.setHeader('content-type', 'application/xml')
  answer.end(`<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${body}</ListMultipartUploadsResult>`)
}

async function abortUpload(folder: string, answer: ServerResponse): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  answer.writeHead(204).end()
}

function refuse(incoming: IncomingMessage, answer: ServerResponse, status: number, code: string): void {
  incoming.resume()
  answer.writeHead(status, { 'content-type': 'application/xml' })
  answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function listen(server: Server): Promise<number> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
