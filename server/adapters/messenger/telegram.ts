import { z } from 'zod'
import type { Db } from '../../context.ts'
import { timeLimit } from '../../lib/time-limit.ts'
import { withoutEnd } from '../../lib/trim.ts'
import type { Button, Messenger, MessengerMessage } from '../../ports/messenger.ts'

/** A Telegram bot by long polling: nothing has to reach us from outside. */

const WAIT_SECONDS = 20
const CALL_MS = 15_000
const MOST_CHARACTERS = 4000

const person = z.object({
  id: z.number(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  username: z.string().default(''),
  language_code: z.string().default(''),
})
const chat = z.object({ id: z.number(), type: z.string().default('private') })
const message = z.object({ chat, from: person.optional(), text: z.string().default('') })

const update = z.object({
  update_id: z.number(),
  message: message.optional(),
  callback_query: z
    .object({ id: z.string(), from: person, data: z.string().default(''), message: message.optional() })
    .optional(),
})

const reply = z.object({ ok: z.boolean(), result: z.unknown(), description: z.string().default('') })

export function telegramMessenger(options: { token: string; apiUrl: string; db: Db }): Messenger {
  const base = `${withoutEnd(options.apiUrl, /\//)}/bot${options.token}`

  async function call(
    method: string,
    body: object,
    { ms = CALL_MS, signal }: { ms?: number; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const response = await fetch(`${base}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: timeLimit(ms, signal),
    }).catch(error => {
      // The address holds the token: nothing of it may get into a log.
      throw new Error(`Telegram did not answer ${method}: ${(error as Error).name}`)
    })
    const parsed = reply.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success || !parsed.data.ok)
      throw new Error(`Telegram refused ${method}: ${response.status} ${parsed.data?.description ?? ''}`)
    return parsed.data.result
  }

  const chatOf = (ownerId: string) =>
    options.db.selectFrom('agent_chats').select('chat_id').where('owner_id', '=', ownerId).executeTakeFirst()

  async function say(chatId: number, text: string, buttons: Button[] = []): Promise<void> {
    const pieces = piecesOf(text)
    for (const [n, piece] of pieces.entries()) {
      const keyboard = buttons.length > 0 && n === pieces.length - 1
      const markup = keyboard
        ? {
            reply_markup: {
              inline_keyboard: [buttons.map(({ label, data }) => ({ text: label, callback_data: data }))],
            },
          }
        : {}
      // Plain text: nothing that a file says becomes a link or a picture.
      await call('sendMessage', {
        chat_id: chatId,
        text: piece,
        link_preview_options: { is_disabled: true },
        ...markup,
      })
    }
  }

  return {
    isOn: true,
    reaches: async ownerId => (await chatOf(ownerId)) !== undefined,
    async send(ownerId, text) {
      const found = await chatOf(ownerId)
      if (found) await say(found.chat_id, text)
    },
    say,
    acknowledge: async pressedId => void (await call('answerCallbackQuery', { callback_query_id: pressedId })),
    async listen(from, signal) {
      const body = { offset: from, timeout: WAIT_SECONDS, allowed_updates: ['message', 'callback_query'] }
      const updates = z.array(update).parse(await call('getUpdates', body, { ms: (WAIT_SECONDS + 10) * 1000, signal }))
      const messages = updates.flatMap(one => {
        const found = messageIn(one)
        return found ? [{ at: one.update_id, message: found }] : []
      })
      return { messages, next: Math.max(from, ...updates.map(one => one.update_id + 1)) }
    },
  }
}

function messageIn({
  message: written,
  callback_query: pressed,
}: z.output<typeof update>): MessengerMessage | undefined {
  const from = pressed?.from ?? written?.from
  const where = pressed?.message?.chat ?? written?.chat
  // In a group others would read along.
  if (!from || !where || where.type !== 'private') return undefined
  return {
    chatId: where.id,
    userId: from.id,
    name: `${from.first_name} ${from.last_name}`.trim(),
    username: from.username,
    language: from.language_code,
    text: pressed ? '' : (written?.text ?? ''),
    ...(pressed ? { pressed: { data: pressed.data, id: pressed.id } } : {}),
  }
}

/** Telegram takes so much at once. */
function piecesOf(text: string): string[] {
  const letters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < letters.length; at += MOST_CHARACTERS)
    pieces.push(letters.slice(at, at + MOST_CHARACTERS).join(''))
  return pieces.length > 0 ? pieces : ['…']
}
