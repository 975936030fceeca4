import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { AppError, invalid, notFound } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { isUuid } from '../../../lib/shapes.ts'
import type { ModelMessage } from '../../../ports/models.ts'
import { languageIn } from '../../assistant/index.ts'
import { getCollection } from '../../collections/index.ts'
import { assertNotSpent } from '../../connections/index.ts'
import {
  insertSession,
  ownsSession,
  type SessionTurn,
  sessionOfChat,
  touchSession,
  turnsOf,
} from '../../conversations/index.ts'
import { getObject, uploadObject } from '../../objects/index.ts'
import { standIn } from '../../people/index.ts'
import { activeSlug, findProfile } from '../../profiles/index.ts'
import { findSettings } from '../../settings/index.ts'
import type { ChatRequest } from '../schema.ts'
import { agentRun } from './jobs.ts'
import { insertRun, saveRun } from './queries.ts'
import { emitChunks, startOf } from './store.ts'

export interface Begun {
  runId: string
  sessionId: string
}

const MOST_TURNS = 50
export const INLINE_BYTES = 5 * 1024 * 1024

export const agentOff = () =>
  new AppError('unavailable', 'agent_off', {
    en: 'The agent is switched off here. Ask with POST /v1/ask.',
    ru: 'Агент здесь выключен. Спросите через POST /v1/ask.',
  })

const blank = () =>
  new AppError('senseless', 'blank_query', {
    en: 'The message has only blanks. Write what you want.',
    ru: 'В сообщении одни пробелы. Напишите, что нужно.',
  })

/** Everything that can be refused is refused before the run is there; then the run is committed, and only then streamed. */
export async function beginRun(context: Context, caller: Actor, request: ChatRequest, origin: string): Promise<Begun> {
  if (!context.config.AGENT) throw agentOff()
  if (request.query.trim() === '') throw blank()
  const actor = { ...caller, language: await languageFor(context, caller, request.query) }
  const slug = request.agent_slug || (await activeSlug(context.db, actor))
  await findProfile(context.db, actor, slug)
  const known = await sessionFor(context, actor, request)
  await assertNotSpent(context, actor.ownerId)
  const held = await givenFolder(context, actor, request.collection_id)
  const given: string[] = []
  for (const id of request.attachment_ids) {
    const viewer = await viewerOf(context, actor, 'object', id)
    await getObject(context, viewer, id)
    if (viewer.guest) given.push(id)
  }
  const inline = request.inline_attachments.map(decoded)
  const uploaded: string[] = []
  for (const { filename, bytes } of inline) uploaded.push(await keep(context, actor, filename, bytes))
  const attachmentIds = [...request.attachment_ids, ...uploaded]
  const runId = uuidv7()
  const sessionId = known ?? uuidv7()
  await inTransaction(context, async tx => {
    // What is done while the zone is open does not bring the conversation forward for those who may not see it.
    if (known && !actor.unlocked) await touchSession(tx.db, actor, known)
    if (!known) await insertSession(tx.db, actor, { id: sessionId, slug, chatId: request.channel_chat_id })
    const turns = known ? await turnsOf(tx.db, actor, known, MOST_TURNS / 2) : []
    await insertRun(tx.db, actor, {
      id: runId,
      session_id: sessionId,
      agent_slug: slug,
      query: request.query,
      scope: {
        collectionId: request.collection_id ?? null,
        subfolders: request.include_subfolders,
        objectIds: request.scope_object_ids,
        attachmentIds,
        origin,
      },
      web_search: request.web_search,
      channel: { chat_id: request.channel_chat_id, user_id: request.channel_user_id, members: request.channel_members },
      messages: conversation(turns, request, attachmentIds),
    })
    const mentions = [...attachmentIds, ...turns.flatMap(turn => turn.object_ids)]
    given.push(...turns.flatMap(turn => turn.given_ids))
    // That it is held to a folder of somebody else says where it looks, not that it has read anything there.
    const foreign = given.some(id => id !== request.collection_id) || turns.some(turn => turn.read_foreign)
    await saveRun(tx.db, actor.ownerId, runId, { mentions, given: [...given, ...held], foreign })
    await emitChunks(tx, { ownerId: actor.ownerId, runId }, [startOf(runId, sessionId)])
    await enqueue(tx, agentRun, actor.ownerId, { runId })
  })
  return { runId, sessionId }
}

/** Who sees the thing: oneself, or oneself as somebody to whom it was given. */
const viewerOf = (context: Context, actor: Actor, kind: 'object' | 'folder', id: string): Promise<Actor> =>
  standIn(context, actor, { as: 'viewer', named: { kind, id }, ownerOnly: false })

/** The folder that the run is held to, which must be there, where somebody else has given it. */
async function givenFolder(context: Context, actor: Actor, id: string | null | undefined): Promise<string[]> {
  if (!id) return []
  const viewer = await viewerOf(context, actor, 'folder', id)
  await getCollection(context, viewer, id)
  return viewer.guest ? [id] : []
}

/** The language that the owner has chosen; else a Russian sentence is answered in Russian. */
async function languageFor(context: Context, actor: Actor, query: string): Promise<Language> {
  const chosen = (await findSettings(context.db, actor.ownerId)).prefs.language
  return chosen === undefined && languageIn(query) === 'ru' ? 'ru' : actor.language
}

/** The conversation that is gone on with; a chat of a messenger has one of its own. */
async function sessionFor(context: Context, actor: Actor, request: ChatRequest): Promise<string | undefined> {
  if (request.session_id) {
    const id = request.session_id.toLowerCase()
    if (!isUuid(id) || !(await ownsSession(context.db, actor, id))) throw notFound('session')
    return id
  }
  return request.channel_chat_id === 0
    ? undefined
    : (await sessionOfChat(context.db, actor, request.channel_chat_id))?.id
}

function conversation(turns: SessionTurn[], request: ChatRequest, attachmentIds: string[]): ModelMessage[] {
  const own = turns.flatMap(({ query, answer }): ModelMessage[] => [
    { role: 'user', content: query },
    ...(answer ? [{ role: 'assistant' as const, content: answer }] : []),
  ])
  // Whoever else is said to have spoken is nobody we listen to.
  const given = request.history.flatMap(({ role, content }): ModelMessage[] =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  )
  const beside = attachmentIds.length > 0 ? `\n\nAttached files (object_id): ${attachmentIds.join(', ')}` : ''
  return [...[...own, ...given].slice(-MOST_TURNS), { role: 'user', content: `${request.query}${beside}` }]
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

function decoded(
  { filename, content_base64 }: ChatRequest['inline_attachments'][number],
  n: number,
): { filename: string; bytes: Buffer } {
  const loc = ['body', 'inline_attachments', n, 'content_base64']
  const text = content_base64.replace(/^data:[^,]{0,200},/u, '').replace(/\s+/gu, '')
  if (!BASE64.test(text)) throw invalid(loc, 'value_error', { en: 'This is not base64.', ru: 'Это не base64.' })
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > INLINE_BYTES)
    throw invalid(loc, 'bytes_too_long', {
      en: 'An attachment in the message has 5 MB at most. Upload the file, and send its id in attachment_ids.',
      ru: 'Вложение в сообщении — не больше 5 МБ. Загрузите файл и передайте его id в attachment_ids.',
    })
  return { filename, bytes }
}

async function keep(context: Context, actor: Actor, filename: string, bytes: Buffer): Promise<string> {
  const upload = { filename, bytes, head: bytes.subarray(0, 65_536), chatOnly: true, complete: Promise.resolve() }
  return (await uploadObject(context, actor, upload)).id
}
