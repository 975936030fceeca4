import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, call, type Person } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** A service whose tariff holds a thousand bytes. */

let server: RunningServer

beforeAll(async () => {
  const dataDir = await aDataDir()
  const file = join(dataDir, 'tariffs.json')
  const tariffs = { tiny: { monthly_rub: 1, storage_bytes: 1000 }, large: { monthly_rub: null, storage_bytes: null } }
  await writeFile(file, JSON.stringify({ default: 'tiny', tariffs }))
  server = await startServer({ dataDir, env: { TARIFFS_FILE: file } })
})
afterAll(() => server.stop())

const tus = (person: Person, length: number) =>
  person.call('POST', '/v1/uploads', { headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length) } })

test('a full store refuses uploads with 402, and everything else works', async () => {
  const admin = await aPerson(server.url)
  const anna = await aPerson(server.url)
  const first = await anna.upload('a.bin', 'a'.repeat(900))
  expect(await anna.send('b.bin', 'b'.repeat(101))).toMatchObject({ status: 402, body: { code: 'storage_exhausted' } })
  expect((await anna.get('/v1/usage/quota')).body).toMatchObject({ storage_bytes: 900, storage_limit_bytes: 1000 })
  await anna.upload('c.bin', 'c'.repeat(100))
  expect((await anna.send('d.bin', '')).status).toBe(402)
  expect((await tus(anna, 5)).status).toBe(402)
  const { body: folder } = await anna.post('/v1/collections', { name: 'box' })
  const link = await anna.post(`/v1/collections/${folder.id}/shares`, { can_upload: true })
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x')
  const outside = await call('POST', `/v1/share/${link.body.token}/objects`, { raw: form }, server.url)
  expect(outside.status).toBe(402)
  expect((await anna.get(`/v1/objects/${first.id}/content`)).text).toHaveLength(900)
  expect((await anna.patch(`/v1/objects/${first.id}`, { filename: 'z' })).status).toBe(200)
  expect((await anna.get('/v1/objects')).body.total).toBe(2)
  await admin.patch(`/v1/admin/users/${anna.id}`, { tariff: 'large' })
  expect((await anna.send('b.bin', 'b'.repeat(101))).status).toBe(201)
})

test('an open upload counts by the bytes it holds, a finished or given-up one at once', async () => {
  await aPerson(server.url)
  const anna = await aPerson(server.url)
  const stored = async () => (await anna.get('/v1/usage/quota')).body.storage_bytes
  const part = (path: string, offset: number, bytes: number) =>
    anna.call('PATCH', path, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      raw: 'x'.repeat(bytes),
    })
  const begin = async (length: number) => new URL((await tus(anna, length)).headers.get('location')!).pathname

  expect(await tus(anna, 1001)).toMatchObject({ status: 402, body: { code: 'storage_exhausted' } })
  const [one, two] = [await begin(900), await begin(900)]
  expect(await stored()).toBe(0)
  expect((await part(one, 0, 600)).status).toBe(204)
  expect(await stored()).toBe(600)
  // The other one cannot come to its end any more, and nor can a new one that is as long.
  expect((await part(two, 0, 300)).status).toBe(402)
  expect((await tus(anna, 401)).status).toBe(402)
  expect((await anna.send('b.bin', 'b'.repeat(401))).status).toBe(402)
  expect(await stored()).toBe(600)
  const last = await part(one, 600, 300)
  expect(last.status).toBe(204)
  expect((await anna.get(`/v1/objects/${last.headers.get('x-object-id')}`)).body.size).toBe(900)
  expect(await stored()).toBe(900)

  const three = await begin(100)
  expect((await part(three, 0, 60)).status).toBe(204)
  expect(await stored()).toBe(960)
  const dropped = await anna.call('DELETE', three, { headers: { 'tus-resumable': '1.0.0' } })
  expect(dropped.status).toBe(204)
  expect(await stored()).toBe(900)
})

test('many open uploads at once hold no more than the tariff', async () => {
  const bob = await aPerson(server.url)
  const made = await Promise.all(Array.from({ length: 12 }, () => tus(bob, 200)))
  const sent = await Promise.all(
    made.map(({ headers }, n) =>
      bob.call('PATCH', new URL(headers.get('location')!).pathname, {
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        raw: String(n).padEnd(150, '.'),
      }),
    ),
  )
  const kept = sent.filter(reply => reply.status === 204).length
  expect(kept).toBeGreaterThan(0)
  expect(sent.filter(reply => reply.status === 402).length).toBe(12 - kept)
  expect((await bob.get('/v1/usage/quota')).body.storage_bytes).toBe(kept * 150)
  expect(kept * 150).toBeLessThanOrEqual(1000)
})

test('uploads at once do not add up to more than the store holds', async () => {
  const bob = await aPerson(server.url)
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => bob.send(`${n}.bin`, String(n).padEnd(100, '.'))))
  expect(sent.filter(reply => reply.status === 201)).toHaveLength(10)
  expect(sent.filter(reply => reply.status === 402)).toHaveLength(10)
  expect((await bob.get('/v1/usage/quota')).body.storage_bytes).toBe(1000)
})
