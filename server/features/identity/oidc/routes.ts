import type { Context } from '../../../context.ts'
import { SESSION_COOKIE } from '../../../http/admission.ts'
import { HttpReply, type Incoming, type Route, route } from '../../../http/route.ts'
import { deviceOf } from '../../../lib/devices.ts'
import { AppError } from '../../../lib/errors.ts'
import { out } from '../../../lib/shapes.ts'
import { isSecure, sessionCookie } from '../cookies.ts'
import { userId } from '../schema.ts'
import { FLOW_COOKIE, type Flow, flowCookie, openFlow, ownPath } from './flow.ts'
import { allowLink, linkState, unlinkOwn } from './links.ts'
import { waitingLinks } from './queries.ts'
import { linkNeeded } from './refusals.ts'
import * as shape from './schema.ts'
import { finishFlow, type SignInOutcome, startFlow } from './sign-in.ts'

const tag = 'identity'

const cookieFor = (context: Context, incoming: Incoming, value: Parameters<typeof flowCookie>[2]) =>
  flowCookie(context, isSecure(context.config, incoming), value)

async function lead(context: Context, incoming: Incoming, wanted: Pick<Flow, 'purpose' | 'returnTo' | 'ownerId'>) {
  const { url, flow } = await startFlow(context, wanted, incoming.origin)
  return { url, cookie: cookieFor(context, incoming, flow) }
}

const seeOther = (location: string, cookies: string[]) =>
  new HttpReply(303, { location, 'set-cookie': cookies, 'cache-control': 'no-store' })

/** Browsers are led on, and told behind the #, which no server sees; programs get the answer itself. */
const wantsPage = ({ headers }: Incoming) => headers.accept?.includes('text/html') ?? false

function arrived(context: Context, incoming: Incoming, outcome: SignInOutcome): HttpReply {
  const done = cookieFor(context, incoming, undefined)
  if (outcome.kind === 'entered') {
    const session = sessionCookie(SESSION_COOKIE, outcome.session.token, isSecure(context.config, incoming))
    return seeOther(outcome.returnTo, [done, session])
  }
  if (outcome.kind === 'linked') return seeOther(`${outcome.returnTo}#oidc=linked`, [done])
  if (outcome.kind === 'proved') return seeOther(`${outcome.returnTo}#oidc_proof=${outcome.proof}`, [done])
  const byPassword = context.config.PASSWORD_LOGIN === 'on'
  const waits = cookieFor(context, incoming, byPassword ? outcome.pending : undefined)
  throw linkNeeded(byPassword, { 'set-cookie': waits })
}

function refusedOnPage(context: Context, incoming: Incoming, error: AppError): HttpReply {
  const flow = openFlow(context, incoming.cookies[FLOW_COOKIE])
  const back = flow?.kind === 'flow' ? flow.returnTo : '/sign-in'
  const cookie = error.headers['set-cookie'] ?? cookieFor(context, incoming, undefined)
  return seeOther(`${back}#oidc=${error.code}`, [cookie])
}

const OUTCOMES = [
  ...(['oidc_off', 'oidc_flow', 'oidc_denied', 'oidc_code', 'oidc_token', 'oidc_unreachable'] as const),
  ...(['email_unverified', 'no_account', 'link_needed', 'link_taken'] as const),
]

export const oidcRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/auth/oidc/start',
    name: 'startOidc',
    setsCookie: true,
    summary: 'Lead the browser to the OpenID Connect provider; `return_to` is a path of this service',
    tag,
    access: 'public',
    query: shape.start,
    refuses: ['oidc_off', 'oidc_unreachable', 'oidc_token'],
    replies: 'A redirection to the provider, with a cookie that the way back needs',
    status: 303,
    run: async (context, { query, incoming }) => {
      const wanted = { purpose: 'enter' as const, returnTo: ownPath(query.return_to) }
      const { url, cookie } = await lead(context, incoming, wanted)
      return seeOther(url, [cookie])
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/oidc/callback',
    name: 'finishOidc',
    setsCookie: true,
    summary: 'Where the provider leads back to: signs in, links or confirms, as the sign-in was begun',
    tag,
    access: 'public',
    query: shape.answer,
    refuses: [...OUTCOMES],
    replies: 'A redirection to the page; programs that take no HTML get refusals as JSON',
    status: 303,
    run: async (context, { query, incoming }) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
      const answered = { query: Object.fromEntries(given), cookie: incoming.cookies[FLOW_COOKIE] }
      const place = { ip: incoming.ip, device: deviceOf(incoming.headers['user-agent']) }
      try {
        return arrived(context, incoming, await finishFlow(context, answered, place))
      } catch (error) {
        if (!(error instanceof AppError) || !wantsPage(incoming)) throw error
        return refusedOnPage(context, incoming, error)
      }
    },
  }),
  ...(['link', 'confirm'] as const).map(purpose =>
    route({
      method: 'POST',
      path: `/v1/auth/oidc/${purpose}`,
      name: purpose === 'link' ? 'linkOidc' : 'confirmByOidc',
      stepUp: purpose === 'link',
      setsCookie: true,
      refuses: ['oidc_off', 'oidc_unreachable', 'oidc_token'],
      summary:
        purpose === 'link'
          ? 'Where to send the browser to link my account at the provider'
          : 'Where to send the browser to prove once more who I am; it comes back with `#oidc_proof=`, for POST /v1/auth/confirm',
      tag,
      body: shape.startBody,
      reply: shape.leading,
      run: async (context, { actor, body, incoming }) => {
        const wanted = { purpose, returnTo: ownPath(body.return_to ?? undefined), ownerId: actor.ownerId }
        const { url, cookie } = await lead(context, incoming, wanted)
        return new HttpReply(200, { 'set-cookie': cookie }, { url })
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/v1/auth/oidc/link',
    name: 'getOidcLink',
    summary: 'The account at the provider that opens mine',
    tag,
    reply: shape.linkState,
    run: (context, { actor }) => linkState(context, actor),
  }),
  route({
    method: 'DELETE',
    path: '/v1/auth/oidc/link',
    name: 'unlinkOidc',
    stepUp: true,
    refuses: ['only_way_in'],
    summary: 'Unlink my account at the provider',
    tag,
    reply: out.ok,
    run: async (context, { actor }) => {
      await unlinkOwn(context, actor)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/admin/oidc-links',
    name: 'listOidcRequests',
    summary: 'Users who wait for a yes to linking their account at the provider',
    tag: 'admin',
    access: 'admin',
    reply: shape.waiting,
    run: async (context, { actor }) => ({ items: await waitingLinks(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users/:user_id/oidc-link',
    name: 'allowOidcLink',
    stepUp: true,
    refuses: ['link_taken'],
    summary: "Say yes to linking a user's account at the provider",
    tag: 'admin',
    access: 'admin',
    params: userId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await allowLink(context, actor, params.user_id)
      return { ok: true }
    },
  }),
]
