import { createHash } from 'node:crypto'
import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { type Handler, handle, type RunJob } from '../../../jobs/declare.ts'
import { enqueue, enqueueWith } from '../../../jobs/queue.ts'
import { AppError, InvalidInput } from '../../../lib/errors.ts'
import type { Language, Words } from '../../../lib/language.ts'
import type { MessengerMessage } from '../../../ports/messenger.ts'
import { beginRun, callsOf, eventsAfter, findRun, resumeRun } from '../../agent/index.ts'
import { findSettings } from '../../settings/index.ts'
import { revealed } from '../../tools/index.ts'
import { ownerActor } from '../../work/index.ts'
import { agentListen, agentReply } from './jobs.ts'
import { advance, ownerOfChat, releaseListening, takeCode, takeListening } from './queries.ts'

const LISTEN_MS = 45_000

/** Hears what people write for a while; the next round goes on where this one ends. */
async function listen(context: Context, _payload: unknown, { signal }: RunJob): Promise<void> {
  if (!context.messenger.isOn || !context.config.AGENT) return
  let from = await takeListening(context.db)
  if (from === undefined) return
  try {
    for (const end = Date.now() + LISTEN_MS; Date.now() < end && !signal.aborted; ) {
      const { messages, next } = await context.messenger.listen(from, signal)
      for (const { at, message } of messages) await take(context, at, message)
      from = next
    }
  } finally {
    await releaseListening(context.db)
  }
}

/** A message, the note that it was received, and what it causes are one transaction. */
async function take(context: Context, at: number, message: MessengerMessage): Promise<void> {
  let answer: Words | undefined
  try {
    await inTransaction(context, async tx => {
      if (await advance(tx.db, at)) answer = await react(tx, message)
    })
  } catch (error) {
    if (!(error instanceof AppError || error instanceof InvalidInput)) throw error
    await advance(context.db, at)
    answer = error instanceof AppError ? error.words : undefined
  }
  if (message.pressed) await context.messenger.acknowledge(message.pressed.id).catch(() => {})
  if (answer) await context.messenger.say(message.chatId, answer[languageOf(message)])
}

const languageOf = ({ language }: MessengerMessage): Language => (language.startsWith('ru') ? 'ru' : 'en')

const CONNECTED: Words = {
  en: 'This chat is connected with your files now. Write what you need.',
  ru: 'Чат подключён к вашим файлам. Пишите, что нужно.',
}
const STRANGER: Words = {
  en: 'I do not know you yet. Get a code in the settings of the service and send it as /start CODE.',
  ru: 'Мы ещё не знакомы. Получите код в настройках сервиса и отправьте его: /start КОД.',
}

export const hashOf = (code: string) => createHash('sha256').update(code.trim().toUpperCase()).digest()

async function react(tx: Context, message: MessengerMessage): Promise<Words | undefined> {
  const code = /^\/start\s+(\S{4,64})\s*$/u.exec(message.text)?.[1]
  if (code) return (await takeCode(tx.db, hashOf(code), message)) ? CONNECTED : STRANGER
  const owner = await ownerOfChat(tx.db, message.chatId)
  if (!owner) return STRANGER
  const chosen = (await findSettings(tx.db, owner.owner_id)).prefs.language
  const language = chosen === 'ru' || chosen === 'en' ? chosen : languageOf(message)
  const actor: Actor = { ...(await ownerActor(tx, owner.owner_id, language)), unlocked: false }
  if (message.pressed) return decided(tx, actor, message)
  if (message.text.trim() === '') return undefined
  const { runId } = await beginRun(
    tx,
    actor,
    {
      query: [...message.text].slice(0, 8000).join(''),
      attachment_ids: [],
      inline_attachments: [],
      channel_chat_id: message.chatId,
      channel_user_id: message.userId,
      channel_members: [{ user_id: message.userId, name: message.name, username: message.username }],
      include_subfolders: true,
      scope_object_ids: [],
      history: [],
      web_search: true,
    },
    tx.config.PUBLIC_URL.replace(/\/$/, ''),
  )
  await enqueue(tx, agentReply, actor.ownerId, { runId, chatId: message.chatId, after: 0 })
  return undefined
}

/** A button says yes or no to all that its message named. */
async function decided(tx: Context, actor: Actor, message: MessengerMessage): Promise<undefined> {
  const [, answer, runId] = /^([yn])\|([0-9a-f-]{36})$/u.exec(message.pressed!.data) ?? []
  const run = runId ? await findRun(tx.db, actor, runId) : undefined
  if (run?.status !== 'paused') return undefined
  const pending = (await callsOf(tx.db, actor.ownerId, run.id)).filter(({ status }) => status === 'pending')
  const { after } = await resumeRun(tx, actor, {
    run_id: run.id,
    session_id: run.session_id,
    decisions: pending.map(({ tool_call_id }) => ({ tool_call_id, confirmed: answer === 'y' })),
    web_search: run.web_search,
  })
  await enqueue(tx, agentReply, actor.ownerId, { runId: run.id, chatId: message.chatId, after })
  return undefined
}

const ASKED: Words = { en: 'Shall I?', ru: 'Выполнить?' }
const YES: Words = { en: 'Yes', ru: 'Да' }
const NO: Words = { en: 'No', ru: 'Нет' }
const EVENTS = 10_000

/** Says in the chat what has come of a run; while it still works, it comes back. */
async function answerChat(
  context: Context,
  payload: { runId: string; chatId: number; after: number },
  { ownerId }: RunJob,
): Promise<void> {
  const actor = { ...(await ownerActor(context, ownerId, 'en')), unlocked: false }
  const run = await findRun(context.db, actor, payload.runId)
  if (!run) return
  if (run.status === 'running') {
    await enqueueWith(context, { job: agentReply, ownerId, payload, delaySeconds: 1 })
    return
  }
  const events = (await eventsAfter(context.db, ownerId, run.id, { seq: payload.after, limit: EVENTS })).map(
    ({ data }) => revealed(context, data),
  )
  const text = events
    .map(event =>
      event.type === 'text-delta'
        ? event.delta
        : event.type === 'text-end'
          ? '\n\n'
          : event.type === 'error'
            ? event.errorText
            : '',
    )
    .join('')
    .trim()
  const asked = events.flatMap(event =>
    event.type === 'data-confirmation' ? [(event.data as { title: string }).title] : [],
  )
  if (run.status !== 'paused') return context.messenger.say(payload.chatId, text || '…')
  const question = [text, ...asked.map(title => `• ${title}`), ASKED[run.language]].filter(Boolean).join('\n')
  await context.messenger.say(payload.chatId, question, [
    { label: YES[run.language], data: `y|${run.id}` },
    { label: NO[run.language], data: `n|${run.id}` },
  ])
}

export const telegramHandlers: Handler[] = [handle(agentListen, listen), handle(agentReply, answerChat)]
