import { expect, test } from 'vitest'
import { ADMIN, aPerson, call, theAdmin } from '../support/client.ts'

const unique = () => `${Math.random().toString(36).slice(2)}@example.org`

test('registering gives a user and a token that works at once', async () => {
  const email = unique()
  const { status, body, headers } = await call('POST', '/v1/auth/register', {
    body: { email: email.toUpperCase(), password: 'correct horse', name: 'Анна' },
  })
  expect(status).toBe(201)
  expect(body.user).toMatchObject({ email, name: 'Анна', role: 'user', disabled: false })
  expect(headers.get('set-cookie')).toMatch(/dossier_session=.*HttpOnly; SameSite=Strict/)
  const me = await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${body.token}` } })
  expect(me.body.id).toBe(body.user.id)
})

test('a taken e-mail is refused, whatever its case', async () => {
  const anna = await aPerson()
  const again = await call('POST', '/v1/auth/register', {
    body: { email: anna.email.toUpperCase(), password: 'another one' },
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } })
})

test('bad registrations say which field and never echo the password', async () => {
  const { status, body, text } = await call('POST', '/v1/auth/register', {
    body: { email: 'no-at-sign', password: 'short77' },
  })
  expect(status).toBe(422)
  expect(body.detail).toContainEqual(expect.objectContaining({ loc: ['body', 'email'], type: 'value_error' }))
  expect(body.detail).toContainEqual(
    expect.objectContaining({ loc: ['body', 'password'], type: 'string_too_short', ctx: { min_length: 8 } }),
  )
  expect(text).not.toContain('short77')
})

test('signing in and out', async () => {
  const anna = await aPerson()
  const login = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  expect(login.status).toBe(200)
  expect(new Date(login.body.expires_at).getTime()).toBeGreaterThan(Date.now())
  const headers = { authorization: `Bearer ${login.body.token}` }
  expect((await call('POST', '/v1/auth/logout', { headers })).body).toEqual({ ok: true })
  expect((await call('GET', '/v1/auth/me', { headers })).status).toBe(401)
  expect((await anna.get('/v1/auth/me')).status).toBe(200)
})

test('a wrong password and an unknown e-mail answer alike, and ten of them lock', async () => {
  const anna = await aPerson()
  const attempt = (email: string) => call('POST', '/v1/auth/login', { body: { email, password: 'wrong' } })
  const [known, unknown] = [await attempt(anna.email), await attempt(unique())]
  expect(known.status).toBe(401)
  expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  for (let i = 0; i < 9; i++) expect((await attempt(anna.email)).status).toBe(401)
  const locked = await attempt(anna.email)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60)
  const right = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  expect(right.status).toBe(429)
})

test('a bad token is 401 with WWW-Authenticate', async () => {
  for (const authorization of ['Bearer nonsense', `Bearer dos_${'A'.repeat(64)}`, 'Basic YTpi', 'Bearer ']) {
    const { status, headers, body } = await call('GET', '/v1/auth/me', { headers: { authorization } })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body).toEqual({ detail: expect.any(String), code: 'unauthenticated', request_id: expect.any(String) })
  }
})

test('changing the password needs the current one and ends the other sessions only', async () => {
  const anna = await aPerson()
  const other = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  const api = await anna.post('/v1/tokens', { name: 'script' })
  const wrong = await anna.post('/v1/auth/password', { current: 'not this', new: 'a new password' })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  const change = await anna.post('/v1/auth/password', { current: anna.password, new: 'a new password' })
  expect(change.body).toEqual({ ok: true })
  expect((await anna.get('/v1/auth/me')).status).toBe(200)
  const asOther = { authorization: `Bearer ${other.body.token}` }
  expect((await call('GET', '/v1/auth/me', { headers: asOther })).status).toBe(401)
  const asScript = { authorization: `Bearer ${api.body.token}` }
  expect((await call('GET', '/v1/auth/me', { headers: asScript })).status).toBe(200)
  const login = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: 'a new password' } })
  expect(login.status).toBe(200)
})

test('API tokens: the secret is shown once, listed by prefix, revoked by id', async () => {
  const anna = await aPerson()
  const made = await anna.post('/v1/tokens', { name: 'backup', expires_in_days: 3 })
  expect(made.status).toBe(201)
  expect(made.body.token.startsWith(made.body.prefix)).toBe(true)
  const list = await anna.get('/v1/tokens')
  expect(list.text).not.toContain(made.body.token)
  expect(list.body.items).toHaveLength(2)
  expect(list.body.items.find((item: { current: boolean }) => item.current)!.kind).toBe('session')
  const bob = await aPerson()
  expect((await bob.delete(`/v1/tokens/${made.body.id}`)).status).toBe(404)
  expect((await anna.delete(`/v1/tokens/${made.body.id}`)).body).toEqual({ ok: true })
  const headers = { authorization: `Bearer ${made.body.token}` }
  expect((await call('GET', '/v1/auth/me', { headers })).status).toBe(401)
})

test('the page cookie works for reading, and for changing only from our own origin', async () => {
  const anna = await aPerson()
  const login = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  expect((await call('GET', '/v1/auth/me', { headers: { cookie } })).status).toBe(200)
  const change = (headers: Record<string, string>) =>
    call('PUT', '/v1/settings', { headers: { cookie, ...headers }, body: { proactive: true } })
  expect(await change({})).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
  expect((await change({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await change({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('a new password locks the hidden zone', async () => {
  const anna = await aPerson()
  const file = await anna.upload('secret.txt')
  await anna.patch(`/v1/objects/${file.id}`, { is_hidden: true })
  const { body } = await anna.post('/v1/hidden-pin/unlock')
  const open = anna.with({ 'x-hidden-token': body.hidden_token })
  expect((await open.get(`/v1/objects/${file.id}`)).status).toBe(200)
  await anna.post('/v1/auth/password', { current: anna.password, new: 'a new password' })
  expect((await open.get('/v1/auth/me')).status).toBe(200)
  expect((await open.get(`/v1/objects/${file.id}`)).status).toBe(404)
})

test('the time zone comes with the registration, and must be one', async () => {
  const register = (timezone: unknown) =>
    call('POST', '/v1/auth/register', { body: { email: unique(), password: 'correct horse', timezone } })
  const settings = async (token: string) =>
    (await call('GET', '/v1/settings', { headers: { authorization: `Bearer ${token}` } })).body
  const moscow = await register('Europe/Moscow')
  expect((await settings(moscow.body.token)).timezone).toBe('Europe/Moscow')
  for (const none of [undefined, null, '']) {
    const made = await register(none)
    expect(made.status).toBe(201)
    expect((await settings(made.body.token)).timezone).toBe('')
  }
  const wrong = await register('Europe/Atlantis')
  expect(wrong.status).toBe(422)
  expect(wrong.body.detail[0]).toMatchObject({ loc: ['body', 'timezone'], type: 'value_error' })
})

test('only administrators administer', async () => {
  const anna = await aPerson()
  for (const path of ['/v1/admin/users', '/v1/admin/jobs'])
    expect(await anna.get(path)).toMatchObject({ status: 403, body: { code: 'admin_only' } })
})

test('an administrator makes users, changes their role and disables them', async () => {
  const admin = await theAdmin()
  const email = unique()
  const made = await admin.post('/v1/admin/users', { email, password: 'given by admin', role: 'pro' })
  expect(made).toMatchObject({ status: 201, body: { email, role: 'pro' } })
  const login = await call('POST', '/v1/auth/login', { body: { email, password: 'given by admin' } })
  const headers = { authorization: `Bearer ${login.body.token}` }
  expect((await admin.patch(`/v1/admin/users/${made.body.id}`, { role: 'user', tariff: 'free' })).body).toMatchObject({
    role: 'user',
    tariff: 'free',
  })
  expect((await admin.patch(`/v1/admin/users/${made.body.id}`, { disabled: true })).body.disabled).toBe(true)
  expect((await call('GET', '/v1/auth/me', { headers })).status).toBe(401)
  expect((await call('POST', '/v1/auth/login', { body: { email, password: 'given by admin' } })).status).toBe(401)
  const users = await admin.get('/v1/admin/users')
  expect(users.body.items.map((user: { email: string }) => user.email)).toContain(email)
  expect((await admin.patch(`/v1/admin/users/${admin.id}`, { disabled: true })).body.code).toBe('own_account')
})

test('another tenant is another world, and only the first tenant can make one', async () => {
  const admin = await theAdmin()
  const made = await admin.post('/v1/admin/tenants', { name: 'Second office' })
  expect(made.status).toBe(201)
  const email = unique()
  const joined = await call('POST', '/v1/auth/register', {
    body: { email, password: 'second admin', invite: made.body.invite },
  })
  expect(joined.body.user).toMatchObject({ role: 'admin', tenant_id: made.body.tenant.id })
  const headers = { authorization: `Bearer ${joined.body.token}` }
  const users = await call('GET', '/v1/admin/users', { headers })
  expect(users.body.items).toHaveLength(1)
  const denied = await call('POST', '/v1/admin/tenants', { headers, body: { name: 'Third' } })
  expect(denied).toMatchObject({ status: 403, body: { code: 'first_tenant_only' } })
  const foreign = await call('PATCH', `/v1/admin/users/${admin.id}`, { headers, body: { role: 'user' } })
  expect(foreign.status).toBe(404)
  const again = await call('POST', '/v1/auth/register', {
    body: { email: unique(), password: 'second admin', invite: made.body.invite },
  })
  expect(again.status).toBe(403)
})

test('an invite gives its role once', async () => {
  const admin = await theAdmin()
  const { body, status } = await admin.post('/v1/admin/invites', { role: 'pro' })
  expect(status).toBe(201)
  expect(body.mailed).toBe(false)
  const use = () =>
    call('POST', '/v1/auth/register', { body: { email: unique(), password: 'invited me', invite: body.invite } })
  const outcomes = (await Promise.all([use(), use(), use()])).map(reply => reply.status).sort()
  expect(outcomes).toEqual([201, 403, 403])
})

test('the first account is the administrator', async () => {
  expect((await (await theAdmin()).get('/v1/auth/me')).body).toMatchObject({ email: ADMIN.email, role: 'admin' })
})
