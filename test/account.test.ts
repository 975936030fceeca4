import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, call, Person, theAdmin, until } from './support/client.ts'
import { aMailServer, type MailServer } from './support/mail-server.ts'
import { theProductDatabase } from './support/product-database.ts'
import { aDataDir, ROOT, type RunningServer, startServer } from './support/server.ts'

const database = theProductDatabase()
afterAll(async () => database?.close())

const NEW = 'another horse battery'
const signIn = (email: string, password: string, base?: string) =>
  call('POST', '/v1/auth/login', { body: { email, password }, headers: { 'user-agent': FIREFOX } }, base)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.skipIf(!database)('a session that proved itself long ago', () => {
  const age = (person: Person) =>
    sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${person.id}`.execute(
      database!.context.db,
    )
  const asked = { name: 'script' }

  test('has to do so again before a new token, by cookie and by header; an API token is not asked', async () => {
    const person = await aPerson()
    const api = (await person.post('/v1/tokens', asked)).body.token
    await age(person)
    const refused = await person.post('/v1/tokens', asked)
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_needed' } })
    const cookie = { cookie: `dossier_session=${person.token}`, 'sec-fetch-site': 'same-origin' }
    expect((await call('POST', '/v1/tokens', { body: asked, headers: cookie })).body.code).toBe('confirm_needed')
    const program = person.with({ authorization: `Bearer ${api}` })
    expect((await program.post('/v1/tokens', asked)).status).toBe(201)
    // What is not grave goes on.
    expect((await person.get('/v1/tokens')).status).toBe(200)

    expect((await person.post('/v1/auth/confirm', { password: 'not this one' })).body.code).toBe('wrong_password')
    expect((await person.post('/v1/tokens', asked)).status).toBe(403)
    const proved = await person.post('/v1/auth/confirm', { password: person.password })
    expect(proved.status).toBe(200)
    const left = new Date(proved.body.expires_at).getTime() - Date.now()
    expect(left).toBeGreaterThan(9 * 60_000)
    expect((await person.post('/v1/tokens', asked)).status).toBe(201)
  })

  test('is locked after ten wrong passwords', async () => {
    const person = await aPerson()
    for (let n = 0; n < 10; n++) await person.post('/v1/auth/confirm', { password: `wrong ${n}` })
    expect((await person.post('/v1/auth/confirm', { password: person.password })).body.code).toBe('locked')
  })
})

describe('my account', () => {
  test('sessions have device and address, and are ended one by one', async () => {
    const person = await aPerson()
    const other = (await signIn(person.email, person.password)).body.token
    const { body } = await person.get('/v1/auth/sessions')
    expect(body.items).toHaveLength(2)
    const there = body.items.find(session => !session.current)!
    expect(there).toMatchObject({ device: 'Firefox, Linux', address: expect.stringMatching(/127\.0\.0\.1|::1/) })
    expect((await (await aPerson()).delete(`/v1/auth/sessions/${there.id}`)).status).toBe(404)
    expect((await person.delete(`/v1/auth/sessions/${there.id}`)).status).toBe(200)
    expect((await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${other}` } })).status).toBe(401)
    expect((await person.delete(`/v1/auth/sessions/${there.id}`)).status).toBe(404)
  })

  test('all other sessions are ended at once; tokens and those of others stay', async () => {
    const [person, stranger] = [await aPerson(), await aPerson()]
    const me = (token: string) => call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
    const others = [await signIn(person.email, person.password), await signIn(person.email, person.password)]
    const api = (await person.post('/v1/tokens', { name: 'script' })).body.token
    expect((await person.delete('/v1/auth/sessions')).status).toBe(200)
    for (const { body } of others) expect((await me(body.token)).status).toBe(401)
    for (const token of [person.token, api, stranger.token]) expect((await me(token)).status).toBe(200)
    expect((await person.get('/v1/auth/sessions')).body.items).toMatchObject([{ current: true }])
  })

  test('the name changes freely, the e-mail with the password and only to a free one', async () => {
    const [person, other] = [await aPerson(), await aPerson()]
    expect((await person.patch('/v1/auth/me', { name: 'Анна' })).body).toMatchObject({
      name: 'Анна',
      email: person.email,
    })
    const email = `new-${person.email}`
    expect((await person.patch('/v1/auth/me', { email })).body.code).toBe('wrong_password')
    expect((await person.patch('/v1/auth/me', { email, current: 'not this one' })).body.code).toBe('wrong_password')
    const taken = await person.patch('/v1/auth/me', { email: other.email, current: person.password })
    expect(taken.body.code).toBe('email_taken')
    expect((await person.patch('/v1/auth/me', { email, current: person.password })).body.email).toBe(email)
    expect((await signIn(email, person.password)).status).toBe(200)
    expect((await signIn(person.email, person.password)).status).toBe(401)
  })

  test('a new password ends tokens and the calendar feed only where that is wished', async () => {
    const person = await aPerson()
    const api = (await person.post('/v1/tokens', { name: 'script' })).body.token
    const program = person.with({ authorization: `Bearer ${api}` })
    const feed = (await person.post('/v1/calendar/feed')).body.url as string
    const path = feed.slice(feed.indexOf('/v1/'))
    await person.post('/v1/auth/password', { current: person.password, new: NEW })
    expect((await program.get('/v1/auth/me')).status).toBe(200)
    expect((await call('GET', path)).status).toBe(200)
    await person.post('/v1/auth/password', { current: NEW, new: person.password, end_tokens: true })
    expect((await program.get('/v1/auth/me')).status).toBe(401)
    expect((await call('GET', path)).status).not.toBe(200)
    expect((await person.get('/v1/auth/me')).status).toBe(200)
  })
})

/** Without the soft breaks and escapes of quoted-printable. */
const plain = (letter: string) => letter.replaceAll('=\r\n', '').replaceAll('=3D', '=')
async function aFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const tokenIn = (text: string) => /#reset=([\w-]+)/.exec(text)![1]!

describe('coming back', () => {
  test("an administrator's link serves once, ends all sessions, and the older link", async () => {
    const [person, admin] = [await aPerson(), await theAdmin()]
    expect((await person.post(`/v1/admin/users/${person.id}/password-reset`)).status).toBe(403)
    const path = `/v1/admin/users/${person.id}/password-reset`
    const [older, newer] = [await admin.post(path), await admin.post(path)].map(({ body }) => tokenIn(body.reset_url))
    const reset = (token: string) => call('POST', '/v1/auth/reset', { body: { token, password: NEW } })
    expect((await reset(older!)).body.code).toBe('reset_invalid')
    expect((await person.get('/v1/auth/me')).status).toBe(200)
    const both = await Promise.all([reset(newer!), reset(newer!)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await person.get('/v1/auth/me')).status).toBe(401)
    expect((await signIn(person.email, person.password)).status).toBe(401)
    expect((await signIn(person.email, NEW)).status).toBe(200)
    expect((await reset('dos_nonsense')).body.code).toBe('reset_invalid')
    // A session is no link, and a link is no session.
    const link = tokenIn((await admin.post(path)).body.reset_url)
    expect((await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${link}` } })).status).toBe(401)
  })

  test.skipIf(!database)('a link is good for an hour', async () => {
    const [person, admin] = [await aPerson(), await theAdmin()]
    const { body } = await admin.post(`/v1/admin/users/${person.id}/password-reset`)
    const left = new Date(body.expires_at).getTime() - Date.now()
    expect(left).toBeGreaterThan(58 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000 + 5000)
    await sql`update password_resets set expires_at = now() where owner_id = ${person.id}`.execute(database!.context.db)
    const token = tokenIn(body.reset_url)
    const { body: refused } = await call('POST', '/v1/auth/reset', { body: { token, password: NEW } })
    expect(refused.code).toBe('reset_invalid')
  })
})

describe('an installation of its own', () => {
  let server: RunningServer
  let mail: MailServer
  let dataDir: string
  let base: string
  const admin = { email: 'root@example.org', password: 'from a file of its own' }
  beforeAll(async () => {
    mail = await aMailServer()
    dataDir = await aDataDir()
    const file = join(dataDir, 'password')
    await writeFile(file, `${admin.password}\n`)
    const port = await aFreePort()
    base = `http://127.0.0.1:${port}`
    server = await startServer({
      dataDir,
      readyLine: /ready at/,
      env: {
        PORT: String(port),
        ADMIN_EMAIL: 'Root@example.org',
        ADMIN_PASSWORD_FILE: file,
        SMTP_URL: mail.url,
        PUBLIC_URL: 'https://files.example.org/',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    await mail.close()
  })

  test('has its administrator from the configuration, and no setup code is asked for', async () => {
    expect((await call('GET', '/v1/auth/state', {}, base)).body.first_run).toBe(false)
    const { status, body } = await signIn(admin.email, admin.password, base)
    expect({ status, role: body.user.role }).toEqual({ status: 200, role: 'admin' })
    expect(server.output()).toContain('The administrator root@example.org was made')
    expect(server.output()).not.toContain(admin.password)
    expect(server.output()).not.toContain('Setup code')
  })

  test('sends a link to who has an account, and answers everybody alike', async () => {
    const { body } = await signIn(admin.email, admin.password, base)
    const boss = new Person(admin.email, admin.password, body.token, body.user.id, base)
    const ask = (email: string) => call('POST', '/v1/auth/forgot', { body: { email } }, base)
    const answers = [await ask('nobody@example.org'), await ask(' ROOT@example.org ')]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([202, 202].map(status => [status, '{"ok":true}']))
    const letter = plain(await until(async () => mail.letters.find(each => each.includes(admin.email)), 'the letter'))
    expect(mail.letters).toHaveLength(1)
    // Never the address by which somebody asked.
    expect(letter).toContain('https://files.example.org/sign-in#reset=')
    // Asked again at once: one letter a minute is enough.
    await ask(admin.email)
    await until(async () => (await boss.get('/v1/admin/jobs')).body.queues.every(queue => queue.waiting === 0), 'rest')
    const answer = await call('POST', '/v1/auth/reset', { body: { token: tokenIn(letter), password: NEW } }, base)
    expect(answer.status).toBe(200)
    expect((await boss.get('/v1/auth/me')).status).toBe(401)
    expect(mail.letters).toHaveLength(1)
  })

  test('the operator gets a link beside the running service', async () => {
    const run = (...given: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'dist/server/main.js'), '--command=user', ...given], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: 'https://files.example.org' },
      }).catch((error: { stdout: string; stderr: string; code: number }) => error)
    const { stdout } = await run('reset', admin.email)
    const token = tokenIn(stdout)
    const reset = { body: { token, password: admin.password } }
    expect((await call('POST', '/v1/auth/reset', reset, base)).status).toBe(200)
    expect((await signIn(admin.email, admin.password, base)).status).toBe(200)
    expect(await run('reset', 'nobody@example.org')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no account'),
    })
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run user -- reset EMAIL') })
  })

  test('an invite goes by mail to the address that it is for, and its link lets in', async () => {
    const { token } = (await signIn(admin.email, admin.password, base)).body
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ru' }
    const asked = { body: { role: 'user', email: 'guest@example.org' }, headers }
    const { body } = await call('POST', '/v1/admin/invites', asked, base)
    expect(body).toMatchObject({ mailed: true, invite: expect.any(String) })
    const letter = await until(
      async () => mail.letters.find(text => /^To: .*guest@example\.org/m.test(text)),
      'the letter with the invite',
    )
    const text = Buffer.from(letter.split('\r\n\r\n')[1]!, 'base64').toString()
    expect(text).toContain(`https://files.example.org/sign-in?invite=${encodeURIComponent(body.invite)}`)
    const account = { email: 'guest@example.org', password: NEW, invite: body.invite }
    expect((await call('POST', '/v1/auth/register', { body: account }, base)).status).toBe(201)
    expect((await call('POST', '/v1/admin/invites', { body: { email: 'no address' }, headers }, base)).status).toBe(422)
    // Nothing of the address or the link stands in what is logged.
    expect(server.output()).not.toContain(body.invite)
  })
})
