import { z } from 'zod'
import { type Context, inTransaction } from '../../context.ts'
import { HIDDEN_COOKIE, SESSION_COOKIE } from '../../http/admission.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { deviceOf } from '../../lib/devices.ts'
import { out } from '../../lib/shapes.ts'
import { isSecure, sessionCookie } from './cookies.ts'
import { passkeyRequest } from './factors/passkeys.ts'
import { credential, options, second } from './factors/schema.ts'
import { login, loginByLink, loginByPasskey, loginSecond } from './login.ts'
import { FLOW_COOKIE, flowCookie } from './oidc/flow.ts'
import { isViaOidc } from './oidc/queries.ts'
import { linkPending } from './oidc/sign-in.ts'
import { hasName, partyOf } from './party.ts'
import { presentSignedIn, presentToken, presentUser } from './present.ts'
import { findSelf, lockZone, noUsers, removeToken, timezoneOf, tokensOf } from './queries.ts'
import { register, type StoreTimeZone } from './register.ts'
import * as shape from './schema.ts'
import { authenticate, issueApiToken, revokeToken, type SignedIn } from './sessions.ts'
import { needsSetupCode } from './setup.ts'

const tag = 'identity'

const cookieOf = (context: Context, incoming: Incoming, token: string) =>
  sessionCookie(SESSION_COOKIE, token, isSecure(context.config, incoming))

const signedIn = (context: Context, incoming: Incoming, session: SignedIn, cookies: string[] = []) =>
  new HttpReply(
    200,
    { 'set-cookie': [cookieOf(context, incoming, session.token), ...cookies] },
    presentSignedIn(session),
  )

/** By password, maybe in the flow of a sign-in at the provider: then its account is linked. */
async function signedInByPassword(context: Context, incoming: Incoming, session: SignedIn, wanted = true) {
  const isLinked = wanted && (await linkPending(context, incoming.cookies[FLOW_COOKIE], session.user))
  const done = isLinked ? [flowCookie(context, isSecure(context.config, incoming), undefined)] : []
  return signedIn(context, incoming, session, done)
}

const placeOf = ({ ip, isLocal, headers }: Incoming) => ({ ip, isLocal, device: deviceOf(headers['user-agent']) })

const entranceOf = (context: Context, incoming: Incoming) => ({
  ...placeOf(incoming),
  party: partyOf(context.config, incoming),
})

const credentials = { email: 'anna@example.org', password: 'correct horse battery' }

/** What a token that was revoked has asked for and nobody has said yes to is not done. */
type ForgetEnded = (context: Context, ownerId: string) => Promise<void>

export const identityRoutes = (storeTimeZone: StoreTimeZone, forgetEnded: ForgetEnded): Route[] => [
  route({
    method: 'GET',
    path: '/v1/auth/state',
    name: 'getAuthState',
    summary:
      'What the page needs to begin: whether there is any account yet, who may register, and who is signed in here',
    tag,
    access: 'public',
    reply: shape.state,
    run: async (context, { incoming }) => {
      const token = incoming.cookies[SESSION_COOKIE]
      const actor = token
        ? await authenticate(context, { token, acceptLanguage: incoming.headers['accept-language'] })
        : undefined
      const user = actor && (await findSelf(context.db, actor))
      const first = await noUsers(context.db)
      return {
        first_run: first,
        setup_code: first && needsSetupCode(context.config, incoming),
        registration: context.config.REGISTRATION,
        user: user ? presentUser(user) : null,
        language: actor?.language ?? null,
        timezone: actor ? await timezoneOf(context.db, actor) : null,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/methods',
    name: 'getAuthMethods',
    summary: 'The ways to sign in here',
    tag,
    access: 'public',
    reply: shape.methods,
    run: async (context, { incoming }) => ({
      password: context.config.PASSWORD_LOGIN === 'on',
      oidc: context.openId.isOn ? { name: context.openId.providerName } : null,
      passkey: hasName(incoming),
      registration: context.config.REGISTRATION,
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/register',
    name: 'register',
    refuses: ['email_taken', 'invite_needed', 'locked', 'password_off', 'setup_code'],
    setsCookie: true,
    summary:
      'Make an account; the first one on an empty installation becomes the administrator, and needs the setup code where it is not made on this machine',
    tag,
    access: 'public',
    body: shape.registration,
    reply: shape.registered,
    status: 201,
    example: { ...credentials, name: 'Anna' },
    run: async (context, { body, incoming }) => {
      const session = await register(context, body, placeOf(incoming), storeTimeZone)
      return new HttpReply(201, { 'set-cookie': cookieOf(context, incoming, session.token) }, presentSignedIn(session))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login',
    name: 'login',
    refuses: ['locked', 'password_off', 'second_factor', 'wrong_login'],
    setsCookie: true,
    summary: 'Sign in; also sets the cookie of the page',
    tag,
    access: 'public',
    body: shape.login,
    reply: shape.registered,
    example: credentials,
    run: async (context, { body, incoming }) =>
      signedInByPassword(context, incoming, await login(context, body, placeOf(incoming)), body.link),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login/second',
    name: 'loginSecond',
    refuses: ['challenge_over', 'locked', 'wrong_code', 'wrong_passkey'],
    setsCookie: true,
    summary: 'The second step: a code of the app, a recovery code, or a passkey',
    tag,
    access: 'public',
    body: second,
    bodyLimit: 64 * 1024,
    reply: shape.registered,
    example: { challenge: 'dos_...', code: '123456' },
    run: async (context, { body, incoming }) =>
      signedInByPassword(context, incoming, await loginSecond(context, body, entranceOf(context, incoming))),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login/passkey/options',
    name: 'startPasskeyLogin',
    summary: 'What the browser needs to be asked for a passkey, to sign in or to confirm; good for five minutes',
    tag,
    access: 'public',
    reply: options,
    run: (context, { incoming }) => passkeyRequest(context, partyOf(context.config, incoming)),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login/passkey',
    name: 'loginByPasskey',
    refuses: ['wrong_passkey'],
    setsCookie: true,
    summary: "Sign in by a passkey alone: the browser's credential as JSON",
    tag,
    access: 'public',
    body: credential,
    bodyLimit: 64 * 1024,
    reply: shape.registered,
    run: async (context, { body, incoming }) =>
      signedIn(context, incoming, await loginByPasskey(context, body, entranceOf(context, incoming))),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login/link',
    name: 'loginByLink',
    refuses: ['challenge_over', 'second_factor'],
    setsCookie: true,
    summary: 'Sign in by a link that the operator printed (`npm run user -- sign-in EMAIL`); once, within 15 minutes',
    tag,
    access: 'public',
    body: shape.loginLink,
    reply: shape.registered,
    example: { token: 'dos_...' },
    run: async (context, { body, incoming }) =>
      signedIn(context, incoming, await loginByLink(context, body.token, placeOf(incoming))),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/logout',
    name: 'logout',
    scope: null,
    whileLeaving: true,
    setsCookie: true,
    summary: 'Revoke the presented token',
    tag,
    reply: shape.loggedOut,
    run: async (context, { actor, incoming }) => {
      const isThere = context.openId.isOn && (await isViaOidc(context.db, actor))
      const logoutUrl = isThere ? await context.openId.logoutUrl(`${incoming.origin}/sign-in`) : undefined
      await inTransaction(context, async tx => {
        await removeToken(tx.db, actor, actor.tokenId)
        await lockZone(tx.db, actor)
        await forgetEnded(tx, actor.ownerId)
      })
      const cookies = [
        cookieOf(context, incoming, ''),
        `${HIDDEN_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
      ]
      return new HttpReply(
        200,
        { 'set-cookie': cookies },
        { ok: true, ...(logoutUrl ? { logout_url: logoutUrl } : {}) },
      )
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/me',
    name: 'getCurrentUser',
    scope: null,
    whileLeaving: true,
    summary: 'Who I am',
    tag,
    reply: shape.user,
    run: async (context, { actor }) => presentUser((await findSelf(context.db, actor))!),
  }),
  route({
    method: 'POST',
    path: '/v1/tokens',
    name: 'createToken',
    stepUp: true,
    summary: 'Issue an API token; the secret is shown this once',
    tag,
    body: shape.tokenRequest,
    reply: shape.newToken,
    status: 201,
    example: { name: 'backup script', expires_in_days: 90 },
    run: async (context, { actor, body }) => {
      const made = await issueApiToken(context, actor, body)
      return { ...presentToken(made, actor), token: made.token }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/tokens',
    name: 'listTokens',
    summary: 'My tokens and sessions',
    tag,
    reply: z.object({ items: z.array(shape.token) }),
    run: async (context, { actor }) => ({
      items: (await tokensOf(context.db, actor)).map(token => presentToken(token, actor)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/tokens/:token_id',
    name: 'revokeToken',
    summary: 'Revoke a token or a session',
    tag,
    params: shape.tokenId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await inTransaction(context, async tx => {
        await revokeToken(tx, actor, params.token_id)
        await forgetEnded(tx, actor.ownerId)
      })
      return { ok: true }
    },
  }),
]
