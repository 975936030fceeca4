import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { aMailServer, type MailServer } from './support/mail-server.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './support/mcp.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { startTelegramServer, type TelegramServer } from './support/telegram-server.ts'

/** A call of another program that waits for a yes is told to its owner: on the stream, by mail and in the messenger. */

const CHAT = 4711

let mail: MailServer
let telegram: TelegramServer
let dataDir: string
let port: number
let api: RunningServer
let worker: RunningServer
let anna: Person

async function aFreePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port: free } = taken.address() as AddressInfo
  taken.close()
  return free
}

const start = (role: 'api' | 'worker') =>
  startServer({
    dataDir,
    args: [`--role=${role}`],
    env: {
      SMTP_URL: mail.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SETUP_CODE: 'off',
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_URL: telegram.url,
      DATABASE_POOL: '4',
    },
    ...(role === 'worker' ? { readyLine: /works in the background/ } : {}),
  })

beforeAll(async () => {
  mail = await aMailServer()
  telegram = await startTelegramServer()
  dataDir = await aDataDir()
  port = await aFreePort()
  api = await start('api')
  worker = await start('worker')
  anna = await aPerson(api.url)
  const { code } = (await anna.post('/v1/agent/channel')).body
  telegram.write(CHAT, `/start ${code}`)
  expect((await telegram.next(CHAT)).text).toContain('connected')
})

afterAll(async () => {
  await worker.stop({ keep: true })
  await api.stop()
  await telegram.close()
  await mail.close()
})

/** The letter with its text as it is read. */
function textOf(letter: string): string {
  const [head, ...rest] = letter.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const octets = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = /^content-transfer-encoding: base64/im.test(head!)
    ? Buffer.from(body, 'base64')
    : Buffer.from(octets, 'latin1')
  return `${head}\n\n${bytes.toString('utf8')}`
}

/** The stream from its beginning, up to the last of these runs. */
async function waitingEvents(lastRun: string) {
  const abort = new AbortController()
  const response = await fetch(`${api.url}/v1/events`, {
    headers: { authorization: `Bearer ${anna.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  let text = ''
  const events = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!)).filter(e => e.type === 'agent.waiting')
  while (!events().some(event => event.run_id === lastRun)) {
    const { done, value } = await reader.read()
    if (done) throw new Error('the stream has ended')
    text += new TextDecoder().decode(value)
  }
  abort.abort()
  return events()
}

test('it is told once, with the application, what it wants and where to answer; a dead worker loses nothing', async () => {
  const file = await anna.upload('old plan.txt', 'the secret of the content')
  await anna.read(file.id)
  const client = await mcpClient(await tokenOf(anna), api.url)
  const ask = async () => (await callTool(client, 'trash_file', { object_id: file.id })).structuredContent
  const first = await ask()
  expect(first.status).toBe('waiting')
  const message = await telegram.next(CHAT)
  expect(message.text).toContain('The application "Claude" wants to do this:\n\nMove "old plan.txt" to the trash')
  expect(message.text).toContain(`${api.url}/ask?who=agent&session=${first.run_id}`)
  await until(async () => mail.letters.length === 1, 'the letter')
  const letter = textOf(mail.letters[0]!)
  expect(letter).toContain(`To: ${anna.email}`)
  expect(letter).toMatch(/^Subject: .*Claude.*permission/m)
  expect(letter).toContain(`${api.url}/ask?who=agent&session=${first.run_id}`)
  expect(letter + message.text).not.toContain('secret')

  expect(letter).toContain('revoke its token in Settings')

  // Asked again it is the same question. While it waits, no other of the same program is written of.
  expect((await ask()).run_id).toBe(first.run_id)
  const beside = await anna.upload('beside.txt', 'beside')
  const silent = (await callTool(client, 'trash_file', { object_id: beside.id })).structuredContent
  expect(silent.status).toBe('waiting')
  for (const { run_id } of [first, silent]) expect(await sayInPage(anna, run_id, run_id === first.run_id)).toBe(200)
  expect(await ask()).toMatchObject({ status: 'done' })
  // The next one is asked while nobody works, and told by whoever comes.
  await worker.kill()
  const other = await anna.upload('other.txt', 'another')
  const late = callTool(client, 'trash_file', { object_id: other.id })
  const waiting = async () => (await anna.get('/v1/agent/sessions')).body.items.length === 3
  await until(waiting, 'the second call to be there')
  worker = await start('worker')
  const second = (await late).structuredContent
  expect((await telegram.next(CHAT)).text).toContain('Move "other.txt" to the trash')
  await until(async () => mail.letters.length === 2, 'the second letter')
  const events = await waitingEvents(second.run_id)
  expect(events).toMatchObject([
    { run_id: first.run_id, app: 'Claude', title: expect.stringContaining('old plan.txt') },
    { run_id: silent.run_id, app: 'Claude' },
    { run_id: second.run_id, app: 'Claude' },
  ])
  expect(telegram.sent.filter(({ text }) => text.includes('wants to do this'))).toHaveLength(2)
  expect(new Set(mail.letters.map(each => /^Message-ID: (\S+)/im.exec(each)![1])).size).toBe(2)
})

test('of many that wait one letter is written; with the access of the program all of it ends', {
  tags: ['long'],
}, async () => {
  const { body } = await anna.post('/v1/tokens', { name: 'Many' })
  const client = await mcpClient(body.token, api.url)
  const files = await Promise.all(['a', 'b', 'c'].map(name => anna.upload(`many ${name}.txt`, name)))
  const letters = mail.letters.length
  await worker.kill()
  const asked = files.map(({ id }) => callTool(client, 'trash_file', { object_id: id }).catch(() => undefined))
  const waiting = async () =>
    (await anna.get('/v1/agent/sessions')).body.items.filter(each => JSON.stringify(each).includes('Many:'))
  await until(async () => (await waiting()).length === 3, 'the calls to be there')
  worker = await start('worker')
  await Promise.all(asked)
  const { text } = await telegram.next(CHAT)
  expect(text).toContain('The application "Many"')
  await until(async () => mail.letters.length > letters, 'the letter')
  expect(mail.letters).toHaveLength(letters + 1)

  expect((await anna.delete(`/v1/tokens/${body.id}`)).status).toBe(200)
  for (const { id } of await waiting())
    expect(JSON.stringify((await anna.get(`/v1/agent/sessions/${id}`)).body)).toContain('"cancelled"')
})

test('a change that is called off before anybody works on it is not made', { tags: ['long'] }, async () => {
  const file = await anna.upload('stays.txt', 'x')
  const client = await mcpClient(await tokenOf(anna), api.url)
  await worker.kill()
  const sessions = async (): Promise<Json[]> => (await anna.get('/v1/agent/sessions')).body.items
  const before = (await sessions()).length
  const calling = new AbortController()
  const input = { object_id: file.id, filename: 'renamed' }
  const asked = client.callTool({ name: 'rename_file', arguments: input }, undefined, { signal: calling.signal })
  asked.catch(() => {})
  await until(async () => (await sessions()).length > before, 'the call to be there')
  calling.abort('changed my mind')
  await expect(asked).rejects.toThrow('changed my mind')
  const [newest] = await sessions()
  const isCancelled = async () =>
    JSON.stringify((await anna.get(`/v1/agent/sessions/${newest!.id}`)).body).includes('"cancelled"')
  await until(isCancelled, 'the run to end')
  worker = await start('worker')
  // Nobody has said no: asked for again it is done. By then nothing else was.
  const again = (filename: string, id: string) => callTool(client, 'rename_file', { object_id: id, filename })
  const other = await anna.upload('other name.txt', 'x')
  expect((await again('done', other.id)).structuredContent.status).toBe('done')
  expect((await anna.get(`/v1/objects/${file.id}`)).body.filename).toBe('stays.txt')
  expect((await again('renamed', file.id)).structuredContent.status).toBe('done')
})

test('who calls off what another asks for as well does not end it for them', { tags: ['long'] }, async () => {
  const file = await anna.upload('shared call.txt', 'x')
  const client = await mcpClient(await tokenOf(anna), api.url)
  await worker.kill()
  const sessions = async () => (await anna.get('/v1/agent/sessions')).body.items.length
  const before = await sessions()
  const calling = new AbortController()
  const input = { object_id: file.id, filename: 'for both' }
  const first = client.callTool({ name: 'rename_file', arguments: input }, undefined, { signal: calling.signal })
  first.catch(() => {})
  await until(async () => (await sessions()) > before, 'the call to be there')
  const second = callTool(client, 'rename_file', input)
  await client.listTools()
  calling.abort('enough')
  await expect(first).rejects.toThrow('enough')
  worker = await start('worker')
  expect((await second).structuredContent.status).toBe('done')
  expect(await sessions()).toBe(before + 1)
})

test('names that others gave lead nowhere; what is hidden is in no letter', { tags: ['long'] }, async () => {
  await anna.put('/v1/settings', { prefs: { language: 'ru' } })
  const { body } = await anna.post('/v1/tokens', { name: 'Bank https://evil.example/pay' })
  const file = await anna.upload('see www.evil.example now.txt', 'x')
  const client = await mcpClient(body.token, api.url)
  const first = (await callTool(client, 'trash_file', { object_id: file.id })).structuredContent
  const { text } = await telegram.next(CHAT)
  expect(text).toContain('Приложение «Bank [—]» хочет выполнить действие')
  expect(text).not.toContain('evil')

  expect(await sayInPage(anna, first.run_id, false)).toBe(200)

  const secret = await anna.upload('secret.txt', 'x')
  await worker.kill()
  const sessions = (await anna.get('/v1/agent/sessions')).body.items.length
  const asked = callTool(client, 'trash_file', { object_id: secret.id }).catch(() => undefined)
  await until(async () => (await anna.get('/v1/agent/sessions')).body.items.length > sessions, 'the call to be there')
  await anna.patch(`/v1/objects/${secret.id}`, { is_hidden: true })
  const before = telegram.sent.length
  worker = await start('worker')
  await asked
  const shown = await anna.upload('shown.txt', 'x')
  await callTool(client, 'trash_file', { object_id: shown.id })
  await until(async () => telegram.sent.length > before, 'the one that is shown')
  await until(async () => mail.letters.some(each => textOf(each).includes('shown.txt')), 'its letter')
  expect(JSON.stringify([telegram.sent, mail.letters.map(textOf)])).not.toContain('secret.txt')
})
