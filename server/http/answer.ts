import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import { languageOf } from '../lib/language.ts'
import { jsonInSlices } from '../lib/slices.ts'
import { parse } from './complaints.ts'
import { checkReply, checkShape } from './described.ts'
import { isLocal, ownAddress } from './doors.ts'
import { parseJson } from './json.ts'
import { endWith } from './lasting.ts'
import { withMultipartFile } from './multipart.ts'
import { packed } from './packing.ts'
import { type GivenTo, HttpReply, type Incoming, type IncomingFile, type Route } from './route.ts'

/** One request of one route: what came in is parsed, the feature is run, what it answers goes out. */
export async function answer(
  context: Context,
  route: Route,
  reply: FastifyReply,
  { closing, standIn }: { closing: AbortSignal; standIn: StandIn },
) {
  const { request } = reply
  const parsed = {
    params: route.params ? parse('path', route.params, request.params) : undefined,
    query: route.query ? parse('query', route.query, singular(request.query)) : undefined,
    body: route.body && !route.takes ? parse('body', route.body, request.body) : undefined,
  }
  const caller = () => actorOf(context, request.actor as Actor, { given: route.given, parsed, standIn })
  const input = { ...parsed, actor: await caller(), incoming: incomingOf(context, request, closing) }
  const run = (file?: IncomingFile) => route.run(context, { ...input, file: file as IncomingFile })
  if (route.takes === 'file' && route.body && isJson(request)) {
    const body = parse('body', route.body, await smallJson(request.raw))
    const result = await route.run(context, { ...input, body, file: undefined as unknown as IncomingFile })
    return send(context, route, result, reply)
  }
  const result =
    route.takes === 'file'
      ? await withMultipartFile(request.raw, route.bodyLimit ?? context.config.MAX_UPLOAD_BYTES, run)
      : await run()
  if (input.actor?.guest && result instanceof HttpReply && result.body instanceof Readable)
    endWith(context.signals, result.body, () => isStillGiven(route, input.actor, caller))
  return send(context, route, result, reply)
}

const isJson = ({ headers }: FastifyRequest) => /^application\/json\b/i.test(headers['content-type'] ?? '')

const SMALL_JSON = 16 * 1024

const bodyTooLarge = () =>
  new AppError('too_large', 'body_too_large', {
    en: 'The request body is too large. Send less in one request.',
    ru: 'Тело запроса слишком велико. Отправьте меньше за один запрос.',
  })

/** In place of a file: where it is already. */
async function smallJson(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size > SMALL_JSON) throw bodyTooLarge()
    chunks.push(chunk as Buffer)
  }
  return parseJson(Buffer.concat(chunks))
}

/** Finds the actor for a call about something that belongs to somebody else. */
export type StandIn = (
  context: Context,
  actor: Actor,
  asked: {
    as: GivenTo['as']
    named: { kind: 'object' | 'folder'; id: string }
    ownerOnly: boolean
  },
) => Promise<Actor>

type Parsed = Record<'params' | 'query' | 'body', unknown>

function fieldOf(parsed: Parsed, field: string | undefined): unknown {
  const [part, name] = field?.split('.') ?? []
  const value = part && (parsed[part as keyof Parsed] as Record<string, unknown> | undefined)?.[name!]
  return Array.isArray(value) ? value[0] : value
}

async function actorOf(
  context: Context,
  actor: Actor,
  { given, parsed, standIn }: { given: GivenTo | undefined; parsed: Parsed; standIn: StandIn },
): Promise<Actor> {
  if (!given) return actor
  const object = fieldOf(parsed, given.object)
  const id = object ?? fieldOf(parsed, given.folder)
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return actor
  const ownerOnly = given.ownerOnly?.some(field => fieldOf(parsed, field) !== undefined) ?? false
  const as = given.isPersonal?.(parsed.body as Record<string, unknown>) ? 'viewer' : given.as
  return standIn(context, actor, { as, named: { kind: object ? 'object' : 'folder', id }, ownerOnly })
}

/** A body names several things, which may lie in several folders. Whoever may only read now what they were changing is refused, which is an end too. */
const isStillGiven = ({ body }: Route, { bound }: Actor, caller: () => Promise<Actor>): Promise<boolean> =>
  caller().then(
    now =>
      now.guest !== undefined && (!body || bound!.collectionIds!.every(id => now.bound?.collectionIds?.includes(id))),
    error => !(error instanceof AppError),
  )

/** A parameter given twice counts once, the last time. */
function singular(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([key, value]) => [
      key,
      Array.isArray(value) ? (value.at(-1) ?? '') : value,
    ]),
  )
}

function incomingOf(context: Context, request: FastifyRequest, closing: AbortSignal): Incoming {
  return {
    method: request.method,
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
    ip: request.ip,
    path: request.url.split('?')[0] ?? '',
    requestId: request.id,
    language: request.actor?.language ?? languageOf(request.headers['accept-language']),
    origin: ownAddress(context.config, request),
    viaCookie: request.viaCookie,
    again: async () => request.again?.(),
    signal: request.gone.signal,
    closing,
    body: request.raw,
    isLocal: isLocal(request),
  }
}

function send(context: Context, route: Route, result: unknown, reply: FastifyReply) {
  if (result instanceof HttpReply) {
    const checked = context.config.CHECK_REPLIES ? checkReply(route, result) : result
    return sendReply(checked, reply.request, reply)
  }
  if (context.config.CHECK_REPLIES) checkShape(route, result)
  reply.code(route.status ?? 200).header('cache-control', 'no-store')
  return sendJson(result, reply.request, reply)
}

async function sendJson(value: unknown, request: FastifyRequest, reply: FastifyReply) {
  reply.type('application/json; charset=utf-8')
  const text = await jsonInSlices(value)
  if (request.method !== 'GET') return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const small = await packed(text, request.headers['accept-encoding'])
  return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(text)
}

function sendReply(result: HttpReply, request: FastifyRequest, reply: FastifyReply) {
  reply.code(result.status).headers(result.headers)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const { body } = result
  if (request.method === 'HEAD') {
    if (body instanceof Readable) body.destroy()
    return reply.send()
  }
  if (body instanceof Readable) {
    // A caller that leaves half-way must not keep the source open.
    request.gone.signal.addEventListener('abort', () => body.destroy())
    return reply.send(body)
  }
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return reply.send(body)
  return sendJson(body, request, reply)
}
