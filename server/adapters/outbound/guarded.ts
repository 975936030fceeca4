import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Outbound, PrivateAddress } from '../../ports/outbound.ts'

const TIMEOUT_MS = 10_000

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // Old forms of IPv4 in IPv6, loopback and the empty address among them; then 6to4 and Teredo, which hide an IPv4 address.
  ['::', 96],
  ['2002::', 16],
  ['2001::', 32],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** An IPv4 address in IPv6 clothes is judged as what it is. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPrivate(mapped)
  if (/^::ffff:/i.test(address)) return true
  const family = isIP(address)
  return family === 0 || closed.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function parseUrl(url: string): URL {
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw new TypeError('only http and https are used')
  if (parsed.username || parsed.password) throw new TypeError('an address must not carry a password')
  return parsed
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const systemResolve: Resolve = host => lookup(host, { all: true })

/** `askNames` is the system's resolver, unless a test puts a treacherous one in its place. */
export function guardedOutbound({
  allowPrivate,
  askNames = systemResolve,
}: {
  allowPrivate: boolean
  askNames?: Resolve
}): Outbound {
  async function resolve(host: string): Promise<{ address: string; family: number }> {
    const all = await askNames(bare(host))
    // One private answer among public ones is enough to refuse: which of them is used is not ours to say.
    if (!allowPrivate && all.some(({ address }) => isPrivate(address)))
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

  return {
    lookup: guardedLookup,
    check: async url => void (await resolve(parseUrl(url).hostname)),
    async post(url, headers, body) {
      const target = parseUrl(url)
      // A literal address is never looked up, so it is judged here.
      if (isIP(bare(target.hostname))) await resolve(target.hostname)
      const request = target.protocol === 'https:' ? httpsRequest : httpRequest
      return new Promise((resolvePost, reject) => {
        const call = request(
          target,
          {
            method: 'POST',
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
            lookup: guardedLookup,
            timeout: TIMEOUT_MS,
            agent: false,
          },
          response => {
            response.resume()
            resolvePost({ status: response.statusCode ?? 0 })
          },
        )
        const deadline = setTimeout(() => call.destroy(new Error('the receiver did not answer in time')), TIMEOUT_MS)
        call.on('close', () => clearTimeout(deadline))
        call.on('error', reject)
        call.end(body)
      })
    },
  }
}
