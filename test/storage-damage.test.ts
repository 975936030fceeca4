import { readdir, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** What people notice of a disk that has lost bytes: an answer that says so, and never half a file that looks whole. */

let server: RunningServer
let anna: Person

beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
})
afterAll(() => server.stop())

/** A file of 300 kB, and where its bytes lie. */
async function aFile(letter: string) {
  const { id } = await anna.upload('a.txt', letter.repeat(300_000))
  const { content_hash } = await anna.read(id)
  const folder = join(server.dataDir, 'blobs', anna.id, content_hash.slice(0, 2))
  const name = (await readdir(folder)).find(found => found.startsWith(content_hash))!
  return { id, path: join(folder, name) }
}

const asksFor = (id: string) => ({
  whole: () => anna.get(`/v1/objects/${id}/content`),
  within: () => anna.get(`/v1/objects/${id}/content`, { range: 'bytes=0-99' }),
  beyond: () => anna.get(`/v1/objects/${id}/content`, { range: 'bytes=200000-200099' }),
  archive: () => anna.post('/v1/objects/archive', { object_ids: [id] }),
})

async function refusals(id: string) {
  for (const [name, ask] of Object.entries(asksFor(id))) {
    const { status, body, headers } = await ask()
    expect([name, status, body?.code]).toEqual([name, 503, 'bytes_missing'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
}

test('a file that was cut short on the disk is refused, not sent in part', async () => {
  const { id, path } = await aFile('a')
  await truncate(path, 100_000)
  await refusals(id)
})

test('bytes that are away are told as such, and come back with the disk', async () => {
  const { id, path } = await aFile('b')
  await rename(path, `${path}-away`)
  await refusals(id)
  await rename(`${path}-away`, path)
  expect((await asksFor(id).whole()).text).toBe('b'.repeat(300_000))
  expect((await asksFor(id).beyond()).text).toBe('b'.repeat(100))
  expect((await asksFor(id).archive()).status).toBe(200)
})
