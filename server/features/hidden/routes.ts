import { z } from 'zod'
import type { Context } from '../../context.ts'
import { HIDDEN_COOKIE } from '../../http/admission.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { out, text, uuid } from '../../lib/shapes.ts'
import { disablePin, lock, pinState, resetPin, setPin, unlock } from './pin.ts'

const tag = 'hidden zone'

const pinStateShape = z
  .object({ enabled: z.boolean(), locked_until: out.moment().nullable() })
  .meta({ id: 'HiddenPinOut' })
const newPin = text({ min: 4, max: 12 }).refine(pin => /^\d*$/.test(pin), { params: { type: 'value_error' } })
const pinText = text({ min: 1, max: 64 })

/** Pictures and players cannot send headers: for the page the same power comes as a cookie too. */
function hiddenCookie(context: Context, incoming: Incoming, token: string, expiresAt?: Date): string {
  const secure = (context.config.PUBLIC_URL || incoming.origin).startsWith('https:') ? '; Secure' : ''
  const age = expiresAt ? Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)) : 0
  return `${HIDDEN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`
}

export const hiddenRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/hidden-pin',
    name: 'getHiddenPin',
    summary: 'Whether the hidden zone has a PIN, and until when it is locked after wrong ones',
    tag,
    reply: pinStateShape,
    run: (context, { actor }) => pinState(context, actor),
  }),
  route({
    method: 'POST',
    path: '/v1/hidden-pin',
    name: 'setHiddenPin',
    refuses: ['locked', 'wrong_pin'],
    summary: 'Set the PIN (4 to 12 digits), or change it with the current one',
    tag,
    body: z.object({ pin: newPin, current_pin: pinText.nullish() }),
    reply: pinStateShape,
    run: (context, { actor, body }) => setPin(context, actor, body),
  }),
  route({
    method: 'POST',
    path: '/v1/hidden-pin/unlock',
    name: 'unlockHidden',
    scope: 'read',
    refuses: ['locked', 'wrong_pin'],
    setsCookie: true,
    summary: 'Unlock the hidden zone; the token goes into the header x-hidden-token',
    tag,
    body: z.object({ pin: pinText.nullish() }).prefault({}),
    reply: z.object({ hidden_token: z.string(), expires_at: out.moment() }).meta({ id: 'HiddenUnlocked' }),
    run: async (context, { actor, body, incoming }) => {
      const { token, expiresAt } = await unlock(context, actor, body)
      const cookie = incoming.viaCookie && { 'set-cookie': hiddenCookie(context, incoming, token, expiresAt) }
      return new HttpReply(200, { ...cookie }, { hidden_token: token, expires_at: expiresAt })
    },
  }),
  route({
    method: 'POST',
    path: '/v1/hidden-pin/lock',
    name: 'lockHidden',
    scope: 'read',
    setsCookie: true,
    summary: 'Lock the hidden zone everywhere',
    tag,
    reply: out.ok,
    run: async (context, { actor, incoming }) => {
      await lock(context, actor)
      const cookie = incoming.viaCookie && { 'set-cookie': hiddenCookie(context, incoming, '') }
      return new HttpReply(200, { ...cookie }, { ok: true })
    },
  }),
  route({
    method: 'POST',
    path: '/v1/hidden-pin/disable',
    name: 'disableHiddenPin',
    refuses: ['locked', 'no_pin', 'wrong_pin'],
    setsCookie: true,
    summary: 'Remove the PIN, with the PIN',
    tag,
    body: z.object({ pin: pinText }),
    reply: out.ok,
    run: async (context, { actor, body, incoming }) => {
      await disablePin(context, actor, body.pin)
      const cookie = incoming.viaCookie && { 'set-cookie': hiddenCookie(context, incoming, '') }
      return new HttpReply(200, { ...cookie }, { ok: true })
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users/:user_id/hidden-pin/reset',
    name: 'resetHiddenPin',
    summary: 'Remove the PIN that a user has forgotten',
    tag: 'admin',
    access: 'admin',
    params: z.object({ user_id: uuid() }),
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await resetPin(context, actor, params.user_id)
      return { ok: true }
    },
  }),
]
