import { createHash, randomBytes } from 'node:crypto'
import * as tus from 'tus-js-client'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Person } from '../support/client.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

const begin = (person: Person, length: number, metadata: Record<string, string> = {}) =>
  person.call('POST', '/v1/uploads', {
    headers: {
      ...TUS,
      'upload-length': String(length),
      'upload-metadata': Object.entries({ filename: 'big.txt', ...metadata })
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  })

const pathOf = (location: string | null) => new URL(location!).pathname

const send = (person: Person, path: string, offset: number, bytes: string, more: Record<string, string> = {}) =>
  person.call('PATCH', path, {
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...more },
    raw: bytes,
  })

test('OPTIONS says what is spoken, without a token', async () => {
  const { status, headers } = await call('OPTIONS', '/v1/uploads')
  expect(status).toBe(204)
  expect(headers.get('tus-version')).toBe('1.0.0')
  for (const extension of ['creation', 'checksum', 'expiration', 'termination'])
    expect(headers.get('tus-extension')).toContain(extension)
  expect(headers.get('tus-checksum-algorithm')).toContain('sha1')
  expect(Number(headers.get('tus-max-size'))).toBe(5 * 1024 ** 3)
})

test('an upload in three parts becomes an ordinary object in its folder', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  const made = await begin(anna, 9, { filename: '../часть.txt', collection_id: box.id })
  expect(made.status).toBe(201)
  expect(made.headers.get('upload-expires')).toBeTruthy()
  const path = pathOf(made.headers.get('location'))
  expect((await send(anna, path, 0, 'abc')).headers.get('upload-offset')).toBe('3')
  expect((await send(anna, path, 3, 'def')).headers.get('x-object-id')).toBeNull()
  const head = await anna.call('HEAD', path, { headers: TUS })
  expect(head.headers.get('upload-offset')).toBe('6')
  expect(head.headers.get('upload-length')).toBe('9')
  expect(head.headers.get('cache-control')).toBe('no-store')
  const last = await send(anna, path, 6, 'ghi')
  expect(last.status).toBe(204)
  const id = last.headers.get('x-object-id')!
  expect(await anna.read(id)).toMatchObject({ filename: 'часть.txt', collection_id: box.id, size: 9, status: 'ready' })
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('abcdefghi')
  const again = await anna.call('HEAD', path, { headers: TUS })
  expect(again.headers.get('x-object-id')).toBe(id)
})

test('in one part, empty, and with the creation', async () => {
  const anna = await aPerson()
  const whole = await begin(anna, 5)
  const done = await send(anna, pathOf(whole.headers.get('location')), 0, 'whole')
  expect((await anna.get(`/v1/objects/${done.headers.get('x-object-id')}/content`)).text).toBe('whole')
  const empty = await begin(anna, 0, { filename: 'empty' })
  expect((await anna.get(`/v1/objects/${empty.headers.get('x-object-id')}`)).body.size).toBe(0)
  const direct = await anna.call('POST', '/v1/uploads', {
    headers: { ...TUS, 'upload-length': '6', 'content-type': 'application/offset+octet-stream' },
    raw: 'at once',
  })
  expect(direct.status).toBe(422)
  const exact = await anna.call('POST', '/v1/uploads', {
    headers: { ...TUS, 'upload-length': '7', 'content-type': 'application/offset+octet-stream' },
    raw: 'at once',
  })
  expect((await anna.get(`/v1/objects/${exact.headers.get('x-object-id')}/content`)).text).toBe('at once')
})

test('a chat attachment by tus', async () => {
  const anna = await aPerson()
  const made = await begin(anna, 4, { chat_only: 'true' })
  const done = await send(anna, pathOf(made.headers.get('location')), 0, 'chat')
  expect((await anna.get(`/v1/objects/${done.headers.get('x-object-id')}`)).body.chat_only).toBe(true)
})

test('a part with a wrong checksum is thrown away, with a right one kept', async () => {
  const anna = await aPerson()
  const path = pathOf((await begin(anna, 5)).headers.get('location'))
  const sha1 = (text: string) => `sha1 ${createHash('sha1').update(text).digest('base64')}`
  const damaged = await send(anna, path, 0, 'hullo', { 'upload-checksum': sha1('hello') })
  expect(damaged).toMatchObject({ status: 460, body: { code: 'checksum_mismatch' } })
  expect((await anna.call('HEAD', path, { headers: TUS })).headers.get('upload-offset')).toBe('0')
  const unknown = await send(anna, path, 0, 'hello', { 'upload-checksum': 'crc32 AAAA' })
  expect(unknown).toMatchObject({ status: 400, body: { code: 'checksum_algorithm' } })
  const right = await send(anna, path, 0, 'hello', { 'upload-checksum': sha1('hello') })
  expect(right.headers.get('x-object-id')).toBeTruthy()
})

test('what was chosen by one is not begun for another who has signed in since', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const chosenBy = (id: string) => ({ headers: { ...TUS, 'upload-length': '0', 'x-sender-id': id } })
  const refused = await bob.call('POST', '/v1/uploads', chosenBy(anna.id))
  expect(refused).toMatchObject({ status: 412, body: { code: 'other_sender' } })
  expect((await bob.get('/v1/objects')).body.total).toBe(0)
  expect((await anna.call('POST', '/v1/uploads', chosenBy(anna.id))).status).toBe(201)
})

test('mistakes are told apart', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const path = pathOf((await begin(anna, 5)).headers.get('location'))
  expect(await send(anna, path, 2, 'x')).toMatchObject({ status: 409, body: { code: 'upload_offset' } })
  expect((await send(anna, path, 0, 'too long')).status).toBe(422)
  expect((await send(anna, path, 0, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await anna.call('HEAD', path)).status).toBe(412)
  expect((await send(bob, path, 0, 'hello')).status).toBe(404)
  expect((await bob.call('DELETE', path, { headers: TUS })).status).toBe(404)
  expect((await begin(anna, 6 * 1024 ** 3)).status).toBe(413)
  expect((await begin(anna, 1, { collection_id: NOWHERE })).status).toBe(404)
  expect((await begin(anna, 1, { collection_id: 'x' })).body.detail[0].type).toBe('uuid_parsing')
  expect((await anna.call('POST', '/v1/uploads', { headers: TUS })).body.detail[0]).toMatchObject({
    loc: ['header', 'upload-length'],
    type: 'missing',
  })
  expect((await anna.call('DELETE', path, { headers: TUS })).status).toBe(204)
  expect((await anna.call('HEAD', path, { headers: TUS })).status).toBe(404)
})

test('two senders of the same part: one is kept, the other is told', async () => {
  const anna = await aPerson()
  const path = pathOf((await begin(anna, 10)).headers.get('location'))
  const outcomes = await Promise.all([send(anna, path, 0, 'aaaaa'), send(anna, path, 0, 'bbbbb')])
  expect(outcomes.map(reply => reply.status).sort()).toEqual([204, 409])
})

test('the usual client uploads in chunks and picks up after a break', async () => {
  const anna = await aPerson()
  const bytes = randomBytes(300_000)
  const base = baseUrl()
  const options = (more: Partial<tus.UploadOptions>): tus.UploadOptions => ({
    endpoint: `${base}/v1/uploads`,
    headers: { authorization: `Bearer ${anna.token}` },
    metadata: { filename: 'random.bin' },
    chunkSize: 100_000,
    retryDelays: null,
    ...more,
  })
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(
      bytes,
      options({
        onChunkComplete: () => void upload.abort().then(() => resolve(upload.url!)),
        onError: reject,
      }),
    )
    upload.start()
  })
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(
      bytes,
      options({
        uploadUrl: url,
        onError: reject,
        onSuccess: payload => resolve(payload.lastResponse.getHeader('x-object-id')!),
      }),
    )
    upload.start()
  })
  const object = (await anna.get(`/v1/objects/${id}`)).body
  expect(object.content_hash).toBe(createHash('sha256').update(bytes).digest('hex'))
})
