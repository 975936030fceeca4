import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Json, type Person } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { wire } from './support/wire.ts'

/** What a page of another site can reach, and who may make the first account. */

const base = baseUrl()
const host = new URL(base).host

interface Door {
  method: string
  path: string
  example: Json
  takesJson: boolean
}

/** Every unsafe call without a token, and every one that sets a cookie, from the service's own description. */
async function doors(token: string, share: string): Promise<Door[]> {
  const { body } = await call('GET', '/openapi.json')
  return Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => !['get', 'head', 'options'].includes(method))
      .filter(([, operation]) => operation.security.length === 0 || operation['x-sets-cookie'])
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replace('{token}', share).replace(/\{\w+\}/g, token),
        example: operation.requestBody?.content['application/json']?.example ?? {},
        takesJson: Boolean(operation.requestBody?.content['application/json']),
      })),
  )
}

const ORIGINS = [
  'https://evil.example',
  'http://evil.example:8080',
  'null',
  `http://evil.${host}`,
  `https://${host}`.replace(/:\d+$/, ''),
  'http://127.0.0.1:1',
  `http://localhost:${new URL(base).port}`,
  'file://',
]
const TYPES = [
  'application/json',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

describe('a page of another site', () => {
  let anna: Person
  let all: Door[]
  beforeAll(async () => {
    anna = await aPerson()
    const folder = await anna.folder('open')
    const share = (await anna.post(`/v1/collections/${folder.id}/shares`, { can_upload: true })).body
    all = await doors('00000000-0000-4000-8000-000000000000', share.token)
  })

  test('there are doors to sweep, and the known ones are among them', () => {
    const paths = all.map(({ method, path }) => `${method} ${path.replace(/share\/[^/]+/, 'share/{token}')}`)
    for (const known of ['auth/register', 'auth/login', 'auth/logout', 'share/{token}/unlock', 'share/{token}/objects'])
      expect(paths).toContain(`POST /v1/${known}`)
    expect(all.length).toBeGreaterThanOrEqual(8)
  })

  test('gets nothing but 403 from any of them, whatever it sends: 8 origins, 4 content types', async () => {
    for (const door of all)
      for (const origin of ORIGINS)
        for (const type of TYPES) {
          const headers = { authorization: `Bearer ${anna.token}`, origin, 'content-type': type }
          const reply = await call(door.method, door.path, { headers, raw: JSON.stringify(door.example) })
          expect({ ...door, origin, type, status: reply.status, code: reply.body.code }).toMatchObject({
            status: 403,
            code: 'cross_site',
          })
          expect(reply.headers.get('set-cookie')).toBeNull()
        }
  })

  test('is told by Sec-Fetch-Site too, and only JSON is taken where JSON is expected', async () => {
    for (const door of all) {
      const headers = { authorization: `Bearer ${anna.token}` }
      for (const site of ['cross-site', 'same-site', 'nonsense']) {
        const reply = await call(door.method, door.path, { headers: { ...headers, 'sec-fetch-site': site } })
        expect({ ...door, site, status: reply.status }).toMatchObject({ status: 403 })
      }
      if (!door.takesJson) continue
      for (const type of TYPES.slice(1)) {
        const own = { ...headers, 'content-type': type, origin: base, 'sec-fetch-site': 'same-origin' }
        const reply = await call(door.method, door.path, { headers: own, raw: JSON.stringify(door.example) })
        expect({ ...door, type, status: reply.status, code: reply.body.code }).toMatchObject({
          status: 415,
          code: 'content_type',
        })
      }
    }
  })

  test('cannot pass for ours by a name that it leads here; addresses and local names are ours', async () => {
    const body = JSON.stringify({ email: anna.email, password: anna.password })
    const login = (headers: Record<string, string>) =>
      wire(`${base}/v1/auth/login`, 'POST', { 'content-type': 'application/json', ...headers }, body)
    const { port } = new URL(base)
    const led = await login({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })
    expect(led).toMatchObject({ status: 403, body: { code: 'cross_site' } })
    const cookie = { cookie: `dossier_session=${anna.token}`, 'content-type': 'application/json' }
    const change = (headers: Record<string, string>) =>
      wire(`${base}/v1/settings`, 'PUT', { ...cookie, ...headers }, '{"proactive":true}')
    expect((await change({ host: 'evil.example', origin: 'http://evil.example' })).status).toBe(403)
    for (const name of [`127.0.0.1:${port}`, `localhost:${port}`, 'nas.local', 'nas', `192.168.1.5:${port}`]) {
      expect({ name, ...(await login({ host: name, origin: `http://${name}` })) }).toMatchObject({ status: 200 })
      expect({ name, ...(await change({ host: name, origin: `http://${name}` })) }).toMatchObject({ status: 200 })
    }
    // Behind a proxy that speaks https the browser says itself that it is the same place.
    const proxied = { host: 'cloud.example', origin: 'https://cloud.example', 'sec-fetch-site': 'same-origin' }
    expect((await login(proxied)).status).toBe(200)
    expect((await login({ ...proxied, origin: 'https://evil.example' })).status).toBe(403)
  })
})

test('metrics are for this machine by a local name, or for the token', async () => {
  const { port } = new URL(base)
  const status = async (headers: Record<string, string>) => (await wire(`${base}/metrics`, 'GET', headers)).status
  for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await status({ host: `${name}:${port}` })).toBe(200)
  for (const name of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])
    expect(await status({ host: `${name}:${port}` })).toBe(404)
})

const ACCOUNT = { email: 'first@example.org', password: 'the first one' }

describe('the first account', () => {
  let server: RunningServer
  const starting = async (env: Record<string, string> = {}) => {
    server = await startServer({ env })
    return { port: new URL(server.url).port }
  }
  const register = (headers: Record<string, string>, more: object = {}) =>
    wire(
      `${server.url}/v1/auth/register`,
      'POST',
      { 'content-type': 'application/json', ...headers },
      JSON.stringify({ ...ACCOUNT, ...more }),
    )
  const state = async (headers: Record<string, string> = {}) =>
    (await wire(`${server.url}/v1/auth/state`, 'GET', headers)).body
  const printed = () => /Setup code, .*: ([A-Z2-9-]{19})/.exec(server.output())?.[1] ?? ''

  test('is free on this machine by a local name, and needs the printed code otherwise', {
    tags: ['long'],
  }, async () => {
    await starting()
    try {
      expect(printed()).not.toBe('')
      expect(await state()).toMatchObject({ first_run: true, setup_code: false })
      const outside: Record<string, string>[] = [
        { host: 'cloud.example' },
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-real-ip': '203.0.113.9' },
      ]
      for (const headers of outside) {
        expect(await state(headers)).toMatchObject({ setup_code: true })
        for (const code of [{}, { setup_code: '' }, { setup_code: 'ABCD-EFGH-JKLM-NPQR' }, { setup_code: null }])
          expect(await register(headers, code)).toMatchObject({
            status: 403,
            body: { code: 'setup_code' },
          })
      }
      const ru = await register({ host: 'cloud.example', 'accept-language': 'ru' })
      expect(ru.body.detail).toContain('код установки')
      const made = await register({ host: 'cloud.example' }, { setup_code: printed().toLowerCase() })
      expect(made).toMatchObject({ status: 201, body: { user: { role: 'admin' } } })
      // From then on it is neither asked for nor worth anything.
      expect(await state({ host: 'cloud.example' })).toMatchObject({ first_run: false, setup_code: false })
      const second = await register({ host: 'cloud.example' }, { email: 'second@example.org' })
      expect(second).toMatchObject({ status: 201, body: { user: { role: 'user' } } })
      await server.stop({ keep: true })
      server = await startServer({ dataDir: server.dataDir })
      expect(printed()).toBe('')
    } finally {
      await server.stop()
    }
  })

  test('on this machine needs none', async () => {
    const { port } = await starting()
    try {
      expect((await register({ host: `localhost:${port}` })).status).toBe(201)
    } finally {
      await server.stop()
    }
  })

  test('with PUBLIC_URL or TRUST_PROXY needs it here too; SETUP_CODE sets it and is not printed', {
    tags: ['long'],
  }, async () => {
    const ways: Record<string, string>[] = [{ TRUST_PROXY: 'true' }, { TRUST_PROXY: '1', SETUP_CODE: 'open sesame' }]
    for (const env of ways) {
      await starting(env)
      try {
        expect(await register({})).toMatchObject({ status: 403, body: { code: 'setup_code' } })
        expect(server.output()).not.toContain('open sesame')
        expect((await register({}, { setup_code: env.SETUP_CODE ?? printed() })).status).toBe(201)
      } finally {
        await server.stop()
      }
    }
  })

  test('a chosen code cannot be tried for ever, and off switches it off', { tags: ['long'] }, async () => {
    await starting({ SETUP_CODE: 'four' })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 12; n++)
        statuses.push((await register({ host: 'cloud.example' }, { setup_code: `${n}` })).status)
      expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
      expect(statuses.slice(10)).toEqual([429, 429])
    } finally {
      await server.stop()
    }
    await starting({ SETUP_CODE: 'off' })
    try {
      expect(printed()).toBe('')
      expect((await register({ host: 'cloud.example' })).status).toBe(201)
    } finally {
      await server.stop()
    }
  })
})

describe('with PUBLIC_URL', () => {
  let server: RunningServer
  let port: number
  beforeAll(async () => {
    port = await freePort()
    server = await startServer({
      env: { PORT: String(port), PUBLIC_URL: 'https://cloud.example/', SETUP_CODE: 'off' },
      readyLine: /ready at (\S+)/,
    })
  })
  afterAll(() => server.stop())

  test('its origin alone is ours', async () => {
    const register = (headers: Record<string, string>, email: string) =>
      wire(
        `http://127.0.0.1:${port}/v1/auth/register`,
        'POST',
        { 'content-type': 'application/json', ...headers },
        JSON.stringify({ ...ACCOUNT, email }),
      )
    expect((await register({ origin: 'https://cloud.example' }, 'a@example.org')).status).toBe(201)
    const sure = { origin: 'https://cloud.example', 'sec-fetch-site': 'same-origin' }
    expect((await register(sure, 'b@example.org')).status).toBe(201)
    for (const origin of [`http://127.0.0.1:${port}`, 'http://cloud.example', 'https://cloud.example:8443'])
      expect(await register({ origin }, 'c@example.org')).toMatchObject({ status: 403, body: { code: 'cross_site' } })
  })
})

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}
