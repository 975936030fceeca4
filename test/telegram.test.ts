import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { startTelegramServer, type TelegramServer } from './support/telegram-server.ts'

let telegram: TelegramServer
let server: RunningServer
let anna: Person

beforeAll(async () => {
  telegram = await startTelegramServer()
  server = await startServer({ env: { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_URL: telegram.url } })
  anna = await aPerson(server.url)
})
afterAll(async () => {
  await server.stop()
  await telegram.close()
})

test('a chat is connected with a code, talks to the agent, and says yes with a button', async () => {
  const chat = 4242
  telegram.write(chat, 'what is on today?')
  expect((await telegram.next(chat)).text).toContain('I do not know you')
  expect((await anna.get('/v1/agent/channel')).body).toEqual({ configured: true, connected: false, name: '' })
  const { code } = (await anna.post('/v1/agent/channel')).body
  telegram.write(chat, `/start ${code}`)
  expect((await telegram.next(chat)).text).toContain('connected')
  expect((await anna.get('/v1/agent/channel')).body).toMatchObject({ connected: true, name: 'Anna' })
  // A code works once.
  telegram.write(77, `/start ${code}`)
  expect((await telegram.next(77)).text).toContain('I do not know you')

  const { id } = await anna.upload('old notes.txt')
  await anna.read(id)
  telegram.write(chat, 'delete old notes.txt')
  const asked = await telegram.next(chat)
  expect(asked.text).toContain('Move "old notes.txt" to the trash')
  expect(asked.parse_mode).toBeUndefined()
  const [yes, no] = asked.reply_markup.inline_keyboard[0]
  expect([yes.text, no.text]).toEqual(['Yes', 'No'])
  // Nobody else's button counts.
  telegram.press(77, yes.callback_data)
  expect((await telegram.next(77)).text).toContain('I do not know you')
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(200)
  telegram.press(chat, yes.callback_data)
  expect((await telegram.next(chat)).text).toContain('in the trash')
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
  // Pressed again it does nothing; the conversation is one.
  telegram.press(chat, yes.callback_data)
  telegram.write(chat, 'remind me tomorrow at 10 to call the bank')
  expect((await telegram.next(chat)).text).toContain('Call the bank')
  const { items } = (await anna.get('/v1/agent/sessions')).body
  expect(items).toHaveLength(1)
  expect((await anna.get('/v1/calendar/events')).body.items).toHaveLength(1)
  expect(server.output()).not.toContain(telegram.token)
})

test('reminders come by it; a chat that is disconnected is a stranger again', async () => {
  const chat = 5151
  const bob = await aPerson(server.url)
  const { code } = (await bob.post('/v1/agent/channel')).body
  telegram.write(chat, `/start ${code}`)
  await telegram.next(chat)
  await bob.put('/v1/settings', { calendar_reminders_messenger: true, timezone: 'Etc/GMT-14' })
  const starts_at = new Date(Date.now() + 61_000).toISOString()
  await bob.post('/v1/calendar/events', { title: 'Tea with Kate', starts_at, reminders: [1] })
  expect((await telegram.next(chat)).text).toContain('Tea with Kate')
  expect((await bob.delete('/v1/agent/channel')).body).toEqual({ ok: true })
  telegram.write(chat, 'hello')
  expect((await telegram.next(chat)).text).toContain('I do not know you')
})
