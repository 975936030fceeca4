import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Fetched, type Outbound, PrivateAddress } from '../../ports/outbound.ts'
import { isPrivate } from './addresses.ts'

const TIMEOUT_MS = 10_000
const MOST_REDIRECTIONS = 3

function parseUrl(url: string): URL {
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw new TypeError('only http and https are used')
  if (parsed.username || parsed.password) throw new TypeError('an address must not carry a password')
  return parsed
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

interface Sending<T> {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  deadlineMs: number
  take(response: IncomingMessage): Promise<T>
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const systemResolve: Resolve = host => lookup(host, { all: true })

/** `askNames` is the system's resolver, unless a test puts a treacherous one in its place; `isClosed` what is kept from. */
export function guardedOutbound({
  allowPrivate,
  askNames = systemResolve,
  isClosed = isPrivate,
}: {
  allowPrivate: boolean
  askNames?: Resolve
  isClosed?: (address: string) => boolean
}): Outbound {
  async function resolve(host: string): Promise<{ address: string; family: number }> {
    const all = await askNames(bare(host))
    // One private answer among public ones is enough to refuse: which of them is used is not ours to say.
    if (!allowPrivate && all.some(({ address }) => isClosed(address)))
      throw new PrivateAddress('the address leads into a private network')
    return all[0]!
  }

  const guardedLookup: LookupFunction = (host, options, callback) => {
    resolve(host).then(
      found => {
        if (options.all) callback(null, [found])
        else callback(null, found.address, found.family)
      },
      error => callback(error as Error, '', 4),
    )
  }

  async function send<T>(url: string, sending: Sending<T>): Promise<T> {
    const target = parseUrl(url)
    // A literal address is never looked up, so it is judged here.
    if (isIP(bare(target.hostname))) await resolve(target.hostname)
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest
    const { method, headers, body, deadlineMs, take } = sending
    return new Promise((done, reject) => {
      const options = { method, headers, lookup: guardedLookup, timeout: deadlineMs, agent: false as const }
      const call = request(target, options, response => take(response).then(done, error => end(error as Error)))
      const end = (error: Error) => {
        reject(error)
        call.destroy()
      }
      const deadline = setTimeout(() => end(new Error('the receiver did not answer in time')), deadlineMs)
      call.on('close', () => clearTimeout(deadline))
      call.on('error', reject)
      call.end(body)
    })
  }

  return {
    lookup: guardedLookup,
    check: async url => void (await resolve(parseUrl(url).hostname)),
    post: (url, headers, body) =>
      send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body,
        deadlineMs: TIMEOUT_MS,
        async take(response) {
          response.resume()
          return { status: response.statusCode ?? 0 }
        },
      }),
    async get(url, { maxBytes, deadlineMs }) {
      const end = Date.now() + deadlineMs
      let next = url
      for (let hop = 0; hop <= MOST_REDIRECTIONS; hop++) {
        const here = next
        const answer = await send(here, {
          method: 'GET',
          headers: { 'user-agent': 'Dossier', accept: 'text/html,text/*;q=0.9,application/pdf;q=0.8' },
          deadlineMs: Math.max(1, end - Date.now()),
          async take(response): Promise<Fetched | string> {
            const { statusCode: status = 0, headers } = response
            if (status >= 300 && status < 400 && headers.location) {
              response.resume()
              return new URL(headers.location, here).href
            }
            return { status, type: headers['content-type'] ?? '', bytes: await bytesOf(response, maxBytes), url: here }
          },
        })
        if (typeof answer !== 'string') return answer
        next = answer
      }
      throw new Error('the page leads on and on')
    },
  }
}

async function bytesOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    if (size > most) throw new Error('the answer is too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
