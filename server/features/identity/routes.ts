import { z } from 'zod'
import type { Context } from '../../context.ts'
import { HIDDEN_COOKIE, SESSION_COOKIE } from '../../http/admission.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import type { EndJob } from '../../jobs/ending.ts'
import { deadLetters, queueStates, revive, runningJobs } from '../../jobs/overview.ts'
import { notFound } from '../../lib/errors.ts'
import { out } from '../../lib/shapes.ts'
import { changeUser, createInvite, createTenant, createUser } from './admin.ts'
import { presentSignedIn, presentToken, presentUser } from './present.ts'
import { findSelf, lockZone, noUsers, removeToken, timezoneOf, tokensOf, usersOfTenant } from './queries.ts'
import { register, type StoreTimeZone } from './register.ts'
import * as shape from './schema.ts'
import {
  authenticate,
  changePassword,
  issueApiToken,
  login,
  revokeToken,
  SESSION_DAYS,
  type SignedIn,
} from './sessions.ts'
import { needsSetupCode } from './setup.ts'

const tag = 'identity'

/** The page's cookie: out of reach of scripts, and never sent along by other sites. */
function sessionCookie(context: Context, incoming: Incoming, token: string): string {
  const secure = (context.config.PUBLIC_URL || incoming.origin).startsWith('https:') ? '; Secure' : ''
  const age = token ? SESSION_DAYS * 86400 : 0
  return `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`
}

const signedIn = (context: Context, incoming: Incoming, status: number, session: SignedIn) =>
  new HttpReply(status, { 'set-cookie': sessionCookie(context, incoming, session.token) }, presentSignedIn(session))

const credentials = { email: 'anna@example.org', password: 'correct horse battery' }

export const identityRoutes = (storeTimeZone: StoreTimeZone): Route[] => [
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
    method: 'POST',
    path: '/v1/auth/register',
    name: 'register',
    refuses: ['email_taken', 'invite_needed', 'locked', 'setup_code'],
    setsCookie: true,
    summary:
      'Make an account; the first one on an empty installation becomes the administrator, and needs the setup code where it is not made on this machine',
    tag,
    access: 'public',
    body: shape.registration,
    reply: shape.registered,
    status: 201,
    example: { ...credentials, name: 'Anna' },
    run: async (context, { body, incoming }) =>
      signedIn(context, incoming, 201, await register(context, body, incoming, storeTimeZone)),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/login',
    name: 'login',
    refuses: ['locked', 'wrong_login'],
    setsCookie: true,
    summary: 'Sign in; also sets the cookie of the page',
    tag,
    access: 'public',
    body: shape.login,
    reply: shape.registered,
    example: credentials,
    run: async (context, { body, incoming }) =>
      signedIn(context, incoming, 200, await login(context, body, incoming.ip)),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/logout',
    name: 'logout',
    setsCookie: true,
    summary: 'Revoke the presented token',
    tag,
    reply: out.ok,
    run: async (context, { actor, incoming }) => {
      await removeToken(context.db, actor, actor.tokenId)
      await lockZone(context.db, actor)
      const cookies = [
        sessionCookie(context, incoming, ''),
        `${HIDDEN_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
      ]
      return new HttpReply(200, { 'set-cookie': cookies }, { ok: true })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/me',
    name: 'getCurrentUser',
    summary: 'Who I am',
    tag,
    reply: shape.user,
    run: async (context, { actor }) => presentUser((await findSelf(context.db, actor))!),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/password',
    name: 'changePassword',
    refuses: ['locked', 'wrong_password'],
    summary: 'Change the password; ends the other sessions',
    tag,
    body: shape.passwordChange,
    reply: out.ok,
    run: async (context, { actor, body }) => {
      await changePassword(context, actor, body)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/tokens',
    name: 'createToken',
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
      await revokeToken(context, actor, params.token_id)
      return { ok: true }
    },
  }),
]

export const adminRoutes = (endJob: EndJob): Route[] => [
  route({
    method: 'GET',
    path: '/v1/admin/users',
    name: 'listUsers',
    summary: 'Users of the tenant',
    tag: 'admin',
    access: 'admin',
    reply: z.object({ items: z.array(shape.user) }),
    run: async (context, { actor }) => ({ items: (await usersOfTenant(context.db, actor)).map(presentUser) }),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users',
    name: 'createUser',
    refuses: ['email_taken'],
    summary: 'Make a user',
    tag: 'admin',
    access: 'admin',
    body: shape.newUser,
    reply: shape.user,
    status: 201,
    example: { ...credentials, role: 'user' },
    run: async (context, { actor, body }) => presentUser(await createUser(context, actor, body)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/admin/users/:user_id',
    name: 'updateUser',
    refuses: ['own_account'],
    summary: 'Change role or tariff, disable or enable',
    tag: 'admin',
    access: 'admin',
    params: shape.userId,
    body: shape.userPatch,
    reply: shape.user,
    example: { role: 'pro' },
    run: async (context, { actor, params, body }) =>
      presentUser(await changeUser(context, actor, params.user_id, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/invites',
    name: 'createInvite',
    refuses: ['first_tenant_only'],
    summary: 'Make an invite',
    tag: 'admin',
    access: 'admin',
    body: shape.inviteRequest,
    reply: shape.invite,
    status: 201,
    example: { role: 'user' },
    run: async (context, { actor, body }) => {
      const { invite, expiresAt } = await createInvite(context, actor, body)
      return { invite, expires_at: expiresAt }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/tenants',
    name: 'createTenant',
    refuses: ['first_tenant_only'],
    summary: 'Make a tenant, with the invite of its first administrator',
    tag: 'admin',
    access: 'admin',
    body: shape.tenantRequest,
    reply: shape.tenant,
    status: 201,
    example: { name: 'Second office' },
    run: async (context, { actor, body }) => {
      const { tenant, invite, expiresAt } = await createTenant(context, actor, body.name)
      return { tenant, invite, expires_at: expiresAt }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/admin/jobs',
    name: 'listJobs',
    summary: 'Queues with their ETA, and the jobs that were given up with the reason',
    tag: 'admin',
    access: 'admin',
    reply: shape.jobsOverview,
    run: async (context, { actor }) => ({
      queues: await queueStates(context.db, actor),
      running: await runningJobs(context.db, actor),
      dead: await deadLetters(context.db, actor),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/admin/jobs/:job_id',
    name: 'cancelJob',
    summary: 'End a job that runs or waits',
    tag: 'admin',
    access: 'admin',
    params: shape.jobId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await endJob(context, actor, params.job_id))) throw notFound('job')
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/jobs/:job_id/retry',
    name: 'retryJob',
    summary: 'Try a given-up job again',
    tag: 'admin',
    access: 'admin',
    params: shape.jobId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await revive(context.db, actor, params.job_id))) throw notFound('job')
      context.signals.raise('jobs')
      return { ok: true }
    },
  }),
]
