/** @module-tag long */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { aMailServer, type MailServer } from './support/mail-server.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** Reminders over several processes, of which some die: each comes once, by mail and on the stream. */

let mail: MailServer
let dataDir: string
const running = new Set<RunningServer>()

beforeAll(async () => {
  mail = await aMailServer()
  dataDir = await aDataDir()
})

afterAll(async () => {
  const [first, ...rest] = [...running].reverse()
  for (const server of rest) await server.stop({ keep: true })
  await first?.stop()
  await mail.close()
})

const start = async (role: 'api' | 'worker'): Promise<RunningServer> => {
  const server = await startServer({
    dataDir,
    args: [`--role=${role}`],
    env: { SMTP_URL: mail.url, DATABASE_POOL: '4' },
    ...(role === 'worker' ? { readyLine: /works in the background/ } : {}),
  })
  running.add(server)
  return server
}

const gone = async (server: RunningServer) => {
  running.delete(server)
  await server.kill()
}

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Everything that the person's stream has told so far, up to a reminder that was made last. */
async function received(person: Person, base: string, enough: (events: Json[]) => boolean) {
  const abort = new AbortController()
  const response = await fetch(`${base}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  let text = ''
  const events = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!)).filter(one => one.type === 'reminder.due')
  while (!enough(events())) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  return events()
}

const idsOf = (letters: string[]) => letters.map(letter => /^Message-ID: (\S+)/im.exec(letter)![1])

test('each comes once, whichever workers live and die, and those of a standstill come afterwards', async () => {
  const api = await start('api')
  const workers = await Promise.all([start('worker'), start('worker')])
  const anna = await aPerson(api.url)
  await anna.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } })
  const due = soon(3000)
  await Promise.all(
    [...Array(30).keys()].map(n =>
      anna.post('/v1/calendar/events', { title: `Встреча ${n}`, starts_at: due, reminders: [0], location: 'Офис' }),
    ),
  )
  await until(async () => mail.letters.length > 0, 'the first letter')
  await gone(workers[0]!)
  workers.push(await start('worker'))
  const events = await received(anna, api.url, found => found.length >= 30)
  await until(async () => new Set(idsOf(mail.letters)).size === 30, 'thirty letters', 240)
  expect(new Set(events.map(event => event.event_id)).size).toBe(30)
  expect(events.length).toBe(30)
  expect(events[0]).toMatchObject({ title: expect.stringContaining('Встреча'), minutes: 0, starts_at: due })
  const [letter] = mail.letters
  expect(letter).toContain(`To: ${anna.email}`)
  expect(letter).toContain('From: dossier@example.org')

  // Nobody is there to remind; afterwards it is made up for, once.
  for (const worker of workers.slice(1)) await gone(worker)
  const before = mail.letters.length
  const late = (await anna.post('/v1/calendar/events', { title: 'late', starts_at: soon(500), reminders: [0] })).body
  await until(async () => Date.now() > Date.parse(late.starts_at) + 1000, 'its time to pass')
  await Promise.all([start('worker'), start('worker')])
  await until(async () => mail.letters.length > before, 'the late letter')
  // One more behind it shows that nothing else was waiting.
  const last = (await anna.post('/v1/calendar/events', { title: 'last', starts_at: soon(1000), reminders: [0] })).body
  const all = await received(anna, api.url, found => found.some(event => event.event_id === last.id))
  expect(all.filter(event => event.event_id === late.id).length).toBe(1)
  expect(all.length).toBe(32)
  const { body } = await anna.get('/v1/calendar/agenda')
  const health = (await anna.get('/health/deep')).body
  expect(health.checks.find(check => check.name === 'mail')).toMatchObject({ ok: true })
  expect(body.reminder_note).toBe('Напоминания в мессенджере выключены в настройках.')
})
