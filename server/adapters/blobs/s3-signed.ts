import { createHash, createHmac } from 'node:crypto'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { withoutEnd } from '../../lib/trim.ts'

const SOCKETS = 512
const EMPTY = createHash('sha256').digest('hex')
/** Names that are the same in a path and in a host name, whoever builds the address. */
const PLAIN_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** `path` puts the bucket into the path, `virtual` into the host name. */
  addressing?: 'path' | 'virtual'
  prefix?: string
  /** Resolves the endpoint's name at each connection. */
  lookup?: LookupFunction
}

export interface SignedRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  /** With the prefix. */
  key: string
  query?: Record<string, string>
  range?: { start: number; end: number }
  body?: Buffer
  /** Of the body, where it is known already. */
  sha256?: string
}

export interface SignedReply {
  /** Undefined: not answered as hoped, for whatever reason. */
  answer?: IncomingMessage
  /** The server said nothing at all, for as long as it is waited for. */
  silent?: boolean
}

export type SignedCall = (request: SignedRequest) => Promise<SignedReply>

interface Target {
  secure: boolean
  host: string
  hostname: string
  port: string
  path: string
}

/**
 * The three requests that each file costs, signed and sent with nothing in between: the SDK spends several milliseconds of
 * the one thread on each. What is not answered with success is for the SDK to ask again: it knows how to repeat, how to
 * correct a clock and how to name a failure.
 */
export function signedRequests(options: S3Options, idleMs: number): SignedCall {
  const target = targetOf(options)
  if (!target) return async () => ({})
  const settings = { keepAlive: true, maxSockets: SOCKETS, ...(options.lookup ? { lookup: options.lookup } : {}) }
  const agent = target.secure ? new HttpsAgent(settings) : new HttpAgent(settings)
  const sign = signer(options, target)
  return wanted =>
    new Promise(resolve => {
      const { method, range, body } = wanted
      const { path, headers } = sign(wanted)
      if (body) headers['content-length'] = String(body.length)
      if (range) headers.range = `bytes=${range.start}-${range.end}`
      const { hostname, port } = target
      const send = target.secure ? httpsRequest : httpRequest
      const call = send({ method, hostname, port, path, headers, agent, timeout: idleMs }, answer => {
        // A reader may take as long as it likes; whoever reads watches for a silent server.
        if (method === 'GET') call.setTimeout(0)
        if (answer.statusCode! >= 200 && answer.statusCode! < 300) return resolve({ answer })
        answer.resume()
        resolve({})
      })
      call.on('timeout', () => {
        resolve({ silent: true })
        call.destroy()
      })
      call.on('error', () => resolve({}))
      call.end(body)
    })
}

/** Undefined where the address cannot be told with certainty. */
function targetOf({ endpoint, bucket, addressing }: S3Options): Target | undefined {
  const { protocol, hostname, port, pathname } = new URL(endpoint)
  if (!PLAIN_NAME.test(bucket)) return undefined
  const base = withoutEnd(pathname, /\//)
  const bare = hostname.replace(/^\[|\]$/g, '')
  const inHost = addressing === 'virtual'
  if (inHost && isIP(bare)) return undefined
  const name = inHost ? `${bucket}.${hostname}` : hostname
  return {
    secure: protocol === 'https:',
    host: port ? `${name}:${port}` : name,
    hostname: inHost ? name : bare,
    port: port || (protocol === 'https:' ? '443' : '80'),
    path: inHost ? base : `${base}/${bucket}`,
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS signature, version 4. */
function signer({ accessKey, secretKey, region }: S3Options, target: Target) {
  let day = ''
  let dayKey: Buffer = Buffer.alloc(0)
  const keyOf = (date: string) => {
    if (date !== day) {
      dayKey = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, date))
      day = date
    }
    return dayKey
  }
  return ({ method, key, query = {}, body, sha256 }: SignedRequest) => {
    const now = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '')
    const scope = `${now.slice(0, 8)}/${region}/s3/aws4_request`
    const payload = sha256 ?? (body ? createHash('sha256').update(body).digest('hex') : EMPTY)
    const path = `${target.path}/${key.split('/').map(encode).join('/')}`
    const asked = Object.entries(query)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&')
    const fields = `host:${target.host}\nx-amz-content-sha256:${payload}\nx-amz-date:${now}\n`
    const names = 'host;x-amz-content-sha256;x-amz-date'
    const canonical = [method, path, asked, fields, names, payload].join('\n')
    const digest = createHash('sha256').update(canonical).digest('hex')
    const signature = hmac(keyOf(now.slice(0, 8)), `AWS4-HMAC-SHA256\n${now}\n${scope}\n${digest}`).toString('hex')
    const headers: Record<string, string> = {
      host: target.host,
      'x-amz-date': now,
      'x-amz-content-sha256': payload,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
      ...(body ? { 'content-type': 'application/octet-stream' } : {}),
    }
    return { path: asked ? `${path}?${asked}` : path, headers }
  }
}

/** Takes what an answer still says, so that its socket can be used again; false when it broke off, or there was none. */
export const drained = (answer: IncomingMessage | undefined): Promise<boolean> =>
  new Promise(resolve => {
    if (!answer) return resolve(false)
    answer.once('end', () => resolve(true))
    answer.once('close', () => resolve(answer.complete))
    answer.resume()
  })
