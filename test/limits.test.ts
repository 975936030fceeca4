import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, call } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** A server as a stranger would set it up: limits on, invitations only, small files, no private addresses. */

let server: RunningServer

beforeAll(async () => {
  server = await startServer({
    env: {
      RATE_LIMITS: 'on',
      QUOTAS: 'admin=40,user=6,ip=25',
      REGISTRATION: 'invite',
      MAX_UPLOAD_BYTES: '100000',
      METRICS_TOKEN: 'metrics-secret',
      BODY_TIMEOUT_SECONDS: '1',
      LOG_LEVEL: 'info',
    },
  })
})
afterAll(() => server.stop())

test('the first account needs no invite, the second does', async () => {
  const register = (body: object) => call('POST', '/v1/auth/register', { body }, server.url)
  const account = { email: 'first@example.org', password: 'the first one' }
  const [one, two] = await Promise.all([register(account), register({ ...account, email: 'second@example.org' })])
  expect([one.status, two.status].sort()).toEqual([201, 403])
  const admin = one.status === 201 ? one : two
  expect(admin.body.user.role).toBe('admin')
  const headers = { authorization: `Bearer ${admin.body.token}` }
  const invite = await call('POST', '/v1/admin/invites', { headers, body: {} }, server.url)
  expect((await register({ email: 'third@example.org', password: 'the third one', invite: 'made up' })).body.code).toBe(
    'invite_needed',
  )
  const third = await register({ email: 'third@example.org', password: 'the third one', invite: invite.body.invite })
  expect(third).toMatchObject({ status: 201, body: { user: { role: 'user' } } })

  // The owner's window: six requests a minute for a user, whatever the address.
  const asThird = { authorization: `Bearer ${third.body.token}` }
  const statuses: number[] = []
  let limited: Awaited<ReturnType<typeof call>> | undefined
  for (let n = 0; n < 20 && !limited; n++) {
    const reply = await call('GET', '/v1/auth/me', { headers: asThird }, server.url)
    statuses.push(reply.status)
    if (reply.status === 429) limited = reply
  }
  expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(6)
  expect(limited!.body.code).toBe('rate_limited')
  expect(Number(limited!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(limited!.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await call('GET', '/v1/auth/me', { headers }, server.url)).status).toBe(200)
  // Bytes have a window of their own; a wrong token is told before any limit.
  const bytes = await call('GET', '/v1/objects/nonsense/content', { headers: asThird }, server.url)
  expect(bytes.status).toBe(422)
  expect((await call('GET', '/v1/auth/me', {}, server.url)).status).toBe(401)

  const hook = { url: 'http://127.0.0.1:9/', events: ['object.ready'] }
  for (const url of [hook.url, 'http://[::1]/', 'http://169.254.169.254/', 'http://localhost/', 'http://0x7f000001/']) {
    const refused = await call('POST', '/v1/webhooks', { headers, body: { ...hook, url } }, server.url)
    expect({ url, status: refused.status, type: refused.body.detail[0].type }).toEqual({
      url,
      status: 422,
      type: 'value_error',
    })
  }

  const form = (size: number) => {
    const data = new FormData()
    data.append('file', new Blob([Buffer.alloc(size, 1)]), 'a.bin')
    return data
  }
  const small = await call('POST', '/v1/objects', { headers, raw: form(100_000) }, server.url)
  expect(small.status).toBe(201)
  const large = await call('POST', '/v1/objects', { headers, raw: form(100_001) }, server.url)
  expect(large).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  const huge = await call('POST', '/v1/objects', { headers, raw: form(3_000_000) }, server.url)
  expect(huge).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  expect((await call('GET', '/v1/objects', { headers }, server.url)).body.total).toBe(1)

  const outside = { 'x-forwarded-for': '203.0.113.7' }
  expect((await call('GET', '/metrics', { headers: outside }, server.url)).status).toBe(404)
  const metrics = await call(
    'GET',
    '/metrics',
    { headers: { ...outside, authorization: 'Bearer metrics-secret' } },
    server.url,
  )
  expect(metrics.text).toContain('dossier_jobs')

  // Addresses without a token have their own window; /health is never counted.
  let last = 0
  for (let n = 0; n < 60 && last !== 429; n++)
    last = (await call('POST', '/v1/auth/login', { body: {} }, server.url)).status
  expect(last).toBe(429)
  expect((await call('GET', '/health', {}, server.url)).status).toBe(200)

  const log = server.output()
  for (const secret of ['the first one', 'the third one', third.body.token, admin.body.token, invite.body.invite])
    expect(log).not.toContain(secret)
  expect(log).toContain('"request_id"')
})

test('a person cannot be made where registration is by invite', async () => {
  await expect(aPerson(server.url)).rejects.toThrow(/40[13]|403|429/)
})

test('a caller that trickles its body is hung up on', async () => {
  const { hostname, port } = new URL(server.url)
  const closed = await new Promise<boolean>(resolve => {
    const socket = connect(Number(port), hostname, () => {
      socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
      const drip = setInterval(() => socket.write(' '), 100)
      socket.on('close', () => {
        clearInterval(drip)
        resolve(true)
      })
    })
    socket.on('error', () => {})
  })
  expect(closed).toBe(true)
})

test('a dead rate counter lets everybody through, and is told of', { tags: ['long'] }, async () => {
  const without = await startServer({ env: { RATE_LIMITS: 'on', QUOTAS: 'admin=1', REDIS_URL: 'redis://127.0.0.1:1' } })
  const anna = await aPerson(without.url)
  for (let n = 0; n < 5; n++) expect((await anna.get('/v1/auth/me')).status).toBe(200)
  const { status, body } = await anna.get('/health/deep')
  expect(status).toBe(503)
  expect(body.checks.find((check: { name: string }) => check.name === 'redis')!.ok).toBe(false)
  await without.stop()
})
