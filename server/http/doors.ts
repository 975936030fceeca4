import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import type { Route } from './route.ts'

/** What a browser sends for any page that asks: which calls are protected from pages of other sites, and how a page is told. */

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'])

/** A call that needs no token, or that sets a cookie, would work for a page of any site. */
export const isDoor = (route: Route): boolean =>
  route.sameSite ?? (!SAFE.has(route.method) && (route.access === 'public' || route.setsCookie === true))

export function refuseOtherSites(config: Config, request: FastifyRequest): void {
  if (askerOf(config, request) !== 'foreign') return
  throw new AppError('forbidden', 'cross_site', {
    en: 'This came from a page of another site. Do it on the page of this service; where people reach it by another address, the administrator sets PUBLIC_URL to that.',
    ru: 'Запрос пришёл со страницы чужого сайта. Сделайте это на странице сервиса; если его открывают по другому адресу, администратор указывает этот адрес в PUBLIC_URL.',
  })
}

/** A cookie is sent by the browser whoever asks: a change needs proof that our own page asked. */
export function refuseForeignPages(config: Config, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || askerOf(config, request) === 'own') return
  throw new AppError('forbidden', 'cross_origin', {
    en: 'This change came from another site. Do it on the page of this service, or use a token; where people reach it by another address, the administrator sets PUBLIC_URL to that.',
    ru: 'Изменение пришло с чужого сайта. Сделайте его на странице сервиса или используйте токен; если сервис открывают по другому адресу, администратор указывает этот адрес в PUBLIC_URL.',
  })
}

/** JSON alone makes a browser ask first whether another site may send it. */
export function refuseOtherTypes(contentType: string): void {
  if (/^application\/json\s*(;|$)/i.test(contentType)) return
  throw new AppError('unsupported', 'content_type', {
    en: 'This call takes application/json only. Send the body as JSON, with that Content-Type.',
    ru: 'Этот вызов принимает только application/json. Отправьте тело как JSON с таким Content-Type.',
  })
}

/** The address by which callers reach us. */
export const ownAddress = (config: Config, request: FastifyRequest): string =>
  config.PUBLIC_URL.replace(/\/$/, '') || `${request.protocol}://${request.host}`

function askerOf(config: Config, request: FastifyRequest): 'own' | 'foreign' | 'unsaid' {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign'
  if (origin !== undefined && !isOwnOrigin(config, request, origin)) return 'foreign'
  return origin !== undefined || site === 'same-origin' ? 'own' : 'unsaid'
}

function isOwnOrigin(config: Config, request: FastifyRequest, origin: string): boolean {
  const given = parsed(origin)
  if (!given || given.origin !== origin) return false
  if (config.PUBLIC_URL) return given.origin === parsed(config.PUBLIC_URL)?.origin
  const own = parsed(`${request.protocol}://${request.host}`)
  // A browser that says same-origin has compared them itself. Without its word a name counts that no stranger can lead here.
  const sure = request.headers['sec-fetch-site'] !== undefined || isUnownable(given.hostname)
  return sure && given.host === own?.host
}

/** An address, or a name that cannot be registered: nobody can make it resolve to this machine for people elsewhere. */
const isUnownable = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
  !hostname.includes('.') ||
  /\.(localhost|local|lan|internal|home\.arpa)$/.test(hostname)

function parsed(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** A program on this machine that also calls it so. A proxy here makes every caller look local, unless it says for whom it speaks. */
export const isLocal = (request: FastifyRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '') &&
  PROXY_HEADERS.every(name => request.headers[name] === undefined)
