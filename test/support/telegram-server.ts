import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './client.ts'
import { until } from './client.ts'

export interface TelegramServer {
  url: string
  token: string
  /** What the bot has said, in order. */
  readonly sent: Json[]
  write(chatId: number, text: string): void
  press(chatId: number, data: string): void
  /** The next message to the chat behind the ones that were seen. */
  next(chatId: number): Promise<Json>
  close(): Promise<void>
}

/** Telegram's bot interface as far as the service uses it: one poll at a time, updates until they are confirmed by a later offset. */
export async function startTelegramServer(): Promise<TelegramServer> {
  const token = `${Math.floor(Math.random() * 1e9)}:test-token`
  const updates: Json[] = []
  const sent: Json[] = []
  const seen = new Map<number, number>()
  let counter = 100
  let polling = false

  const pollOf = async (body: Json): Promise<Json> => {
    if (polling) return { ok: false, description: 'Conflict: terminated by other getUpdates request' }
    polling = true
    const end = Date.now() + Math.min(body.timeout, 2) * 1000
    const due = () => updates.filter(update => update.update_id >= body.offset)
    while (due().length === 0 && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
    polling = false
    return { ok: true, result: due().slice(0, 100) }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const body = text ? JSON.parse(text) : {}
    const method = request.url?.replace(`/bot${token}/`, '')
    const answer = (value: Json) =>
      response.writeHead(value.ok ? 200 : 409, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (method === 'getUpdates') return answer(await pollOf(body))
    if (method === 'sendMessage') sent.push(body)
    answer({ ok: true, result: true })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const from = (id: number) => ({ id, first_name: 'Anna', username: 'anna', language_code: 'en' })
  const chat = (id: number) => ({ id, type: 'private' })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    sent,
    write: (chatId, said) =>
      updates.push({
        update_id: counter++,
        message: { message_id: counter, chat: chat(chatId), from: from(chatId), text: said },
      }),
    press: (chatId, data) =>
      updates.push({
        update_id: counter++,
        callback_query: {
          id: String(counter),
          from: from(chatId),
          data,
          message: { message_id: 1, chat: chat(chatId) },
        },
      }),
    async next(chatId) {
      const skip = seen.get(chatId) ?? 0
      const found = await until(
        async () => sent.filter(message => message.chat_id === chatId)[skip],
        'a message of the bot',
        90,
      )
      seen.set(chatId, skip + 1)
      return found
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
