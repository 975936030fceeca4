import { z } from 'zod'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { out, uuid } from '../../lib/shapes.ts'
import { ADVERTISED_SCOPES, decide, shown, wishOf } from './authorize.ts'
import { registerClient } from './clients.ts'
import { appsOf, removeApp, removeApps } from './queries.ts'
import * as shape from './schema.ts'
import { type EndConnection, grant, revoke } from './tokens.ts'

const tag = 'identity'

/** What else ends with a program: what it has asked for and still waits. */
export type ForgetApp = (context: Context, actor: Actor, appId: string) => Promise<void>

type ForgetEnded = (context: Context, ownerId: string) => Promise<void>

/** One transaction: calls of a disconnected app can no longer be approved. */
const endingConnections =
  (forgetEnded: ForgetEnded): EndConnection =>
  (context, ownerId, appId) =>
    inTransaction(context, async tx => {
      await removeApp(tx.db, ownerId, appId)
      await forgetEnded(tx, ownerId)
    })

/** Ends every program that was let in. */
export async function endApps(context: Needs<'db'>, actor: Actor): Promise<void> {
  await removeApps(context.db, actor.ownerId)
}

/** Protocols of their own, without a cookie, for programs anywhere. */
const protocol = { access: 'public', tag: 'service', undocumented: true, sameSite: false } as const

const wellKnown = (path: string, document: (origin: string) => object): Route =>
  route({
    ...protocol,
    method: 'GET',
    path: `/.well-known/${path}`,
    summary: 'What a program needs to know to ask to be let in',
    run: async (_context, { incoming }) => document(incoming.origin),
  })

const resource = (origin: string) => ({
  resource: `${origin}/mcp`,
  authorization_servers: [origin],
  scopes_supported: ADVERTISED_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Dossier',
})

const server = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  scopes_supported: ADVERTISED_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})

const oauthRoutes = (end: EndConnection): Route[] => [
  wellKnown('oauth-protected-resource', resource),
  wellKnown('oauth-protected-resource/mcp', resource),
  wellKnown('oauth-authorization-server', server),
  route({
    ...protocol,
    method: 'POST',
    path: '/oauth/register',
    summary: 'A program says who it is and where answers go (RFC 7591)',
    body: shape.registration,
    status: 201,
    run: (context, { body }) => registerClient(context, body),
  }),
  route({
    ...protocol,
    method: 'POST',
    path: '/oauth/token',
    summary: 'A code or a refresh token for new tokens',
    form: 'urlencoded',
    body: shape.tokenRequest,
    run: (context, { body, incoming }) => grant(context, body, { origin: incoming.origin, end }),
  }),
  route({
    ...protocol,
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'End a token (RFC 7009)',
    form: 'urlencoded',
    body: shape.revocation,
    run: async (context, { body }) => {
      await revoke(context, body, end)
      return {}
    },
  }),
]

export const appRoutes = (forgetApp: ForgetApp, forgetEnded: ForgetEnded): Route[] => [
  ...oauthRoutes(endingConnections(forgetEnded)),
  route({
    method: 'GET',
    path: '/v1/connected-apps',
    name: 'listConnectedApps',
    summary: 'Applications that I let in, with what each has read',
    tag,
    reply: shape.apps,
    run: async (context, { actor }) => ({ items: await appsOf(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/connected-apps/request',
    name: 'describeAppRequest',
    refuses: ['oauth_refused'],
    summary: 'What an application asks for, before I decide; a refusal may say where the browser goes with it',
    tag,
    body: shape.authorizeRequest,
    reply: shape.appRequest,
    run: async (context, { body, incoming }) => shown(await wishOf(context, body, incoming.origin)),
  }),
  route({
    method: 'POST',
    path: '/v1/connected-apps',
    name: 'decideOnApp',
    refuses: ['not_found', 'oauth_refused'],
    stepUp: true,
    summary: 'Let an application in or refuse it: for how long, and bound to one folder or theme where that is wished',
    tag,
    body: shape.decision,
    reply: shape.decided,
    run: async (context, { actor, body, incoming }) => ({
      redirect_to: await decide(context, actor, { asked: body, decision: body, origin: incoming.origin }),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/connected-apps/:app_id',
    name: 'removeConnectedApp',
    summary: 'End the access of an application at once',
    tag,
    params: z.object({ app_id: uuid() }),
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await inTransaction(context, async tx => {
        if (!(await removeApp(tx.db, actor.ownerId, params.app_id))) throw notFound('app')
        await forgetApp(tx, actor, params.app_id)
      })
      return { ok: true }
    },
  }),
]
