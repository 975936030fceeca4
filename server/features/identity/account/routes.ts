import { z } from 'zod'
import { inTransaction } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { notFound } from '../../../lib/errors.ts'
import { out } from '../../../lib/shapes.ts'
import { factorRoutes } from '../factors/routes.ts'
import { proof } from '../factors/schema.ts'
import { leavingRoutes } from '../leaving/routes.ts'
import { partyOf } from '../party.ts'
import { presentUser } from '../present.ts'
import { findSelf, removeOtherSessions } from '../queries.ts'
import * as shape from '../schema.ts'
import { changePassword, changeProfile, confirm, type OtherAccess } from './confirm.ts'
import { removeSession, sessionsOf } from './queries.ts'
import { forgot, resetByAdmin, resetPassword } from './recovery.ts'

const tag = 'identity'

export const accountRoutes = (other: OtherAccess): Route[] => [
  ...leavingRoutes,
  ...factorRoutes,
  route({
    method: 'POST',
    path: '/v1/auth/confirm',
    name: 'confirmIdentity',
    refuses: ['locked', 'wrong_password', 'wrong_proof'],
    summary:
      'Prove once more who holds this session, by password, code, recovery code, passkey or at the provider; good for ten minutes',
    tag,
    body: proof,
    reply: shape.confirmed,
    example: { password: 'correct horse battery' },
    run: async (context, { actor, body, incoming }) => ({
      ok: true,
      ...(await confirm(context, actor, body, partyOf(context.config, incoming))),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/auth/me',
    name: 'updateCurrentUser',
    refuses: ['email_taken', 'locked', 'wrong_password'],
    summary: 'Change my name or e-mail; a new e-mail needs the current password',
    tag,
    body: shape.profilePatch,
    reply: shape.user,
    example: { name: 'Anna' },
    run: async (context, { actor, body }) => {
      await changeProfile(context, actor, body)
      return presentUser((await findSelf(context.db, actor))!)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/auth/password',
    name: 'changePassword',
    refuses: ['confirm_needed', 'locked', 'wrong_password'],
    summary:
      'Change the password (or set the first one: without `current`, after a fresh proof); ends the other sessions, and with `end_tokens` API tokens and the calendar feed too',
    tag,
    body: shape.passwordChange,
    reply: out.ok,
    run: async (context, { actor, body }) => {
      await changePassword(context, actor, body, other)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/sessions',
    name: 'listSessions',
    summary: 'Where I am signed in: device, address, last use',
    tag,
    reply: z.object({ items: z.array(shape.session) }),
    run: async (context, { actor }) => ({
      items: (await sessionsOf(context.db, actor)).map(session => ({
        ...session,
        current: session.id === actor.tokenId,
      })),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/auth/sessions',
    name: 'endOtherSessions',
    summary: 'Sign out everywhere but here',
    tag,
    reply: out.ok,
    run: async (context, { actor }) => {
      await inTransaction(context, async tx => {
        await removeOtherSessions(tx.db, actor)
        await other.forget(tx, actor.ownerId)
      })
      return { ok: true }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/auth/sessions/:session_id',
    name: 'endSession',
    summary: 'Sign out there',
    tag,
    params: shape.sessionId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await inTransaction(context, async tx => {
        if (!(await removeSession(tx.db, actor, params.session_id))) throw notFound('token')
        await other.forget(tx, actor.ownerId)
      })
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/auth/forgot',
    name: 'forgotPassword',
    summary:
      'Have a link for a new password sent, where the service can send mail; the answer is the same for every address',
    tag,
    access: 'public',
    body: shape.forgotten,
    reply: out.ok,
    status: 202,
    example: { email: 'anna@example.org' },
    run: async (context, { body, incoming }) => {
      await forgot(context, body.email, incoming.language)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/auth/reset',
    name: 'resetPassword',
    refuses: ['reset_invalid'],
    summary: 'Set a new password by a link; ends all sessions',
    tag,
    access: 'public',
    body: shape.reset,
    reply: out.ok,
    run: async (context, { body }) => {
      await resetPassword(context, body, other)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users/:user_id/password-reset',
    name: 'makePasswordReset',
    summary: 'A link by which a user can set a new password; once, within an hour',
    tag: 'admin',
    access: 'admin',
    params: shape.userId,
    reply: shape.resetLink,
    status: 201,
    run: (context, { actor, params, incoming }) => resetByAdmin(context, actor, params.user_id, incoming.origin),
  }),
]
