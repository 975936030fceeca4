import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { out } from '../../../lib/shapes.ts'
import { partyOf } from '../party.ts'
import { assertPassword } from '../proofs.ts'
import { userId } from '../schema.ts'
import { addPasskey, dropPasskey, passkeyCreation } from './passkeys.ts'
import { passkeysOf } from './queries.ts'
import { resetFactorsByAdmin } from './reset.ts'
import * as shape from './schema.ts'
import {
  assertCode,
  renewRecoveryCodes,
  startTotp,
  switchOffTotp,
  switchOnTotp,
  totpState,
  wrongProof,
} from './totp.ts'

const tag = 'identity'

export const factorRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/auth/totp',
    name: 'getTotp',
    summary: 'Whether two-step sign-in is on, and how many recovery codes are left',
    tag,
    reply: shape.totpState,
    run: (context, { actor }) => totpState(context, actor),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/totp',
    name: 'startTotp',
    stepUp: true,
    refuses: ['totp_on'],
    summary: 'Begin two-step sign-in: a secret for an authenticator app. It counts once a code of the app confirms it',
    tag,
    reply: shape.totpSecret,
    run: (context, { actor }) => startTotp(context, actor),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/totp/confirm',
    name: 'confirmTotp',
    stepUp: true,
    refuses: ['locked', 'totp_off', 'totp_on', 'wrong_proof'],
    summary: 'Switch two-step sign-in on by a code of the app; answers ten recovery codes, shown this once',
    tag,
    body: shape.totpCode,
    reply: shape.recoveryCodes,
    example: { code: '123456' },
    run: async (context, { actor, body }) => ({ recovery_codes: await switchOnTotp(context, actor, body.code) }),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/totp/recovery-codes',
    name: 'renewRecoveryCodes',
    stepUp: true,
    refuses: ['totp_off'],
    summary: 'Ten new recovery codes in place of the old ones',
    tag,
    reply: shape.recoveryCodes,
    run: async (context, { actor }) => ({ recovery_codes: await renewRecoveryCodes(context, actor) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/auth/totp',
    name: 'removeTotp',
    stepUp: true,
    refuses: ['locked', 'wrong_password', 'wrong_proof'],
    summary: 'Switch two-step sign-in off; needs the password, or a code where the account has none',
    tag,
    body: shape.totpRemoval,
    reply: out.ok,
    example: { password: 'correct horse battery' },
    run: async (context, { actor, body }) => {
      if (body.password) await assertPassword(context, actor, body.password)
      else await assertCode(context, actor.ownerId, body.code!, wrongProof)
      await switchOffTotp(context, actor)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/auth/passkeys/options',
    name: 'startPasskey',
    stepUp: true,
    refuses: ['too_many_passkeys'],
    summary: 'What the browser needs to make a passkey; good for five minutes',
    tag,
    reply: shape.options,
    run: (context, { actor, incoming }) => passkeyCreation(context, actor, partyOf(context.config, incoming)),
  }),
  route({
    method: 'POST',
    path: '/v1/auth/passkeys',
    name: 'createPasskey',
    stepUp: true,
    refuses: ['too_many_passkeys', 'wrong_proof'],
    summary: "Keep a passkey: the browser's credential as JSON, with `name` beside it",
    tag,
    body: shape.newPasskey,
    bodyLimit: 64 * 1024,
    reply: shape.passkey,
    status: 201,
    run: (context, { actor, body, incoming }) => {
      const { name, ...credential } = body
      return addPasskey(context, actor, partyOf(context.config, incoming), { credential, name })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/auth/passkeys',
    name: 'listPasskeys',
    summary: 'My passkeys',
    tag,
    reply: z.object({ items: z.array(shape.passkey) }),
    run: async (context, { actor }) => ({
      items: (await passkeysOf(context.db, actor)).map(({ credential_id, ...shown }) => shown),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/auth/passkeys/:passkey_id',
    name: 'removePasskey',
    stepUp: true,
    summary: 'Remove a passkey',
    tag,
    params: shape.passkeyId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await dropPasskey(context, actor, params.passkey_id)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users/:user_id/second-factor/reset',
    name: 'resetSecondFactor',
    stepUp: true,
    summary: "Remove a user's two-step sign-in and passkeys, for somebody who has lost them; the password stays",
    tag: 'admin',
    access: 'admin',
    params: userId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await resetFactorsByAdmin(context, actor, params.user_id)
      return { ok: true }
    },
  }),
]
