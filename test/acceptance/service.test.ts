import { expect, test } from 'vitest'
import { aPerson, call, theAdmin, until } from '../support/client.ts'

test('/health needs no token and says only that the process is alive', async () => {
  expect(await call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('/health/deep lists every dependency, and is 200 only when all are up', async () => {
  const anna = await aPerson()
  const { status, body, headers } = await anna.get('/health/deep')
  expect(body.checks.map((check: { name: string }) => check.name)).toEqual(
    expect.arrayContaining(['database', 'blobs', 'jobs', 'pdf-tools', 'ocr']),
  )
  const allOk = body.checks.every((check: { ok: boolean }) => check.ok)
  expect(status).toBe(allOk ? 200 : 503)
  expect(headers.get('retry-after')).toBeNull()
  for (const check of body.checks)
    expect(check).toEqual({
      name: expect.any(String),
      ok: expect.any(Boolean),
      detail: expect.any(String),
      configured: expect.any(Boolean),
      latency_ms: expect.any(Number),
    })
})

test('every reply carries the request id, the caller’s own when it sends a decent one', async () => {
  expect((await call('GET', '/health')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const own = await call('GET', '/v1/auth/me', { headers: { 'x-request-id': 'mine-42' } })
  expect(own.headers.get('x-request-id')).toBe('mine-42')
  expect(own.body.request_id).toBe('mine-42')
  const bad = await call('GET', '/health', { headers: { 'x-request-id': 'a b<script>' } })
  expect(bad.headers.get('x-request-id')).not.toContain('script')
})

test('an unknown path is 404, a known one with a wrong method 405', async () => {
  expect(await call('GET', '/v1/nothing-here')).toMatchObject({ status: 404, body: { code: 'unknown_path' } })
  const wrong = await call('PUT', '/v1/auth/login')
  expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(wrong.headers.get('allow')).toBe('POST')
  expect((await call('GET', '/%zz')).status).toBe(404)
})

test('the description is OpenAPI 3.1 and knows the calls', async () => {
  const { body } = await call('GET', '/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/v1/objects', '/v1/objects/{object_id}/content', '/v1/uploads/{upload_id}', '/health']),
  )
  expect(body.paths['/v1/settings'].put.requestBody.content['application/json'].example).toBeDefined()
  expect(body.components.schemas).toHaveProperty('HTTPValidationError')
  expect(JSON.stringify(body)).not.toContain('#/$defs')
})

test('/docs is a page of our own that asks nobody outside', async () => {
  const page = await call('GET', '/docs')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/)
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]!)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) {
    expect(link.startsWith('/docs/')).toBe(true)
    expect((await call('GET', link)).status).toBe(200)
  }
})

test('metrics speak Prometheus', async () => {
  const { status, text } = await call('GET', '/metrics')
  expect(status).toBe(200)
  expect(text).toContain('dossier_http_request_seconds_bucket')
  expect(text).toContain('process_resident_memory_bytes')
})

test('errors follow the language of the caller', async () => {
  const russian = await call('GET', '/v1/auth/me', { headers: { 'accept-language': 'fr;q=0.9, ru;q=0.8, en;q=0.5' } })
  expect(russian.body.detail).toMatch(/Токен/)
  expect((await call('GET', '/v1/auth/me', { headers: { 'accept-language': 'de' } })).body.detail).toMatch(/token/)
})

test('what is being read is visible with its ETA', async () => {
  const anna = await aPerson()
  await anna.upload('a.txt')
  const idle = await until(async () => {
    const { body } = await anna.get('/v1/processing')
    return body.pending === 0 && body
  }, 'the line to be empty')
  expect(idle).toEqual({ pending: 0, eta_seconds: 0, failed: 0 })
})

test('an administrator ends what runs, and its owner is told', async () => {
  const [anna, admin] = [await aPerson(), await theAdmin()]
  // Long enough to be met while it runs.
  const { id } = await anna.upload('long.txt', 'Строка договора аренды.\n'.repeat(150_000))
  await anna.read(id)
  const accepted = await anna.post(`/v1/objects/${id}/convert`, { fmt: 'pdf' })
  const task = () => anna.get(`/v1/objects/${id}/convert-status/${accepted.body.task_id}`)
  const job = await until(async () => {
    const { body } = await admin.get('/v1/admin/jobs')
    return body.running.find(one => one.id === accepted.body.task_id)
  }, 'the conversion to run')
  expect(job.name).toBe('document.convert')
  expect((await admin.delete(`/v1/admin/jobs/${job.id}`)).body).toEqual({ ok: true })
  const ended = await until(async () => {
    const { body } = await task()
    return body.done && body
  }, 'the task to be over')
  expect(ended).toMatchObject({ state: 'FAILURE', ok: false })
  expect((await admin.get('/v1/admin/jobs')).body.running.map(one => one.id)).not.toContain(job.id)
  expect((await admin.delete(`/v1/admin/jobs/${job.id}`)).status).toBe(404)
  expect((await anna.delete(`/v1/admin/jobs/${job.id}`)).status).toBe(403)
})

test('an administrator sees the queues', async () => {
  const anna = await aPerson()
  await anna.read((await anna.upload('a.txt')).id)
  const { body } = await (await theAdmin()).get('/v1/admin/jobs')
  const queue = body.queues.find((candidate: { name: string }) => candidate.name === 'object.stored')!
  expect(queue.done_last_hour).toBeGreaterThan(0)
  expect(body.dead).toEqual(expect.any(Array))
})

test('what was cut of a file is said', async () => {
  const anna = await aPerson()
  const many = Array.from({ length: 2100 }, (_, n) => `# Глава ${n}\n\nТекст главы.\n\n`).join('')
  const files = await Promise.all([anna.upload('many.md', many), anna.upload('few.md', many.slice(0, 5000))])
  const read = await Promise.all(files.map(({ id }) => anna.read(id)))
  expect(read.map(({ enrichment }) => enrichment.truncated)).toEqual([true, undefined])
})
