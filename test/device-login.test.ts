import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, call, factsOf, type Json, type Person, until } from './support/client.ts'
import { aMailServer, type MailServer } from './support/mail-server.ts'
import { codeAt, earlyInStep } from './support/oathtool.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { propertyIn, responsesIn } from './support/webdav.ts'

/** What Nextcloud's clients do beside syncing: signing in by a page, and the trash. */

let mail: MailServer
let server: RunningServer
let anna: Person

beforeAll(async () => {
  mail = await aMailServer()
  server = await startServer({ env: { SMTP_URL: mail.url } })
  anna = await aPerson(server.url)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await mail?.close()
})

const begin = async (): Promise<Json> => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux) mirall/3.14.0 (Nextcloud)' }
  const { status, body } = await call('POST', '/index.php/login/v2', { headers }, server.url)
  expect(status).toBe(200)
  return body
}

/** As the clients send it: a form, without a cookie. */
const poll = ({ poll: { token, endpoint } }: Json) =>
  call(
    'POST',
    new URL(endpoint).pathname,
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: `token=${encodeURIComponent(token)}` },
    server.url,
  )

const flowOf = ({ login }: Json) => new URL(login).pathname.split('/').at(-1)!

/** A device that was let in. */
async function aDevice(): Promise<{
  user: string
  dav(method: string, path: string, more?: object): ReturnType<typeof call>
}> {
  const login = await begin()
  await anna.post(`/v1/device-logins/${flowOf(login)}`, { allow: true })
  const { body } = await poll(login)
  const authorization = `Basic ${Buffer.from(`${body.loginName}:${body.appPassword}`).toString('base64')}`
  const dav = (method: string, path: string, more: Json = {}) =>
    call(method, path, { ...more, headers: { authorization, ...more.headers } }, server.url)
  return { user: anna.id, dav }
}

test('a client is let in by the page, once, and gets a password of its own', async () => {
  const login = await begin()
  expect(login.login).toMatch(/\/index\.php\/login\/v2\/flow\/[\w-]{20,}$/)
  expect((await poll(login)).status).toBe(404)
  const asked = await anna.get(`/v1/device-logins/${flowOf(login)}`)
  expect(asked.body).toMatchObject({ name: expect.stringContaining('mirall') })
  // The page is for people: without being signed in there is no yes.
  expect((await call('POST', `/v1/device-logins/${flowOf(login)}`, { body: { allow: true } }, server.url)).status).toBe(
    401,
  )
  expect((await poll(login)).status).toBe(404)
  // Nor does a token let anything in that may do more than it.
  const narrow = (await anna.post('/v1/tokens', { name: 'narrow', scopes: ['account'] })).body
  const headers = { authorization: `Bearer ${narrow.token}` }
  const widened = await call(
    'POST',
    `/v1/device-logins/${flowOf(login)}`,
    { headers, body: { allow: true } },
    server.url,
  )
  expect(widened).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  await anna.delete(`/v1/tokens/${narrow.id}`)
  expect((await anna.post(`/v1/device-logins/${flowOf(login)}`, { allow: true })).status).toBe(200)
  expect((await anna.post(`/v1/device-logins/${flowOf(login)}`, { allow: true })).status).toBe(404)
  const got = await poll(login)
  expect(got.body).toMatchObject({ server: server.url, loginName: anna.email })
  expect((await poll(login)).status).toBe(404)
  const [token] = (await anna.get('/v1/tokens')).body.items.filter(({ kind }) => kind === 'api')
  expect(token).toMatchObject({ scopes: ['files'], name: expect.stringContaining('mirall') })
  const authorization = `Basic ${Buffer.from(`${anna.email}:${got.body.appPassword}`).toString('base64')}`
  const user = await call('GET', '/ocs/v2.php/cloud/user?format=json', { headers: { authorization } }, server.url)
  expect(user.body.ocs.data.id).toBe(anna.id)

  const refused = await begin()
  await anna.post(`/v1/device-logins/${flowOf(refused)}`, { allow: false })
  expect((await poll(refused)).status).toBe(404)
  expect((await anna.post('/v1/device-logins/guessed', { allow: true })).status).toBe(404)
})

test('with the second step switched on, only a session that has passed it lets a client in', async () => {
  const vera = await aPerson(server.url)
  const { body: made } = await vera.post('/v1/auth/totp')
  await earlyInStep()
  await vera.post('/v1/auth/totp/confirm', { code: codeAt(made.secret, -1) })
  const login = await begin()
  const allow = (token: string) =>
    call(
      'POST',
      `/v1/device-logins/${flowOf(login)}`,
      { headers: { authorization: `Bearer ${token}` }, body: { allow: true } },
      server.url,
    )
  const credentials = { email: vera.email, password: vera.password }
  const first = await call('POST', '/v1/auth/login', { body: credentials }, server.url)
  expect(first).toMatchObject({ status: 401, body: { code: 'second_factor' } })
  // The password is half of it: neither what it gives nor itself opens anything.
  const { challenge } = factsOf<'SecondFactorFacts'>(first)
  expect((await allow(challenge)).status).toBe(401)
  const files = `/remote.php/dav/files/${vera.id}/`
  const list = (secret: string) => {
    const authorization = `Basic ${Buffer.from(`${vera.email}:${secret}`).toString('base64')}`
    return call('PROPFIND', files, { headers: { authorization, depth: '0' } }, server.url)
  }
  expect((await list(vera.password)).status).toBe(401)
  expect((await poll(login)).status).toBe(404)
  const proof = { challenge, code: codeAt(made.secret) }
  const second = await call('POST', '/v1/auth/login/second', { body: proof }, server.url)
  expect(second.status).toBe(200)
  expect((await allow(second.body.token)).status).toBe(200)
  const got = await poll(login)
  expect(got.body).toMatchObject({ loginName: vera.email })
  expect((await list(got.body.appPassword)).status).toBe(207)
})

const NC = 'http://nextcloud.org/ns'

test('the trash is listed, what lies in it comes back by a move, and goes for good only with the right to it', async () => {
  const device = await aDevice()
  const folder = await anna.folder('Дом')
  const bill = await anna.upload('счёт.txt', 'a bill', `?collection_id=${folder.id}`)
  const note = await anna.upload('note.txt', 'a note')
  await anna.delete(`/v1/objects/${bill.id}`)
  await anna.delete(`/v1/objects/${note.id}`)
  const base = `/remote.php/dav/trashbin/${device.user}/`
  const top = responsesIn((await device.dav('PROPFIND', base, { headers: { depth: '1' } })).text)
  expect([...top.keys()]).toEqual([base, `${base}trash/`, `${base}restore/`])
  const wish = `<d:propfind xmlns:d="DAV:" xmlns:nc="${NC}"><d:prop><nc:trashbin-filename/><nc:trashbin-original-location/><nc:trashbin-deletion-time/><d:getcontentlength/></d:prop></d:propfind>`
  const list = async () =>
    responsesIn((await device.dav('PROPFIND', `${base}trash`, { headers: { depth: '1' }, raw: wish })).text)
  const listed = await list()
  expect([...listed.keys()]).toEqual([`${base}trash/`, `${base}trash/${note.id}`, `${base}trash/${bill.id}`])
  const shown = listed.get(`${base}trash/${bill.id}`)
  expect(shown).toContain('Дом/счёт.txt')
  expect(propertyIn(shown, 'D:getcontentlength')).toBe('6')
  expect(shown).toMatch(/trashbin-deletion-time[^>]*>1\d{9}</)

  const restore = (id: string, to: string) =>
    device.dav('MOVE', `${base}trash/${id}`, { headers: { destination: server.url + to } })
  expect((await restore(bill.id, '/remote.php/dav/files/elsewhere')).status).toBe(403)
  expect((await restore(bill.id, `${base}restore/anything`)).status).toBe(201)
  expect((await anna.get(`/v1/objects/${bill.id}`)).body).toMatchObject({ collection_id: folder.id })
  expect((await restore(bill.id, `${base}restore/anything`)).status).toBe(404)
  // A device has the scope of files; removing for good is more.
  expect((await device.dav('DELETE', `${base}trash/${note.id}`)).status).toBe(403)
  const { body } = await anna.post('/v1/tokens', { name: 'all', scopes: ['files', 'delete'] })
  const authorization = `Basic ${Buffer.from(`${anna.email}:${body.token}`).toString('base64')}`
  const remove = () => call('DELETE', `${base}trash/${note.id}`, { headers: { authorization } }, server.url)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect([...(await list()).keys()]).toEqual([`${base}trash/`])
  const boris = await aPerson(server.url)
  const foreign = await device.dav('PROPFIND', `/remote.php/dav/trashbin/${boris.id}/trash/`)
  expect(foreign.status).toBe(404)
})

test('a device that removes very much is stopped, and its owner gets a letter', { tags: ['long'] }, async () => {
  const device = await aDevice()
  const folder = await anna.folder('Many')
  for (let n = 0; n < 110; n++) await anna.upload(`${n}.txt`, `number ${n}`, `?collection_id=${folder.id}`)
  const { status } = await device.dav('DELETE', `/remote.php/dav/files/${device.user}/Many`)
  expect(status).toBe(423)
  await until(async () => mail.letters.length > 0, 'the letter')
  expect(mail.letters[0]).toContain(anna.email)
  expect(mail.letters[0]).toMatch(/stopped/)
  expect((await anna.get('/v1/devices')).body.items.some(({ stopped_at }) => stopped_at)).toBe(true)
})
