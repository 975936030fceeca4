import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { AppError, confirmNeeded } from '../lib/errors.ts'
import { type Language, languageOf } from '../lib/language.ts'
import { assertScope } from '../lib/scopes.ts'
import { isDoor, ownAddress, refuseForeignPages, refuseOtherSites } from './doors.ts'
import type { CountRequest } from './limits.ts'
import type { Route } from './route.ts'
import { scopeOf } from './scopes.ts'

export const SESSION_COOKIE = 'dossier_session'
export const HIDDEN_COOKIE = 'dossier_hidden'

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor
    again?: () => Promise<Actor | undefined>
    viaCookie: boolean
    gone: AbortController
    /** The path that was asked for with a method that it does not have. */
    refusedAt?: string
  }
}

export interface Credentials {
  token: string
  /** With HTTP Basic: the token must be an API token of the account with this address. */
  email?: string
  hiddenToken?: string
  acceptLanguage?: string
  ip?: string
}

export type Authenticate = (context: Context, credentials: Credentials) => Promise<Actor | undefined>

const unauthenticated = (headers: Record<string, string> = {}) =>
  new AppError(
    'unauthenticated',
    'unauthenticated',
    {
      en: 'The token is missing, wrong, revoked or expired. Sign in, or issue a new token.',
      ru: 'Токен не указан, неверен, отозван или истёк. Войдите или выпустите новый токен.',
    },
    { headers },
  )

const accountLeaving = () =>
  new AppError('conflict', 'account_leaving', {
    en: 'This account is being deleted, and nothing can be done with it any more.',
    ru: 'Эта учётная запись удаляется, сделать с ней уже ничего нельзя.',
  })

/** Tells a program where it can ask to be let in (RFC 9728). */
const askToBeLetIn = ({ config }: Context, request: FastifyRequest) => ({
  'www-authenticate': `Bearer resource_metadata="${ownAddress(config, request)}/.well-known/oauth-protected-resource/mcp"`,
})

const notForApps = () =>
  new AppError('forbidden', 'apps_not_here', {
    en: 'A connected application may use /mcp only. For anything else issue an API token in the settings.',
    ru: 'Подключённому приложению доступен только /mcp. Для остального выпустите токен в настройках.',
  })

const BASIC = { 'www-authenticate': 'Basic realm="Dossier", charset="UTF-8"' }

interface Parts {
  context: Context
  authenticate: Authenticate
  /** Authentication for uploads, of which there may be many in a row. */
  authenticateRecent: Authenticate
  countRequest: CountRequest
}

/** The order of refusal: 401, 429, 403; the rest follows when the body is read. */
export async function admit(parts: Parts, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (route.access !== 'public') {
    request.again = () => (route.basic ? basicCaller(parts, request) : callerOf(parts, request))
    request.actor =
      route.takes === 'file'
        ? await callerOf({ ...parts, authenticate: parts.authenticateRecent }, request)
        : await request.again()
    if (!request.actor)
      throw unauthenticated(route.basic ? BASIC : route.apps ? askToBeLetIn(parts.context, request) : {})
  }
  const { actor } = request
  if (!route.uncounted) await parts.countRequest({ actor, ip: request.ip }, route.bytes ?? false)
  if (isDoor(route)) refuseOtherSites(parts.context.config, request)
  if (actor && request.viaCookie) refuseForeignPages(parts.context.config, request)
  if (actor) assertAllowed(route, actor)
  reply.header('content-language', actor?.language ?? languageOf(request.headers['accept-language']))
}

function assertAllowed(route: Route, actor: Actor): void {
  if (route.access === 'admin' && actor.role !== 'admin')
    throw new AppError('forbidden', 'admin_only', {
      en: 'Only an administrator may do this.',
      ru: 'Это может только администратор.',
    })
  if (actor.app && !route.apps) throw notForApps()
  const scope = scopeOf(route)
  if (scope) assertScope(actor, scope)
  if (actor.leaving && !route.whileLeaving) throw accountLeaving()
  if (actor.proofIsOld && route.stepUp) throw confirmNeeded()
}

/** For answers of no route: the language of whoever calls, should they be known. */
export async function languageFor(
  parts: Pick<Parts, 'context' | 'authenticate'>,
  request: FastifyRequest,
): Promise<Language> {
  const actor = await callerOf(parts, request).catch(() => undefined)
  return actor?.language ?? languageOf(request.headers['accept-language'])
}

/** The bearer header decides when it is there, however wrong it is; else the cookie of the page. */
async function callerOf(
  { context, authenticate }: Pick<Parts, 'context' | 'authenticate'>,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const { authorization } = request.headers
  request.viaCookie = authorization === undefined
  const token = request.viaCookie
    ? request.cookies[SESSION_COOKIE]
    : /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
  if (!token) return undefined
  const hiddenCookie = request.viaCookie ? request.cookies[HIDDEN_COOKIE] : undefined
  return authenticate(context, {
    token,
    hiddenToken: header(request, 'x-hidden-token') ?? hiddenCookie,
    acceptLanguage: request.headers['accept-language'],
    ip: request.ip,
  })
}

/** `Basic base64(e-mail:token)`, as calendar programs send it. */
async function basicCaller({ context, authenticate }: Parts, request: FastifyRequest): Promise<Actor | undefined> {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  const [, email, token] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  if (!email || !token) return undefined
  return authenticate(context, { token, email, acceptLanguage: request.headers['accept-language'], ip: request.ip })
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
