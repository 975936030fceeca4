import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, invalid, notFound } from '../../lib/errors.ts'
import { hashOf, randomSecret } from '../../lib/tokens.ts'
import { forgiveAttempts, guarded, lockedUntil, lockZoneOf, openZone } from '../identity/index.ts'
import { findPin, lockPin, removePin, savePin, userOfTenant } from './queries.ts'

type Zone = Needs<'db' | 'signals' | 'passwords' | 'config'>

const RULE = { allowed: 5, lockSeconds: 15 * 60 }
const keyOf = (ownerId: string) => `pin:${ownerId}`

const wrongPin = () =>
  new AppError('forbidden', 'wrong_pin', {
    en: 'The PIN is wrong. After five wrong ones in a row the zone is locked for 15 minutes.',
    ru: 'Неверный PIN. После пяти неверных подряд зона закрывается на 15 минут.',
  })

const noPin = () =>
  new AppError('conflict', 'no_pin', {
    en: 'The hidden zone has no PIN. Set one first.',
    ru: 'У скрытой зоны нет PIN. Сначала задайте его.',
  })

export interface PinState {
  enabled: boolean
  locked_until: Date | null
}

export async function pinState(context: Needs<'db'>, actor: Actor): Promise<PinState> {
  const pin = await findPin(context.db, actor.ownerId)
  return { enabled: pin !== undefined, locked_until: await lockedUntil(context.db, keyOf(actor.ownerId)) }
}

async function assertPin(context: Zone, actor: Actor, hash: string, pin: string): Promise<void> {
  await guarded(context, { key: keyOf(actor.ownerId), rule: RULE, wrong: wrongPin }, () =>
    context.passwords.verify(hash, pin),
  )
}

const pinMissing = (field: string) =>
  invalid(['body', field], 'missing', {
    en: 'The hidden zone has a PIN: give it.',
    ru: 'У скрытой зоны есть PIN: укажите его.',
  })

/** Whoever knew the old PIN, or came in while there was none, must come in anew. */
export async function setPin(
  context: Zone,
  actor: Actor,
  request: { pin: string; current_pin?: string | null },
): Promise<PinState> {
  const existing = await findPin(context.db, actor.ownerId)
  if (existing) {
    if (!request.current_pin) throw pinMissing('current_pin')
    await assertPin(context, actor, existing.hash, request.current_pin)
  }
  const hash = await context.passwords.hash(request.pin)
  await whileUnchanged(context, actor, existing, async tx => {
    await savePin(tx.db, actor, hash)
    await lockZoneOf(tx.db, actor.ownerId)
  })
  return pinState(context, actor)
}

export async function unlock(
  context: Zone,
  actor: Actor,
  request: { pin?: string | null },
): Promise<{ token: string; expiresAt: Date }> {
  const existing = await findPin(context.db, actor.ownerId)
  if (existing) {
    if (!request.pin) throw pinMissing('pin')
    await assertPin(context, actor, existing.hash, request.pin)
  }
  const token = randomSecret()
  const expiresAt = await whileUnchanged(context, actor, existing, tx =>
    openZone(tx.db, actor, hashOf(token), context.config.HIDDEN_TOKEN_MINUTES),
  )
  return { token, expiresAt }
}

/** Checking a PIN takes a while: what was checked must still be the PIN when the zone is opened or changed by it. */
async function whileUnchanged<T>(
  context: Zone,
  actor: Actor,
  checked: { hash: string } | undefined,
  work: (context: Zone) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async tx => {
    await lockPin(tx.db, actor)
    if ((await findPin(tx.db, actor.ownerId))?.hash !== checked?.hash) throw wrongPin()
    return work(tx)
  })
}

export async function lock(context: Needs<'db'>, actor: Actor): Promise<void> {
  await lockZoneOf(context.db, actor.ownerId)
}

export async function disablePin(context: Zone, actor: Actor, pin: string): Promise<void> {
  const existing = await findPin(context.db, actor.ownerId)
  if (!existing) throw noPin()
  await assertPin(context, actor, existing.hash, pin)
  await forgetPin(context, actor.ownerId)
}

/** The administrator's removal of a forgotten PIN; what is hidden stays hidden, and only its owner can see it. */
export async function resetPin(context: Zone, admin: Actor, userId: string): Promise<void> {
  if (!(await userOfTenant(context.db, admin, userId))) throw notFound('user')
  await forgetPin(context, userId)
  await forgiveAttempts(context, keyOf(userId))
}

async function forgetPin(context: Zone, ownerId: string): Promise<void> {
  await inTransaction(context, async tx => {
    await removePin(tx.db, ownerId)
    await lockZoneOf(tx.db, ownerId)
  })
}
