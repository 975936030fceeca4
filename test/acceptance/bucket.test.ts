import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson, type Person, until } from '../support/client.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

let s3: S3Server

beforeAll(async () => {
  s3 = await startS3Server()
})
beforeEach(() => s3.heal())
afterAll(() => s3.close())

const settings = (more = {}) => ({
  endpoint_url: s3.endpoint,
  bucket: s3.bucket,
  region: 'us-east-1',
  addressing: 'path',
  access_key: s3.accessKey,
  secret_key: s3.secretKey,
  ...more,
})

const connect = async (person: Person, more = {}) => (await person.put('/v1/integrations/s3', settings(more))).body

const MIGRATION = '/v1/integrations/s3/migration'
const state = async (person: Person) => (await person.get(MIGRATION)).body

const move = async (person: Person, direction: string, end = 'done') => {
  const started = await person.post(MIGRATION, { direction })
  expect(started.status).toBe(202)
  return until(async () => {
    const now = await state(person)
    return now.status === end && now
  }, `the moving to be ${end}`)
}

test('the card of a bucket shows a hint and never a key', async () => {
  const anna = await aPerson()
  expect((await anna.get('/v1/integrations/s3')).body).toEqual({
    kind: 's3',
    configured: false,
    enabled: false,
    status: 'not_configured',
    checked_at: '',
    last_error: '',
    config: {},
    migration: expect.objectContaining({ status: 'idle', remaining: 0 }),
    secret_hint: '',
  })
  const saved = await anna.put('/v1/integrations/s3', settings())
  expect(saved.body).toMatchObject({
    configured: true,
    enabled: true,
    status: 'ok',
    last_error: '',
    config: { endpoint_url: s3.endpoint, bucket: s3.bucket, region: 'us-east-1', addressing: 'path' },
    secret_hint: `…${s3.secretKey.slice(-4)}`,
  })
  const shown = [saved.text, (await anna.get('/v1/integrations/s3')).text, (await anna.get('/v1/integrations')).text]
  for (const text of shown) {
    expect(text).not.toContain(s3.secretKey)
    expect(text).not.toContain(s3.accessKey)
  }
  expect((await anna.post('/v1/integrations/s3/check')).body.status).toBe('ok')
  expect((await (await aPerson()).get('/v1/integrations/s3')).body.configured).toBe(false)
})

test('the two keys come together, or the stored ones serve', async () => {
  const anna = await aPerson()
  const put = (body: object) => anna.put('/v1/integrations/s3', body)
  for (const [more, missing] of [
    [{ access_key: undefined }, 'access_key'],
    [{ secret_key: undefined }, 'secret_key'],
    [{ access_key: undefined, secret_key: undefined }, 'access_key'],
  ] as const)
    expect((await put(settings(more))).body.detail[0]).toMatchObject({ loc: ['body', missing], type: 'missing' })
  const wrong = await put(settings({ secret_key: 'very-secret-and-wrong', addressing: 'sideways' }))
  expect(wrong.body.detail[0]).toMatchObject({ loc: ['body', 'addressing'], type: 'enum' })
  expect(wrong.text).not.toContain('very-secret-and-wrong')
  await connect(anna)
  expect((await put(settings({ access_key: undefined, secret_key: undefined, region: 'eu' }))).body).toMatchObject({
    status: 'ok',
    config: { region: 'eu' },
  })
})

test('a failed first check is stored with its reason; a failed later one replaces nothing', async () => {
  const anna = await aPerson()
  const first = await anna.put('/v1/integrations/s3', settings({ secret_key: 'wrong-secret-key' }))
  expect(first).toMatchObject({
    status: 200,
    body: { status: 'error', enabled: false, last_error: 'The keys are wrong.' },
  })
  expect(first.text).not.toContain('wrong-secret-key')
  expect((await connect(anna, { bucket: 'no-such-bucket' })).last_error).toBe('There is no such bucket.')
  expect((await connect(anna, { endpoint_url: 'http://127.0.0.1:1' })).last_error).toBe(
    'Nothing answers at the endpoint.',
  )
  await connect(anna)
  const later = await connect(anna, { secret_key: 'wrong-secret-key' })
  expect(later).toMatchObject({ status: 'error', last_error: 'The keys are wrong.' })
  expect((await anna.get('/v1/integrations/s3')).body).toMatchObject({ status: 'ok', enabled: true })
  expect((await anna.post('/v1/integrations/s3/check')).body.status).toBe('ok')
})

test('new files go into the bucket while it is on, and stay readable when it is off', async () => {
  const anna = await aPerson()
  const before = await anna.upload('before.txt', 'with the service')
  await connect(anna)
  const within = await anna.upload('within.txt', 'in the bucket')
  const large = randomBytes(6_000_000)
  const big = await anna.upload('big.bin', new Uint8Array(large))
  const quota = (await anna.get('/v1/usage/quota')).body.storage_bytes
  expect(quota).toBe('with the service'.length)
  expect((await anna.patch('/v1/integrations/s3', { enabled: false })).body.enabled).toBe(false)
  const after = await anna.upload('after.txt', 'with the service again')
  for (const [{ id }, text] of [
    [before, 'with the service'],
    [within, 'in the bucket'],
    [after, 'with the service again'],
  ] as const)
    expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
  const part = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}/v1/objects/${big.id}/content`, {
    headers: { authorization: `Bearer ${anna.token}`, range: 'bytes=5000000-5000099' },
  })
  expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(5_000_000, 5_000_100))).toBe(true)
  expect(await anna.read(within.id)).toMatchObject({ status: 'ready', text_view: true })
  expect(await anna.delete('/v1/integrations/s3')).toMatchObject({ status: 409, body: { code: 'bucket_in_use' } })
  expect((await anna.put('/v1/integrations/s3', settings({ bucket: 'another' }))).body.code).toBe('bucket_in_use')
})

test('files move into the bucket and back, and the bucket can then go', async () => {
  const anna = await aPerson()
  expect(await anna.post(MIGRATION, {})).toMatchObject({ status: 409, body: { code: 'bucket_not_ready' } })
  const files: { id: string; text: string }[] = []
  for (let n = 0; n < 50; n++) files.push({ id: (await anna.upload(`${n}.txt`, `file ${n}`)).id, text: `file ${n}` })
  await connect(anna)
  expect(await state(anna)).toMatchObject({ status: 'idle', remaining: 50, moved: 0 })
  const whole = async () => {
    for (const { id, text } of files) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
  }
  expect(await move(anna, 'to_bucket')).toMatchObject({ total: 50, moved: 50, failed: 0, remaining: 0, error: '' })
  await whole()
  expect((await anna.get('/v1/usage/quota')).body.storage_bytes).toBe(0)
  expect(await move(anna, 'to_service')).toMatchObject({ moved: 50, remaining: 50, direction: 'to_service' })
  await whole()
  expect((await anna.get('/v1/integrations/s3')).body.enabled).toBe(false)
  expect((await anna.delete('/v1/integrations/s3')).body).toEqual({ ok: true })
  expect((await anna.get('/v1/integrations/s3')).body.status).toBe('not_configured')
  await whole()
})

test('moving is paused, goes on, and is given up without a file half-way', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  expect((await anna.post(`${MIGRATION}/pause`)).body.code).toBe('migration_not_running')
  for (let n = 0; n < 120; n++) await anna.upload(`${n}.txt`, `file ${n}`)
  await connect(anna)
  await anna.post(MIGRATION)
  const paused = await anna.post(`${MIGRATION}/pause`)
  expect(paused.body.status).toBe('paused')
  const resting = await until(async () => {
    const [one, two] = [await state(anna), await state(anna)]
    return one.moved === two.moved && one
  }, 'the moving to rest')
  expect(resting.status).toBe('paused')
  await anna.post(MIGRATION)
  const stopped = await anna.delete(MIGRATION)
  expect(['cancelled', 'done']).toContain(stopped.body.status ?? 'done')
  expect(await move(anna, 'to_bucket')).toMatchObject({ remaining: 0 })
  expect((await anna.get('/v1/objects')).body.total).toBe(120)
})

test('a bucket that fails half-way leaves every file readable, and the moving says so', async () => {
  const anna = await aPerson()
  const files: { id: string; text: string }[] = []
  for (let n = 0; n < 60; n++) files.push({ id: (await anna.upload(`${n}.txt`, `file ${n}`)).id, text: `file ${n}` })
  await connect(anna)
  s3.fail('full')
  const failed = await move(anna, 'to_bucket', 'failed')
  expect(failed.error).toMatch(/could not be moved/)
  expect(failed.remaining).toBe(60)
  for (const { id, text } of files.slice(0, 5)) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
  expect((await anna.send('new.txt', 'new')).status).toBe(503)
  s3.heal()
  expect(await move(anna, 'to_bucket')).toMatchObject({ remaining: 0, failed: 0 })
  for (const { id, text } of files) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
})

test('a slow bucket is only slow: files go in and come out whole, others wait for nothing', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const before = await anna.upload('before.txt', 'lies with the service')
  await connect(anna)
  s3.fail('slow')
  const bytes = randomBytes(200_000)
  const sent = anna.upload('slow.bin', bytes)
  const other = await (await aPerson()).upload('other.txt', 'somebody else')
  expect(other.id).toBeTruthy()
  const { id } = await sent
  const object = (await anna.get(`/v1/objects/${id}`)).body
  expect(object.content_hash).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect((await anna.get(`/v1/objects/${id}/content`)).status).toBe(200)
  expect(await move(anna, 'to_bucket')).toMatchObject({ remaining: 0, failed: 0 })
  expect((await anna.get(`/v1/objects/${before.id}/content`)).text).toBe('lies with the service')
})

test('a connection that is saved anew or removed while files move takes none of them along', async () => {
  const anna = await aPerson()
  const files: { id: string; text: string }[] = []
  for (let n = 0; n < 12; n++) files.push({ id: (await anna.upload(`${n}.txt`, `file ${n}`)).id, text: `file ${n}` })
  const readable = async () => {
    for (const { id, text } of files) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
  }
  const beginSlowly = async () => {
    await connect(anna)
    s3.fail('slow', /^GET .*dossier\/dossier\//)
    const before = s3.requests.length
    await anna.post(MIGRATION, { direction: 'to_bucket' })
    await until(async () => s3.requests.slice(before).some(line => line.startsWith('GET')), 'a copy to be read back')
  }
  await beginSlowly()
  expect((await anna.delete('/v1/integrations/s3')).status).toBe(200)
  const ended = await until(async () => {
    const now = await state(anna)
    return now.status !== 'running' && now
  }, 'the moving to end')
  expect(ended).toMatchObject({ status: 'failed', moved: 0 })
  s3.heal()
  await readable()
  await beginSlowly()
  await connect(anna)
  s3.heal()
  expect(
    await until(async () => {
      const now = await state(anna)
      return now.status === 'done' && now
    }, 'the moving to be done'),
  ).toMatchObject({ moved: 12, failed: 0, remaining: 0 })
  await readable()
})

test('a bucket that never answers is told of in time, and the file is not taken', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  await connect(anna)
  const { id } = await anna.upload('there.txt', 'somewhere in the bucket')
  s3.fail('hang')
  const [refused, unread] = await Promise.all([
    anna.send('lost.txt', 'nobody takes this'),
    anna.get(`/v1/objects/${id}/content`),
  ])
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_silent' } })
  expect(unread).toMatchObject({ status: 503, body: { code: 'storage_silent' } })
  s3.heal()
  expect((await anna.get('/v1/objects')).body.total).toBe(1)
})
