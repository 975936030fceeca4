import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '../../../test/support/s3-server.ts'
import type { BlobStore } from '../../ports/blobs.ts'
import { blobStoreContract } from './blobs.contract.ts'
import { s3BlobStore } from './s3.ts'
import { ATTEMPTS, SILENT_MS } from './s3-bucket.ts'

const MIB = 1024 * 1024
const lentIn = join(mkdtempSync(join(tmpdir(), 'dossier-lent-')), 'lent')
const owner = randomUUID()
let server: S3Server
let store: BlobStore

blobStoreContract('s3', async () => {
  const own = await startS3Server()
  return { store: await connect(own, { prefix: 'some/where/' }), done: own.close }
})

beforeAll(async () => {
  server = await startS3Server()
  store = await connect(server)
})
afterEach(() => server.heal())
afterAll(() => server?.close())

function connect(to: S3Server, changes: { secretKey?: string; prefix?: string } = {}): Promise<BlobStore> {
  const { endpoint, bucket, accessKey, secretKey } = to
  return s3BlobStore({ endpoint, bucket, region: 'us-east-1', accessKey, secretKey, lentIn, ...changes })
}

function manyBytes(mib: number): Readable {
  return Readable.from(
    Array.from({ length: mib * 16 }, () => Buffer.alloc(65_536, 5)),
    { objectMode: false },
  )
}

async function keysOf(of: BlobStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of of.list()) keys.push(key)
  return keys
}

test('the wrong secret is refused', async () => {
  const stranger = await connect(server, { secretKey: 'guessed' })
  const { key } = await store.put(owner, Buffer.from('private'))
  await expect(stranger.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  await expect(stranger.get(key)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  await expect(stranger.put(owner, Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
})

test('a file that is put, read and removed costs three requests, each signed well at the first try', async () => {
  const before = server.requests.length
  const { key } = await store.put(owner, Buffer.from('short'), { readBack: true })
  expect((await buffer(await store.get(key))).toString()).toBe('short')
  await store.remove(key)
  expect(server.requests.slice(before).map(line => line.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
})

test('no part of a large file is sent twice', async () => {
  const before = server.requests.length
  const { key } = await store.put(owner, manyBytes(17), { readBack: true })
  const parts = server.requests.slice(before).filter(line => line.includes('partNumber='))
  expect(parts.length).toBe(3)
  await store.remove(key)
})

test('two prefixes share a bucket without seeing each other', async () => {
  const [one, other] = await Promise.all([connect(server, { prefix: 'one/' }), connect(server, { prefix: 'other/' })])
  const { key } = await one.put(owner, Buffer.from('mine'))
  expect(await keysOf(one)).toEqual([key])
  expect(await keysOf(other)).toEqual([])
  expect(await other.size(key)).toBeUndefined()
})

test.each([
  ['a part', /PUT .*partNumber=2/],
  ['the last call', /POST .*uploadId=/],
])('when %s fails, the upload is aborted and the reason is told', async (_, match) => {
  const before = await keysOf(store)
  server.fail(400, match)
  await expect(store.put(owner, manyBytes(17))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 400 },
    code: 'STORAGE_REFUSES',
  })
  server.heal()
  expect(server.requests.filter(line => /^DELETE .*uploadId=/.test(line)).length).toBeGreaterThan(0)
  expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(0)
  expect(await keysOf(store)).toEqual(before)
})

test('an upload that could not even be aborted is swept later', async () => {
  server.fail(400, /PUT .*partNumber=3|DELETE/)
  await expect(store.put(owner, manyBytes(17))).rejects.toThrow()
  server.heal()
  expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0)
  expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(1)
  expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(0)
})

test('a server that cannot list uploads is not swept', async () => {
  server.fail(501, /uploads/)
  expect(await store.sweep(new Date())).toBe(0)
})

test('a full bucket has the code of a full disk', async () => {
  server.fail('full')
  await expect(store.put(owner, Buffer.from('no room'))).rejects.toMatchObject({ code: 'ENOSPC' })
})

test.each([500, 503, 403])('one that answers %s refuses, and is told from what is broken here', async status => {
  const { key } = await store.put(owner, Buffer.from('before'))
  server.fail(status)
  await expect(store.put(owner, Buffer.from('no'))).rejects.toMatchObject({ code: 'STORAGE_REFUSES' })
  await expect(store.get(key)).rejects.toMatchObject({ code: 'STORAGE_REFUSES' })
})

test('a passing failure is tried again', async () => {
  server.fail(503, /^PUT/)
  setTimeout(server.heal, 50)
  const { key } = await store.put(owner, Buffer.from('at last'))
  expect((await buffer(await store.get(key))).toString()).toBe('at last')
})

test('a hanging server fails the check when its few seconds are over', async () => {
  server.fail('hang')
  const over = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal)
  const asked = server.requests.length
  const checked = store.check()
  await vi.waitUntil(() => server.requests.length > asked, 10_000)
  over.abort()
  await expect(checked).rejects.toThrow()
  expect(limit.mock.lastCall![0]).toBeLessThanOrEqual(5000)
  limit.mockRestore()
})

test('a server that takes a file or sends one in silence is asked for less than 20 s', { tags: ['long'] }, async () => {
  const { key } = await store.put(owner, Buffer.from('before'))
  const before = server.requests.length
  server.fail('hang')
  await Promise.all([
    expect(store.get(key)).rejects.toMatchObject({ code: 'STORAGE_SILENT' }),
    expect(store.put(owner, Buffer.from('lost'))).rejects.toMatchObject({ code: 'STORAGE_SILENT' }),
  ])
  // And once to clean up.
  expect(server.requests.length - before).toBeLessThanOrEqual(2 * ATTEMPTS + 1)
  expect(ATTEMPTS * SILENT_MS).toBeLessThan(20_000)
})

test('a large stream is sent in few megabytes at a time', async () => {
  const before = process.memoryUsage.rss()
  const { key, size } = await store.put(owner, manyBytes(64))
  expect(size).toBe(64 * MIB)
  expect((process.memoryUsage.rss() - before) / MIB).toBeLessThan(150) // the server shares this process
  await store.remove(key)
})
