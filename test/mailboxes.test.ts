import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { anImapServer, type ImapServer } from './support/imap-server.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Letters of a mailbox come in as files, each once, whatever happens in between. */

vi.setConfig({ testTimeout: 120_000 })

let imap: ImapServer
let server: RunningServer
let anna: Person

const env = () => ({
  ALLOW_PRIVATE_ENDPOINTS: 'on',
  MAIL_POLL_SECONDS: '1',
  // The test's own authority, beside those that everybody trusts.
  NODE_EXTRA_CA_CERTS: imap.certificate,
})

beforeAll(async () => {
  imap = await anImapServer()
  server = await startServer({ env: env() })
  anna = await aPerson(server.url)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await imap?.close()
})

const letter = (n: number, extra = '') =>
  [
    'From: Boris <boris@example.org>',
    'To: anna@example.org',
    `Subject: =?utf-8?B?${Buffer.from(`Счёт ${n}`).toString('base64')}?=`,
    `Message-ID: <letter-${n}@example.org>`,
    'Date: Tue, 3 Mar 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Letter number ${n} about the rent.${extra}`,
    '--b',
    `Content-Type: application/octet-stream; name="bill-${n}.txt"`,
    `Content-Disposition: attachment; filename="bill-${n}.txt"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`The bill number ${n}`).toString('base64'),
    '--b--',
    '',
  ].join('\r\n')

const connection = (more: Json = {}) => ({
  host: imap.host,
  port: imap.port,
  username: imap.username,
  password: imap.password,
  ...more,
})

const files = async (): Promise<Json[]> => (await anna.get('/v1/objects?limit=200')).body.items
const names = async () => (await files()).map(({ filename }) => filename).sort()
const card = async (id: string) => (await anna.get('/v1/mailboxes')).body.items.find(one => one.id === id)
const checkedAfter = (id: string, moment: string | null, what: string) =>
  until(async () => {
    const one = await card(id)
    return one!.last_checked_at > (moment ?? '') && one
  }, what)
const expected = (numbers: number[]) => numbers.flatMap(n => [`2026-03-03 Счёт ${n}.eml`, `bill-${n}.txt`]).sort()

test('letters come in with what is attached, are marked, and are not taken again when the server counts anew', async () => {
  await imap.deliver('one', letter(1))
  await imap.deliver('two', letter(2))
  const made = await anna.post('/v1/mailboxes', connection({ name: 'Post' }))
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ name: 'Post', status: 'ok', last_error: '', security: 'tls', after: 'seen' })
  expect(JSON.stringify(made.body)).not.toContain(imap.password)
  const { id } = made.body
  await until(async () => (await card(id))!.taken === 2, 'both letters')
  expect(await names()).toEqual(expected([1, 2]))
  const [mail] = (await files()).filter(({ filename }) => filename.endsWith('Счёт 1.eml'))
  expect((await anna.get(`/v1/objects/${mail.id}/content`)).text).toBe(letter(1))
  expect((await anna.get(`/v1/objects/${mail.id}`)).body).toMatchObject({ source_url: 'mid:letter-1%40example.org' })
  expect((await anna.get(`/v1/collections/${mail.collection_id}`)).body.name).toBe('Post')
  const [bill] = (await files()).filter(({ filename }) => filename === 'bill-1.txt')
  expect((await anna.get(`/v1/objects/${bill.id}/content`)).text).toBe('The bill number 1')
  expect(bill.collection_id).toBe(mail.collection_id)
  await until(async () => (await imap.letters()).every(({ flags }) => flags.includes('S')), 'the marks')

  // What was removed here stays removed.
  await anna.delete(`/v1/objects/${mail.id}`)
  await imap.stop()
  await imap.countAnew()
  await imap.start()
  await imap.deliver('three', letter(3))
  await until(async () => (await card(id))!.taken === 3, 'the third letter')
  expect(await names()).toEqual(expected([1, 2, 3]).filter(name => name !== '2026-03-03 Счёт 1.eml'))
  await anna.delete(`/v1/mailboxes/${id}`)
  expect((await anna.get('/v1/mailboxes')).body.items).toEqual([])
  expect((await files()).length).toBe(5)
})

test('letters are moved where that is wished, over STARTTLS too; a kill in the middle loses and doubles nothing', {
  tags: ['long'],
}, async () => {
  const numbers = Array.from({ length: 30 }, (_, n) => 100 + n)
  for (const n of numbers) await imap.deliver(`n${n}`, letter(n, ' '.repeat(20_000)))
  const wish = connection({ name: 'Rent', port: imap.plainPort, security: 'starttls', after: 'move', move_to: 'Taken' })
  const { status, body } = await anna.post('/v1/mailboxes', wish)
  expect({ status, body }).toMatchObject({ status: 201, body: { status: 'ok' } })
  await until(async () => (await card(body.id))!.taken >= 5, 'some letters')
  await server.kill()
  const moved = (await imap.letters('Taken')).length
  expect(moved).toBeLessThan(33)
  server = await startServer({ dataDir: server.dataDir, env: env() })
  anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  // A letter that is moved stands in both folders for a moment.
  await until(async () => (await imap.letters()).length === 0, 'the rest to be moved')
  expect(await imap.letters('Taken')).toHaveLength(33)
  const rent = (await names()).filter(name => /1[0-2]\d/.test(name))
  expect(rent).toEqual(expected(numbers))
  expect((await files()).filter(({ filename }) => filename === 'bill-2.txt')).toHaveLength(1)
  await anna.delete(`/v1/mailboxes/${body.id}`)
})

test('what is wrong is said in words: a password, a folder, a certificate, a server that has gone', {
  tags: ['long'],
}, async () => {
  const wrong = (await anna.post('/v1/mailboxes', connection({ password: 'guessed' }))).body
  expect(wrong).toMatchObject({
    status: 'error',
    last_error: expect.stringMatching(/refuses the name or the password/),
  })
  expect(JSON.stringify(wrong)).not.toContain('guessed')
  const mended = await anna.patch(`/v1/mailboxes/${wrong.id}`, { password: imap.password })
  expect(mended.body).toMatchObject({ status: 'ok', last_error: '' })
  // What works is not replaced by what does not.
  const worse = await anna.patch(`/v1/mailboxes/${wrong.id}`, { folder: 'Nowhere' })
  expect(worse.body).toMatchObject({
    status: 'error',
    folder: 'INBOX',
    last_error: expect.stringMatching(/no such folder/),
  })
  expect(await card(wrong.id)).toMatchObject({ folder: 'INBOX', status: 'ok' })
  const plain = await anna.post('/v1/mailboxes', connection({ port: imap.plainPort }))
  expect(plain.body).toMatchObject({ status: 'error', last_error: expect.stringMatching(/no encrypted connection/) })
  const away = await anna.post('/v1/mailboxes', connection({ host: 'mail.invalid' }))
  expect(away.body.last_error).toMatch(/cannot be found/)

  await imap.stop()
  await until(async () => /does not answer/.test((await card(wrong.id))!.last_error), 'the server to be missed')
  const russian = await anna.get('/v1/mailboxes', { 'accept-language': 'ru' })
  expect(russian.body.items[0]!.last_error).toMatch(/не отвечает/)
  await imap.start()
  await checkedAfter(wrong.id, (await card(wrong.id))!.last_checked_at, 'another try')
  await until(async () => (await card(wrong.id))!.status === 'ok', 'it to be found again')
  const nowhere = await anna.post('/v1/mailboxes', connection({ after: 'move', move_to: 'inbox' }))
  expect(nowhere.status).toBe(422)
})

test('an address in a private network is refused, and another person sees nothing', { tags: ['long'] }, async () => {
  await server.stop({ keep: true })
  server = await startServer({ dataDir: server.dataDir })
  anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  const boris = await aPerson(server.url)
  const { status, body } = await boris.post('/v1/mailboxes', connection())
  expect({ status, loc: body.detail[0]?.loc }).toEqual({ status: 422, loc: ['body', 'host'] })
  expect(JSON.stringify(body)).not.toContain(imap.password)
  const [mine] = (await anna.get('/v1/mailboxes')).body.items
  expect((await boris.get('/v1/mailboxes')).body.items).toEqual([])
  expect((await boris.patch(`/v1/mailboxes/${mine!.id}`, { enabled: false })).status).toBe(404)
  expect((await boris.delete(`/v1/mailboxes/${mine!.id}`)).status).toBe(404)
})
