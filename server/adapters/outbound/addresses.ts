import { BlockList, isIP } from 'node:net'

/**
 * What IANA keeps back for special purposes and is not reachable in the whole Internet, and what wraps an IPv4 address: the
 * registries iana-ipv4-special-registry and iana-ipv6-special-registry, multicast, and site-local addresses of old.
 */
const CLOSED_V4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private use
  ['100.64.0.0', 10], // shared address space of providers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local
  ['172.16.0.0', 12], // private use
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16], // private use
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast among it
]

const CLOSED_V6: [string, number][] = [
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['::ffff:0:0:0', 96], // IPv4-translated
  ['64:ff9b:1::', 48], // IPv4/IPv6 translation, local use
  ['100::', 64], // discard only
  ['100:0:0:1::', 64], // dummy prefix
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which wraps an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
  ['5f00::', 16], // segment routing
  ['fc00::', 7], // unique local
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local, deprecated
  ['ff00::', 8], // multicast
]

const closed = new BlockList()
for (const [net, bits] of CLOSED_V4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of CLOSED_V6) closed.addSubnet(net, bits, 'ipv6')

/** All that is given out for the Internet lies in 2000::/3; NAT64 wraps an address of it. */
const assigned = new BlockList()
assigned.addSubnet('2000::', 3, 'ipv6')
assigned.addSubnet('64:ff9b::', 96, 'ipv6')

/** An IPv4 address in IPv6 clothes is judged as what it is; what is no address at all is closed. */
export function isPrivate(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return closed.check(address, 'ipv4')
  // A zone names a link of this machine.
  if (family === 0 || address.includes('%')) return true
  const inner = innerAddress(groupsOf(address))
  if (inner) return isPrivate(inner)
  return closed.check(address, 'ipv6') || !assigned.check(address, 'ipv6')
}

/** The IPv4 address in a mapped (::ffff:0:0/96) or NAT64 (64:ff9b::/96) one. */
function innerAddress(groups: number[]): string | undefined {
  const starts = (...wanted: number[]) => wanted.every((group, i) => groups[i] === group)
  const wraps = starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b, 0, 0, 0, 0)
  return wraps ? dotted(groups[6]!, groups[7]!) : undefined
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (part: string) =>
    part === ''
      ? []
      : part.split(':').flatMap(group => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)]
          const [a, b, c, d] = group.split('.').map(Number)
          return [a! * 256 + b!, c! * 256 + d!]
        })
  const [left, right] = [read(head), tail === undefined ? [] : read(tail)]
  return [...left, ...Array(8 - left.length - right.length).fill(0), ...right]
}
