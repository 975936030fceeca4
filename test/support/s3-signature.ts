import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  accessKey: string
  secretKey: string
}

interface Claim {
  credential: string[]
  signedHeaders: string[]
  signature: string
  date: string
  payload: string
}

/** Whether the request carries an AWS signature, version 4, made with the right secret: in a header or in the query. */
export function isSignedWith(keys: Keys, request: IncomingMessage): boolean {
  const url = new URL(request.url ?? '/', 'http://s3')
  const claim = url.searchParams.has('X-Amz-Signature') ? fromQuery(url) : fromHeader(request)
  if (!claim || claim.credential[0] !== keys.accessKey || claim.credential.length !== 5) return false
  const scope = claim.credential.slice(1)
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonical(request, url, claim))].join('\n')
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secretKey}`)
  const expected = hmac(key, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function fromHeader(request: IncomingMessage): Claim | undefined {
  const [scheme, rest = ''] = (request.headers.authorization ?? '').split(/ (.*)/s)
  const fields = Object.fromEntries(rest.split(/,\s*/).map(field => field.split(/=(.*)/s).slice(0, 2)))
  if (scheme !== 'AWS4-HMAC-SHA256' || !fields.Credential || !fields.SignedHeaders) return
  return {
    credential: fields.Credential.split('/'),
    signedHeaders: fields.SignedHeaders.split(';'),
    signature: fields.Signature ?? '',
    date: String(request.headers['x-amz-date']),
    payload: String(request.headers['x-amz-content-sha256']),
  }
}

function fromQuery(url: URL): Claim | undefined {
  const field = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(field('Date')) ?? []
  const signed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!(Date.now() <= signed + Number(field('Expires')) * 1000)) return
  return {
    credential: field('Credential').split('/'),
    signedHeaders: field('SignedHeaders').split(';'),
    signature: field('Signature'),
    date: field('Date'),
    payload: 'UNSIGNED-PAYLOAD',
  }
}

function canonical(request: IncomingMessage, url: URL, { signedHeaders, payload }: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const headers = signedHeaders.map(name => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const path = url.pathname.split('/').map(part => encode(decodeURIComponent(part)))
  return [request.method, path.join('/'), query.join('&'), headers.join(''), signedHeaders.join(';'), payload].join(
    '\n',
  )
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
