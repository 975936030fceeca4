import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import { type S3Options, type SignedCall, signedRequests } from './s3-signed.ts'

const CONNECT_MS = 5_000
export const ATTEMPTS = 3
/** Of a server that takes its time over a list, or over putting parts together. */
const IDLE_MS = 15_000
/** Of one that has a file to send or to take. With what the SDK adds to each attempt, all of them together stay under 20 s. */
export const SILENT_MS = 5_000
const STALL_MS = 30_000

export interface Bucket {
  name: string
  prefix: string
  s3: S3
  /** For downloads: their sockets may rest as long as the reader does, which the other client would take for a dead server. */
  reader: S3
  /** The short way, to be tried first. */
  ask: SignedCall
  /** For what has waited in vain once already. */
  again: S3
}

/** The SDK costs 24 MB, so it is loaded only by a process that uses S3. */
export async function connectBucket(options: S3Options): Promise<Bucket> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const shared = {
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    forcePathStyle: options.addressing !== 'virtual',
    maxAttempts: ATTEMPTS,
    // Few servers know the newer checksums, and none that was tried verifies them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const
  const agent = { maxSockets: 512, ...(options.lookup ? { lookup: options.lookup } : {}) }
  const sockets = { connectionTimeout: CONNECT_MS, httpAgent: agent, httpsAgent: agent }
  // The first attempt is that of `ask`.
  const repeated = { ...shared, maxAttempts: ATTEMPTS - 1 }
  return {
    name: options.bucket,
    prefix: options.prefix ?? '',
    s3: new S3({ ...shared, requestHandler: { ...sockets, socketTimeout: IDLE_MS } }),
    ask: signedRequests(options, SILENT_MS),
    again: new S3({ ...repeated, requestHandler: { ...sockets, socketTimeout: SILENT_MS } }),
    reader: new S3({
      ...repeated,
      requestHandler: { ...sockets, socketTimeout: 0, requestTimeout: SILENT_MS, throwOnRequestTimeout: true },
    }),
  }
}

/** Ends a download when the server sends nothing although the reader is waiting; a reader may pause as long as it likes. */
export function guardStall(body: IncomingMessage): Readable {
  const step = STALL_MS / 6
  let waitedMs = 0
  let received = -1
  const timer = setInterval(() => {
    const before = received
    received = body.socket?.bytesRead ?? 0
    const waiting = received === before && body.readableLength === 0 && !body.isPaused()
    waitedMs = waiting ? waitedMs + step : 0
    if (waitedMs >= STALL_MS) body.destroy(new Error(`S3 sent nothing for ${STALL_MS / 1000} s`))
  }, step).unref()
  body.once('close', () => clearInterval(timer))
  return body
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 || nameOf(error) === 'NoSuchKey'
}

export function isUnsatisfiableRange(error: unknown): boolean {
  return statusOf(error) === 416
}

/** Somebody else was first, by an If-None-Match or at the same moment. */
export function isTaken(error: unknown): boolean {
  return statusOf(error) === 412 || statusOf(error) === 409
}

export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === 501 || statusOf(error) === 405
}

/** A full bucket gets the code that a full disk has, so that callers need to know one; silence and refusal have their own. */
export function explain(error: unknown): unknown {
  const code = codeFor(error)
  return code && error instanceof Error ? Object.assign(error, { code }) : error
}

function codeFor(error: unknown): string | undefined {
  if (nameOf(error) === 'TimeoutError') return 'STORAGE_SILENT'
  if (statusOf(error) === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(nameOf(error) ?? '')) return 'ENOSPC'
  return (statusOf(error) ?? 0) >= 400 ? 'STORAGE_REFUSES' : undefined
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

function nameOf(error: unknown): string | undefined {
  return (error as Error).name
}
