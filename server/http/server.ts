import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Context, Needs } from '../context.ts'
import { fileTooLarge, InvalidInput } from '../lib/errors.ts'
import { languageOf } from '../lib/language.ts'
import { mountOf, withoutMount } from '../lib/mount.ts'
import { computation } from '../ports/compute.ts'
import { type Authenticate, admit, languageFor } from './admission.ts'
import { answer, type StandIn } from './answer.ts'
import { recentCallers } from './callers.ts'
import { described } from './described.ts'
import { isDoor, refuseOtherTypes } from './doors.ts'
import { errorReply } from './errors.ts'
import { parseForm } from './form.ts'
import { parseJson, type parseLargeJson } from './json.ts'
import type { CountRequest } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { addMount } from './mount.ts'
import { type KnownPath, knownPaths, pathWithout, shadowed } from './other-methods.ts'
import { DAV_METHODS, type Method, type Route } from './route.ts'
import { nothingHere, type WebApp } from './web.ts'

export interface HttpParts {
  context: Context
  routes: Route[]
  authenticate: Authenticate
  standIn: StandIn
  /** This process is the only one that changes anything. */
  alone: boolean
  countRequest: CountRequest
  metrics: Metrics
  web: WebApp
}

const JSON_LIMIT = 8 * 1024 * 1024
/** A caller that sends nothing for so long is gone, or wants to hold a connection for nothing. */
const IDLE_MS = 90_000
const LINGER_MS = 5_000
/** Given as the reason, it saves the making of an error with a stack for each request. */
const GONE = 'the caller has gone'
const KEEPING_MS = 15 * 60_000

export async function createServer(parts: HttpParts): Promise<FastifyInstance> {
  const { config } = parts.context
  const below = mountOf(config.PUBLIC_URL)
  const app = Fastify<Server>({
    logger: false,
    rewriteUrl: ({ url }) => withoutMount(below, url ?? '/'),
    trustProxy: trustOf(config.TRUST_PROXY),
    genReqId: request => requestIdOf(request as IncomingMessage),
    bodyLimit: JSON_LIMIT,
    routerOptions: { maxParamLength: 1000 },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: 72_000,
    requestTimeout: 0,
    return503OnClosing: false,
    clientErrorHandler: refuseGarbage,
    // An address that cannot even be decoded never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(parts.context, error, reply)
    },
  })
  app.server.headersTimeout = 15_000
  await app.register(cookie)
  app.decorateRequest('viaCookie', false)
  app.decorateRequest('refusedAt', undefined)
  // A wrong path or method is told before anybody looks at the body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const method of DAV_METHODS) app.addHttpMethod(method, { hasBody: true })
  const known = knownPaths(parts.routes)
  addHooks(app, parts, known)
  const closing = new AbortController()
  // Every open stream listens to it.
  setMaxListeners(0, closing.signal)
  const endSilent = silentConnections(app.server)
  app.addHook('preClose', async () => {
    closing.abort()
    endSilent()
  })
  // A connection kept alive would keep a stopping process alive too.
  app.addHook('onSend', async (_request, reply) => {
    if (closing.signal.aborted) reply.header('connection', 'close')
  })
  if (below) addMount(app, below)
  const callers = recentCallers(parts.authenticate)
  const mounting: Mounting = {
    ...parts,
    authenticateRecent: parts.alone ? callers.recent : parts.authenticate,
    forget: callers.forget,
    closing: closing.signal,
  }
  await mount(app, mounting, false)
  await mount(app, mounting, true)
  for (const { path, method, instead } of shadowed(known))
    app.route({ method, url: path, handler: (request, reply) => refuseMethod(parts, instead, request, reply) })
  return app
}

/** Browsers connect before they have anything to say. The server does not count those as idle, and stopping would wait for them. */
function silentConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}

function trustOf(value: string): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (value === '' || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value)
  return value.split(',').map(part => part.trim())
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : uuidv7()
}

/** What is not even HTTP gets the shortest answer there is. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'headers_too_large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'request_timeout']
        : ['400 Bad Request', 'bad_request']
  const id = uuidv7()
  const body = JSON.stringify({ detail: 'The request could not be read. Check how it is sent.', code, request_id: id })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nX-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function addHooks(app: FastifyInstance, parts: HttpParts, known: KnownPath[]) {
  const { context, metrics, web } = parts
  app.addHook('onRequest', async (request, reply) => {
    request.gone = new AbortController()
    reply.raw.once('close', () => request.gone.abort(GONE))
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
  })
  app.addHook('onResponse', async (request, reply) => {
    const seconds = reply.elapsedTime / 1000
    const route = request.routeOptions.url ?? request.refusedAt ?? 'unknown'
    metrics.requests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    context.log.info(
      {
        request_id: request.id,
        method: request.method,
        // The route, not the address: addresses carry tokens and what people search for.
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        owner_id: request.actor?.ownerId,
      },
      'request',
    )
  })
  app.setErrorHandler((error, _request, reply) => sendError(context, error, reply))
  app.setNotFoundHandler(async (request, reply) => {
    const other = pathWithout(known, request.method, request.url)
    request.refusedAt = other?.path
    if (other) return refuseMethod(parts, other.methods, request, reply)
    const page = request.method === 'GET' && web.pageFor(request.headers as Record<string, string>)
    if (page) return reply.code(page.status).headers(page.headers).send(page.body)
    return sendError(context, nothingHere(), reply, await languageFor(parts, request))
  })
}

function sendError(
  context: Context,
  error: unknown,
  reply: FastifyReply,
  language = reply.request.actor?.language ?? languageOf(reply.request.headers['accept-language']),
) {
  const { request } = reply
  const answer = described(context.config, request.routeOptions.config, errorReply(error, language, request.id))
  // A caller that hung up breaks its own request: that is nobody's fault.
  const level = request.gone?.signal.aborted ? 'info' : 'error'
  if (answer.unexpected)
    context.log[level]({ request_id: request.id, route: request.routeOptions.url, err: error }, 'a request failed')
  if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
  linger(request.raw)
  // The framework would hang up on a body that is too long, and the answer would be lost with it.
  reply.removeHeader('connection')
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .type('application/json')
    .send(JSON.stringify(answer.body))
}

/** A refused caller may still be sending: read on for a moment, so that the answer reaches it, then hang up. */
function linger(request: IncomingMessage) {
  if (request.complete || request.destroyed || request.method === 'GET') return
  request.resume()
  const timer = setTimeout(() => request.complete || request.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(timer))
}

interface Mounting extends HttpParts {
  authenticateRecent: Authenticate
  forget(): void
  closing: AbortSignal
}

/** Up to here parsing takes a few milliseconds. */
const SMALL_JSON = 256 * 1024
const parsing = computation<typeof parseLargeJson>(import.meta.url, './json.ts', 'parseLargeJson', 20_000)

async function bodyOf({ compute }: Needs<'compute'>, body: Buffer, ownerId: string | undefined): Promise<unknown> {
  if (body.length <= SMALL_JSON) return parseJson(body)
  const parsed = await compute.run(parsing, body, ownerId)
  if ('complaints' in parsed) throw new InvalidInput(parsed.complaints)
  return parsed.value
}

/** A file that arrives changes nothing about who may do what; anything else that is not a question might. */
const mayConcernCallers = ({ method, takes }: Route) => method !== 'GET' && takes !== 'file'

/** Routes that take raw bytes and routes that take JSON need different body parsers, so each lot has a scope of its own. */
async function mount(app: FastifyInstance, parts: Mounting, raw: boolean) {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    if (raw) scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    else
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
        const type = request.headers['content-type'] ?? ''
        const { form, onlyJson } = request.routeOptions.config as { form?: Route['form']; onlyJson?: boolean }
        if (form === 'urlencoded' && /^application\/x-www-form-urlencoded\b/i.test(type))
          return done(null, Object.fromEntries(new URLSearchParams(body.toString())))
        if (form === true && /^multipart\/form-data\b/i.test(type)) {
          parseForm(body as Buffer, type).then(fields => done(null, fields), done)
          return
        }
        const parse = async () => {
          if (onlyJson && body.length > 0) refuseOtherTypes(type)
          return bodyOf(parts.context, body as Buffer, request.actor?.ownerId)
        }
        parse().then(value => done(null, value), done)
      })
    for (const route of parts.routes.filter(candidate => Boolean(candidate.takes) === raw)) {
      const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
      scope.route({
        method: methods as HTTPMethods[],
        url: route.path,
        config: { route, form: route.form, onlyJson: isDoor(route) },
        bodyLimit: route.bodyLimit ?? JSON_LIMIT,
        onRequest: async (request, reply) => {
          if (route.headers) reply.headers(route.headers)
          await admit(parts, route, request, reply)
          refuseLongBody(parts, route, request)
          if (raw) allowTime(request)
          if (!raw) hurry(request, parts.context.config.BODY_TIMEOUT_SECONDS)
        },
        onSend: async () => {
          if (mayConcernCallers(route)) parts.forget()
        },
        handler: (_request, reply) => answer(parts.context, route, reply, parts),
      })
    }
  })
}

/** When a large file has come, keeping it may take longer than a silent caller is otherwise borne with. */
function allowTime(request: FastifyRequest) {
  const { socket } = request.raw
  request.raw.once('end', () => socket.setTimeout(KEEPING_MS))
  request.raw.once('close', () => socket.setTimeout(IDLE_MS))
}

/** A body that trickles in byte by byte would hold a connection for hours; files may take their time. */
function hurry(request: FastifyRequest, seconds: number) {
  if (request.raw.complete) return
  const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), seconds * 1000)
  request.raw.once('close', () => clearTimeout(timer))
}

function refuseLongBody({ context }: HttpParts, route: Route, request: FastifyRequest) {
  if (route.takes !== 'file') return
  const limit = route.bodyLimit ?? context.config.MAX_UPLOAD_BYTES
  // The form around the file is small; a megabyte covers it.
  if (Number(request.headers['content-length'] ?? 0) > limit + 1024 * 1024) throw fileTooLarge(limit)
}

async function refuseMethod(parts: HttpParts, methods: Method[], request: FastifyRequest, reply: FastifyReply) {
  linger(request.raw)
  const allow = methods.join(', ')
  const language = await languageFor(parts, request)
  const words = { en: `This address takes ${allow}.`, ru: `Этот адрес принимает ${allow}.` }
  return reply
    .code(405)
    .header('allow', allow)
    .send({ detail: words[language], code: 'method_not_allowed', request_id: request.id })
}
