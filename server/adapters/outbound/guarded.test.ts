import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { PrivateAddress } from '../../ports/outbound.ts'
import { guardedBuckets } from '../buckets/guarded-s3.ts'
import { isPrivate } from './addresses.ts'
import { guardedOutbound } from './guarded.ts'

/** The first, a middle and the last address of every range that IANA keeps back, and its neighbours that are not. */
test('every special-purpose range is closed to its edges, and what lies beside it is open', () => {
  const ranges: [string, string, string[]][] = [
    ['0.0.0.0', '0.255.255.255', ['1.0.0.0']],
    ['10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
    ['100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
    ['127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
    ['169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
    ['172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
    ['192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
    ['192.0.2.0', '192.0.2.255', ['192.0.3.0']],
    ['192.31.196.0', '192.31.196.255', ['192.31.197.0']],
    ['192.52.193.0', '192.52.193.255', ['192.52.194.0']],
    ['192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
    ['192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
    ['192.175.48.0', '192.175.48.255', ['192.175.49.0']],
    ['198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
    ['198.51.100.0', '198.51.100.255', ['198.51.101.0']],
    ['203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
    ['224.0.0.0', '239.255.255.255', ['223.255.255.255']],
    ['240.0.0.0', '255.255.255.255', []],
    ['::', '::ffff:ffff', []],
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff', []],
    ['::ffff:10.0.0.1', '::ffff:192.168.255.255', ['::ffff:8.8.8.8', '::ffff:808:808']],
    ['64:ff9b::10.0.0.1', '64:ff9b::c0a8:ffff', ['64:ff9b::8.8.8.8', '64:ff9b::808:808']],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', []],
    ['64:ff9b:1::8.8.8.8', '64:ff9b:2::1', []],
    ['100::', '100::ffff:ffff:ffff:ffff', []],
    ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', []],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:200::']],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:db7:ffff::', '2001:db9::']],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['2003::']],
    ['2002:808:808::1', '2002:7f00:1::1', []],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', ['2620:4f:8001::']],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', ['3fff:1000::']],
    ['4000::', '5f00::1', []],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
    ['fe80::1%eth0', '2001:4860:4860::8888%eth0', []],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', []],
  ]
  for (const [first, last, beside] of ranges) {
    for (const address of [first, last])
      expect({ address, closed: isPrivate(address) }).toEqual({ address, closed: true })
    for (const address of beside) expect({ address, closed: isPrivate(address) }).toEqual({ address, closed: false })
  }
})

test('private, loopback, link-local and mapped addresses are private', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'not an address',
  ])
    expect({ address, private: isPrivate(address) }).toEqual({ address, private: true })
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])
    expect({ address, private: isPrivate(address) }).toEqual({ address, private: false })
})

const LIMITS = { maxBytes: 1000, deadlineMs: 5000 }

test('nothing is sent to this machine unless it is allowed', async () => {
  let hits = 0
  const server = createServer((_request, response) => {
    hits++
    response.end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const closed = guardedOutbound({ allowPrivate: false })
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    await expect(closed.check(`http://${host}:${port}/`)).rejects.toThrow(PrivateAddress)
    await expect(closed.post(`http://${host}:${port}/`, {}, '')).rejects.toThrow(PrivateAddress)
    await expect(closed.get(`http://${host}:${port}/`, LIMITS)).rejects.toThrow(PrivateAddress)
  }
  await expect(closed.check('file:///etc/passwd')).rejects.toThrow(TypeError)
  await expect(closed.check('http://user:pass@example.org/')).rejects.toThrow(TypeError)
  expect(hits).toBe(0)
  const open = guardedOutbound({ allowPrivate: true })
  expect(await open.post(`http://127.0.0.1:${port}/`, {}, 'x')).toEqual({ status: 200 })
  expect(hits).toBe(1)
  await new Promise(done => server.close(done))
})

test('a name that turns private after the check is refused at the connection, for requests and for buckets', async () => {
  let hits = 0
  const server = createServer((_request, response) => {
    hits++
    response.end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  let asked = 0
  // Public when it is checked, this machine when it is used.
  const askNames = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
  const outbound = guardedOutbound({ allowPrivate: false, askNames })
  await outbound.check(`http://rebind.example:${port}/`)
  await expect(outbound.post(`http://rebind.example:${port}/`, {}, 'x')).rejects.toThrow(PrivateAddress)
  asked = 0
  const bucket = await guardedBuckets(outbound, '/nowhere').open({
    endpoint: `http://rebind.example:${port}`,
    bucket: 'b',
    region: 'r',
    accessKey: 'a',
    secretKey: 's',
    addressing: 'path',
  })
  await expect(bucket.check()).rejects.toThrow(PrivateAddress)
  expect(hits).toBe(0)
  await new Promise(done => server.close(done))
})

test('a page that leads into a private network is not followed there', async () => {
  const server = createServer((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  let asked = 0
  // The first name is let through to this machine; what it leads to is judged by itself.
  const askNames = async (host: string) => {
    asked++
    if (host === '10.0.0.1') return [{ address: host, family: 4 }]
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const outbound = guardedOutbound({ allowPrivate: false, askNames, isClosed: address => address === '10.0.0.1' })
  await expect(outbound.get(`http://page.example:${port}/`, LIMITS)).rejects.toThrow(PrivateAddress)
  expect(asked).toBe(2)
  await new Promise(done => server.close(done))
})

test('an answer that is too large or too slow is given up', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(2000))
    else response.write('a beginning')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const open = guardedOutbound({ allowPrivate: true })
  await expect(open.get(`http://127.0.0.1:${port}/large`, LIMITS)).rejects.toThrow('too large')
  await expect(open.get(`http://127.0.0.1:${port}/slow`, { ...LIMITS, deadlineMs: 200 })).rejects.toThrow('in time')
  server.closeAllConnections()
  await new Promise(done => server.close(done))
})
