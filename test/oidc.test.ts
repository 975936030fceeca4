import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, call, type Json, Person, type Reply } from './support/client.ts'
import { newKey, type Retouch, TestProvider, type Visitor } from './support/oidc-provider.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Signing in at a real OpenID Connect provider, and what happens when it lies. */

/** As much of a browser as redirections need: cookies by host. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>()

  async go(url: string, headers: Record<string, string> = {}): Promise<Reply> {
    const { origin, pathname, search } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await call('GET', pathname + search, { headers: { cookie, ...headers } }, origin)
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(rest.join(';')) || pair.endsWith('=')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return reply
  }

  cookie(origin: string, name: string): string | undefined {
    return this.cookies.get(origin)?.get(name)
  }
}

let provider: TestProvider
let server: RunningServer
let admin: Person
const anna: Visitor = { sub: 'anna', email: 'anna@example.org', email_verified: true, name: 'Anna', roles: [] }

const env = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'dossier',
  OIDC_CLIENT_SECRET: 'a secret of the test',
  OIDC_NAME: 'Office',
  OIDC_CREATE: 'true',
  OIDC_ROLE_CLAIM: 'roles',
})

async function aServer(more: Record<string, string> = {}, dataDir?: string): Promise<RunningServer> {
  const started = await startServer({ env: { ...env(), ...more }, dataDir })
  provider.serve(started.url)
  return started
}

/** From the start to the address that the provider leads back to, which is not yet opened. */
async function toCallback(browser: Browser, start = '/v1/auth/oidc/start?return_to=/settings'): Promise<string> {
  let { headers, status, body } = await browser.go(server.url + start)
  expect({ status, body }).toMatchObject({ status: 303 })
  let next = headers.get('location')!
  for (let hop = 0; hop < 6 && !next.startsWith(`${server.url}/v1/auth/oidc/callback`); hop++) {
    ;({ headers, status } = await browser.go(next))
    next = new URL(headers.get('location')!, next).href
  }
  return next
}

async function signIn(visitor: Visitor, browser = new Browser()): Promise<Reply & { browser: Browser }> {
  provider.visitor = visitor
  return { ...(await browser.go(await toCallback(browser))), browser }
}

/** Who the session of this browser belongs to. */
async function whoIn(browser: Browser) {
  const token = browser.cookie(server.url, 'dossier_session') ?? ''
  return (await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${token}` } }, server.url)).body
}

async function register(email: string): Promise<Person> {
  const password = 'correct horse battery'
  const { body } = await call('POST', '/v1/auth/register', { body: { email, password } }, server.url)
  return new Person(email, password, body.token, body.user.id, server.url)
}

beforeAll(async () => {
  provider = new TestProvider()
  await provider.listen()
  server = await aServer()
  const { body } = await call('POST', '/v1/auth/register', { body: ADMIN }, server.url)
  admin = new Person(ADMIN.email, ADMIN.password, body.token, body.user.id, server.url)
})
afterAll(async () => {
  await server?.stop()
  provider?.stop()
})
afterEach(() => {
  provider.retouch = undefined
})

describe('at the provider', () => {
  test('a verified e-mail without an account gets one, and comes back to the same', async () => {
    const methods = (await call('GET', '/v1/auth/methods', {}, server.url)).body
    expect(methods).toEqual({ password: true, oidc: { name: 'Office' }, passkey: false, registration: 'open' })
    const first = await signIn(anna)
    expect({ status: first.status, to: first.headers.get('location') }).toEqual({ status: 303, to: '/settings' })
    expect(first.headers.getSetCookie().join('\n')).toMatch(/dossier_session=.*HttpOnly; SameSite=Strict/)
    const user = await whoIn(first.browser)
    expect(user).toMatchObject({ email: 'anna@example.org', name: 'Anna', role: 'user' })
    // By its subject, whatever the e-mail is by now.
    const again = await signIn({ ...anna, email: 'other@example.org', email_verified: false })
    expect((await whoIn(again.browser)).id).toBe(user.id)
    // There is no password that would open it.
    const login = { email: 'anna@example.org', password: '' }
    expect((await call('POST', '/v1/auth/login', { body: login }, server.url)).status).toBe(422)
    const guess = { email: 'anna@example.org', password: 'anything' }
    expect((await call('POST', '/v1/auth/login', { body: guess }, server.url)).body.code).toBe('wrong_login')
    const own = new Person(
      anna.email!,
      'my first password',
      again.browser.cookie(server.url, 'dossier_session')!,
      user.id,
      server.url,
    )
    expect((await own.get('/v1/auth/oidc/link')).body.has_password).toBe(false)
    expect((await own.post('/v1/auth/password', { new: own.password })).status).toBe(200)
    expect((await own.get('/v1/auth/oidc/link')).body.has_password).toBe(true)
    const byPassword = { email: own.email, password: own.password }
    expect((await call('POST', '/v1/auth/login', { body: byPassword }, server.url)).status).toBe(200)
    // From then on it is asked for, as always.
    const second = await own.post('/v1/auth/password', { new: 'my second password' })
    expect({ status: second.status, loc: second.body.detail[0].loc }).toEqual({ status: 422, loc: ['body', 'current'] })
    const token = again.browser.cookie(server.url, 'dossier_session')
    const out = await call('POST', '/v1/auth/logout', { headers: { authorization: `Bearer ${token}` } }, server.url)
    const end = new URL(out.body.logout_url)
    expect(end.origin).toBe(provider.issuer)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/sign-in`)
  })

  test('the claim gives the role at each sign-in, but the last administrator stays one', async () => {
    const roles = async (...named: string[]) => (await whoIn((await signIn({ ...anna, roles: named })).browser)).role
    expect(await roles('pro', 'something')).toBe('pro')
    expect(await roles('user', 'admin')).toBe('admin')
    expect(await roles()).toBe('user')
    const boss: Visitor = { sub: 'boss', email: ADMIN.email, email_verified: true, roles: [] }
    const pending = await signIn(boss)
    expect(pending.body.code).toBe('link_needed')
    const cookie = `dossier_oidc=${pending.browser.cookie(server.url, 'dossier_oidc')}`
    expect((await call('POST', '/v1/auth/login', { body: ADMIN, headers: { cookie } }, server.url)).status).toBe(200)
    expect((await whoIn((await signIn(boss)).browser)).role).toBe('admin')
  })

  test('an account that is there is linked after its password in the same browser, and only then', async () => {
    const bob = await register('bob@example.org')
    const eve = await register('eve@example.org')
    const visitor: Visitor = { sub: 'bob', email: bob.email, email_verified: true }
    const refused = await signIn(visitor)
    expect(refused).toMatchObject({ status: 403, body: { code: 'link_needed' } })
    expect(refused.browser.cookie(server.url, 'dossier_session')).toBeUndefined()
    const login = (person: Person, cookie?: string, more: object = {}) =>
      call(
        'POST',
        '/v1/auth/login',
        { body: { email: person.email, password: person.password, ...more }, headers: cookie ? { cookie } : {} },
        server.url,
      )
    const cookie = `dossier_oidc=${refused.browser.cookie(server.url, 'dossier_oidc')}`
    const linked = async (person: Person) => (await person.get('/v1/auth/oidc/link')).body.linked
    // Somebody else's password, another browser, or a no: nothing is linked.
    await login(eve, cookie)
    await login(bob)
    await login(bob, `${cookie}x`)
    await login(bob, cookie, { link: false })
    expect([await linked(bob), await linked(eve)]).toEqual([null, null])
    expect((await login(bob, cookie)).status).toBe(200)
    expect(await linked(bob)).toMatchObject({ email: bob.email })
    expect((await whoIn((await signIn(visitor)).browser)).id).toBe(bob.id)
    // One subject for an account, one account for a subject.
    expect((await signIn({ ...visitor, sub: 'another bob' })).body.code).toBe('link_taken')
    expect((await bob.delete('/v1/auth/oidc/link')).status).toBe(200)
    expect(await linked(bob)).toBeNull()
    expect((await signIn(visitor)).body.code).toBe('link_needed')
  })

  test('whoever is signed in links and confirms by it; the only way in is not unlinked', async () => {
    const carl = await register('carl@example.org')
    const browser = new Browser()
    const begin = async (purpose: string, person = carl) => {
      const { body, headers, status } = await person.post(`/v1/auth/oidc/${purpose}`, {
        return_to: '/settings/security',
      })
      expect({ status, body }).toMatchObject({ status: 200 })
      const sealed = headers.getSetCookie()[0]!.split(';')[0]!.slice('dossier_oidc='.length)
      browser.cookies.set(server.url, new Map([['dossier_oidc', sealed]]))
      let next = body.url
      while (!next.startsWith(server.url)) next = new URL((await browser.go(next)).headers.get('location')!, next).href
      return browser.go(next)
    }
    provider.visitor = { sub: 'carl at the office', email: 'c@office.example', email_verified: false }
    const done = await begin('link')
    expect(done.headers.get('location')).toBe('/settings/security#oidc=linked')
    expect((await carl.get('/v1/auth/oidc/link')).body).toMatchObject({
      name: 'Office',
      linked: { email: 'c@office.example' },
      has_password: true,
    })
    const proved = await begin('confirm')
    const proof = /^\/settings\/security#oidc_proof=(.+)$/.exec(proved.headers.get('location')!)![1]!
    const dora = await register('dora@example.org')
    expect((await dora.post('/v1/auth/confirm', { oidc: proof })).body.code).toBe('wrong_proof')
    expect((await carl.post('/v1/auth/confirm', { oidc: proof })).status).toBe(200)
    expect((await carl.post('/v1/auth/confirm', { oidc: proof })).body.code).toBe('wrong_proof')
    // The account there is Carl's: it links to nobody else, and proves nothing for others.
    expect((await begin('link', dora)).body.code).toBe('link_taken')
    expect((await begin('confirm', dora)).body.code).toBe('oidc_flow')
    const nora: Visitor = { sub: 'nora', email: 'nora@example.org', email_verified: true }
    const token = (await signIn(nora)).browser.cookie(server.url, 'dossier_session')!
    const only = new Person('', '', token, '', server.url)
    expect((await only.delete('/v1/auth/oidc/link')).body.code).toBe('only_way_in')
  })
})

describe('refused, each with its sentence', () => {
  const eve: Visitor = { sub: 'eve', email: 'nobody-yet@example.org', email_verified: true }

  const refused = (reply: Reply, code: string, sentence: RegExp, status = 403) => {
    expect({ status: reply.status, code: reply.body?.code, detail: reply.body?.detail }).toEqual({
      status,
      code,
      detail: expect.stringMatching(sentence),
    })
    expect(reply.headers.getSetCookie().join()).not.toContain('dossier_session=')
  }

  test('state: another one, none, of another browser, a second time', async () => {
    provider.visitor = eve
    const browser = new Browser()
    const back = new URL(await toCallback(browser))
    const withState = (state: string) => {
      const url = new URL(back)
      url.searchParams.set('state', state)
      return url.href
    }
    refused(await browser.go(withState('made-up')), 'oidc_flow', /not begun in this browser/)
    refused(await browser.go(withState('')), 'oidc_flow', /not begun/)
    refused(await new Browser().go(back.href), 'oidc_flow', /not begun/)
    const other = new Browser()
    await toCallback(other)
    refused(await other.go(back.href), 'oidc_flow', /not begun/)
    const kept = new Map(browser.cookies.get(server.url))
    expect((await browser.go(back.href)).status).toBe(303)
    browser.cookies.set(server.url, kept)
    refused(await browser.go(back.href), 'oidc_flow', /finished already/)
  })

  test('code and verifier: of another sign-in, used, made up', async () => {
    provider.visitor = eve
    const [one, two] = [new Browser(), new Browser()]
    const [stolen, own] = [new URL(await toCallback(one)), new URL(await toCallback(two))]
    own.searchParams.set('code', stolen.searchParams.get('code')!)
    // Fresh and real, but begun with another verifier.
    refused(await two.go(own.href), 'oidc_code', /does not take the code/)
    expect((await one.go(stolen.href)).status).toBe(303)
    // Used by now, and made up.
    for (const code of [stolen.searchParams.get('code')!, 'made-up']) {
      const browser = new Browser()
      const back = new URL(await toCallback(browser))
      back.searchParams.set('code', code)
      refused(await browser.go(back.href), 'oidc_code', /used before/)
    }
  })

  test('nonce, issuer, audience, time, signature and an old key', async () => {
    const elsewhere = 'https://evil.example'
    const cases: [string, Retouch, RegExp][] = [
      ['nonce', { claims: { nonce: 'another' } }, /another sign-in/],
      ['no nonce', { claims: { nonce: undefined } }, /another sign-in|cannot be used/],
      ['issuer', { claims: { iss: elsewhere } }, /another provider/],
      ['audience', { claims: { aud: 'another client' } }, /another application/],
      ['several audiences', { claims: { aud: ['dossier', 'x'], azp: 'x' } }, /another application/],
      ['expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }, /too old/],
      ['signed by nobody', { key: newKey() }, /not signed by a key/],
      ['not signed at all', { header: { alg: 'none' } }, /not signed|cannot be used/],
      ['an unknown key', { key: newKey(), header: { kid: 'unknown' } }, /not signed by a key/],
    ]
    for (const [what, retouch, sentence] of cases) {
      provider.retouch = retouch
      const reply = await signIn(eve)
      expect({ what, code: reply.body?.code }).toEqual({ what, code: 'oidc_token' })
      refused(reply, 'oidc_token', sentence)
    }
    provider.retouch = undefined
    const old = provider.rotate()
    // The new key counts at once, the old one never again.
    expect((await signIn(eve)).status).toBe(303)
    provider.retouch = { key: old, header: { kid: 'key-1' } }
    refused(await signIn(eve), 'oidc_token', /a key that the provider uses now/)
  })

  test('a mixed-up issuer in the address, and a no of the provider', async () => {
    provider.visitor = eve
    const browser = new Browser()
    const back = new URL(await toCallback(browser))
    back.searchParams.set('iss', 'https://evil.example')
    refused(await browser.go(back.href), 'oidc_token', /another provider/)
    const again = new Browser()
    const denied = new URL(await toCallback(again))
    denied.searchParams.delete('code')
    denied.searchParams.set('error', 'access_denied')
    refused(await again.go(denied.href), 'oidc_denied', /did not let you in/)
  })

  test('an e-mail that is not verified, or none', async () => {
    const bob: Visitor = { sub: 'eve as bob', email: 'bob@example.org', email_verified: false }
    refused(await signIn(bob), 'email_unverified', /has not verified/)
    refused(await signIn({ sub: 'eve without' }), 'email_unverified', /has not verified/)
    refused(await signIn({ sub: 'eve hinting', email: 'bob@example.org' }), 'email_unverified', /has not verified/)
  })

  test('a return address that is not our own page', async () => {
    const others = [
      ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)'],
      ...['/\t/evil.example', 'settings', '/v1/auth/logout', '/%0d%0a', '/..//evil.example', ' /settings'],
    ]
    const wrong: Json[] = []
    for (const path of others) {
      const reply = await call('GET', `/v1/auth/oidc/start?return_to=${encodeURIComponent(path)}`, {}, server.url)
      if (reply.status !== 422) wrong.push({ path, status: reply.status })
    }
    // Written as a path of ours, it is one, whatever it is called.
    expect(wrong).toEqual([{ path: '/%0d%0a', status: 303 }])
  })

  test('a browser is led to the page, which says why', async () => {
    const reply = await new Browser().go(`${server.url}/v1/auth/oidc/callback?state=x&code=y`, { accept: 'text/html' })
    expect({ status: reply.status, to: reply.headers.get('location') }).toEqual({
      status: 303,
      to: '/sign-in#oidc=oidc_flow',
    })
  })
})

test('without passwords an administrator says yes to a link, and the operator still gets in', {
  tags: ['long'],
}, async () => {
  const { dataDir } = server
  await server.stop({ keep: true })
  server = await aServer({ PASSWORD_LOGIN: 'off', OIDC_CREATE: 'false' }, dataDir)
  const person = (token: string) => new Person('', '', token, '', server.url)
  expect((await call('GET', '/v1/auth/methods', {}, server.url)).body).toMatchObject({ password: false })
  const login = await call('POST', '/v1/auth/login', { body: ADMIN }, server.url)
  expect(login).toMatchObject({ status: 403, body: { code: 'password_off' } })
  const join = { email: 'late@example.org', password: 'correct horse battery' }
  expect((await call('POST', '/v1/auth/register', { body: join }, server.url)).body.code).toBe('password_off')
  expect((await signIn({ sub: 'late', email: join.email, email_verified: true })).body.code).toBe('no_account')

  const visitor: Visitor = { sub: 'eve herself', email: 'eve@example.org', email_verified: true }
  const asked = await signIn(visitor)
  expect(asked.body).toMatchObject({ code: 'link_needed', detail: expect.stringContaining('administrator') })
  const boss = person(admin.token)
  const { items } = (await boss.get('/v1/admin/oidc-links')).body
  expect(items).toMatchObject([{ email: 'eve@example.org' }])
  const yes = `/v1/admin/users/${items[0]!.user_id}/oidc-link`
  expect((await boss.post(yes)).status).toBe(200)
  expect((await boss.post(yes)).status).toBe(404)
  const entered = await signIn(visitor)
  expect((await whoIn(entered.browser)).email).toBe('eve@example.org')

  const { execFileSync } = await import('node:child_process')
  const { join: path } = await import('node:path')
  const { ROOT } = await import('./support/server.ts')
  const printed = execFileSync(
    process.execPath,
    [path(ROOT, 'dist/server/main.js'), '--command=user', 'sign-in', ADMIN.email],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env() }, encoding: 'utf8' },
  )
  const token = /#enter=([\w-]+)/.exec(printed)![1]
  const enter = () => call('POST', '/v1/auth/login/link', { body: { token } }, server.url)
  expect(await enter()).toMatchObject({ status: 200, body: { user: { email: ADMIN.email } } })
  expect((await enter()).body.code).toBe('challenge_over')
})

test('a provider that is away is said to be', { tags: ['long'] }, async () => {
  provider.stop()
  const { dataDir } = server
  await server.stop({ keep: true })
  server = await startServer({ env: env(), dataDir })
  const reply = await call('GET', '/v1/auth/oidc/start', {}, server.url)
  expect(reply).toMatchObject({ status: 502, body: { code: 'oidc_unreachable' } })
  expect((await call('POST', '/v1/auth/login', { body: ADMIN }, server.url)).status).toBe(200)
})
