import type { Needs } from '../../../context.ts'
import { invalid } from '../../../lib/errors.ts'
import type { OpenIdRequest } from '../../../ports/openid.ts'

/**
 * The state of a sign-in at the provider is kept, sealed, in a cookie of the browser that began it. So nothing is
 * stored for people who never come back, and another browser cannot complete the sign-in.
 */

export const FLOW_COOKIE = 'dossier_oidc'
export const FLOW_MINUTES = 10

export interface Flow {
  kind: 'flow'
  request: OpenIdRequest
  returnTo: string
  purpose: 'enter' | 'link' | 'confirm'
  /** Who links or confirms. */
  ownerId?: string
}

/** The provider has said who it is; the owner of the account has yet to say yes. */
export interface Pending {
  kind: 'pending'
  ownerId: string
  issuer: string
  subject: string
  email: string
}

const seal = (context: Needs<'secrets'>, value: Flow | Pending): string =>
  context.secrets.seal(JSON.stringify({ ...value, until: Date.now() + FLOW_MINUTES * 60_000 }))

export function openFlow(context: Needs<'secrets'>, sealed: string | undefined): Flow | Pending | undefined {
  if (!sealed) return undefined
  try {
    const { until, ...value } = JSON.parse(context.secrets.open(sealed))
    return until > Date.now() ? value : undefined
  } catch {
    return undefined
  }
}

/** Lax: the provider leads back here from its own site. */
export function flowCookie(context: Needs<'secrets'>, secure: boolean, value: Flow | Pending | undefined): string {
  const [text, age] = value ? [seal(context, value), FLOW_MINUTES * 60] : ['', 0]
  return `${FLOW_COOKIE}=${text}; Path=/v1/auth; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`
}

const NOWHERE = 'http://own.invalid'

/** A path of our own page; anything that a browser could take for another address is refused. */
export function ownPath(given: string | undefined): string {
  if (!given) return '/'
  const isPath = given.startsWith('/') && !/[\\\s\p{Cc}]/u.test(given) && !given.startsWith('//')
  const url = isPath && URL.canParse(given, NOWHERE) ? new URL(given, NOWHERE) : undefined
  if (url?.origin === NOWHERE && !/^\/(v1|dav|docs)(\/|$)/.test(url.pathname) && !url.pathname.startsWith('//'))
    return url.pathname + url.search
  throw invalid(['query', 'return_to'], 'value_error', {
    en: 'return_to has to be a path of this service, like /settings.',
    ru: 'return_to должен быть путём этого сервиса, например /settings.',
  })
}
