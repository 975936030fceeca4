import { randomBytes } from 'node:crypto'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { AppError } from '../../../lib/errors.ts'
import { hashOf } from '../../../lib/tokens.ts'
import { guarded } from '../attempts.ts'
import { findSelf } from '../queries.ts'
import {
  confirmTotp,
  isTotpOn,
  recoveryCodesLeft,
  removeTotp,
  replaceRecoveryCodes,
  resealTotpOf,
  saveTotp,
  sealedTotp,
  spendRecoveryCode,
  spendStep,
  totpOf,
} from './queries.ts'

/** Codes of an authenticator app, and the recovery codes for when it is lost. */

const RULE = { allowed: 10, lockSeconds: 15 * 60 }
const RECOVERY_CODES = 10
/** No letter or digit that is easily taken for another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** One key for all tries at an account's codes, wherever they are made. */
export const codeTries = (ownerId: string) => `second:${ownerId}`

const totpOn = () =>
  new AppError('conflict', 'totp_on', {
    en: 'Two-step sign-in is already on. Switch it off before you set it up with another app.',
    ru: 'Двухэтапная аутентификация уже включена. Отключите её, чтобы настроить с другим приложением.',
  })

const totpOff = () =>
  new AppError('conflict', 'totp_off', {
    en: 'Two-step sign-in is not set up. Start with POST /v1/auth/totp.',
    ru: 'Двухэтапная аутентификация не настроена. Начните с POST /v1/auth/totp.',
  })

export const wrongProof = () =>
  new AppError('forbidden', 'wrong_proof', {
    en: 'The code or the passkey is wrong, was used before, or has expired. Nothing was changed.',
    ru: 'Код или ключ входа не подошёл: неверный, уже использован или истёк. Ничего не изменено.',
  })

export async function startTotp(context: Needs<'db' | 'secrets' | 'oneTimeCodes'>, actor: Actor) {
  const secret = context.oneTimeCodes.newSecret()
  if (!(await saveTotp(context.db, actor, context.secrets.seal(secret)))) throw totpOn()
  const self = await findSelf(context.db, actor)
  return { secret, otpauth_url: context.oneTimeCodes.otpauthUrl(secret, self!.email) }
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)]
      .map(byte => LETTERS[byte % 32])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

async function saveRecoveryCodes(context: Needs<'db'>, actor: Actor): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    context.db,
    actor,
    codes.map(code => hashOf(plain(code))),
  )
  return codes
}

/** Whether a code of the app is right, and serves for the first time. */
async function takeStep(
  context: Needs<'db' | 'secrets' | 'oneTimeCodes'>,
  ownerId: string,
  code: string,
): Promise<boolean> {
  const row = await totpOf(context.db, ownerId)
  const step = row && context.oneTimeCodes.stepOf(context.secrets.open(row.secret), code)
  return step !== undefined && (await spendStep(context.db, ownerId, step)) !== undefined
}

/** A code of the app, or one of the recovery codes; either serves once. Tries are counted over all ways. */
export async function assertCode(
  context: Needs<'db' | 'secrets' | 'oneTimeCodes'>,
  ownerId: string,
  given: string,
  wrong: () => Error,
): Promise<void> {
  const code = plain(given)
  const isRight = async () => {
    if (!(await isTotpOn(context.db, ownerId))) return false
    if (/^\d{6}$/.test(code)) return takeStep(context, ownerId, code)
    return (await spendRecoveryCode(context.db, ownerId, hashOf(code))) !== undefined
  }
  await guarded(context, { key: codeTries(ownerId), rule: RULE, wrong }, isRight)
}

/** The first code shows that the app has the secret; from now on a sign-in needs one. */
export async function switchOnTotp(
  context: Needs<'db' | 'signals' | 'secrets' | 'oneTimeCodes'>,
  actor: Actor,
  code: string,
): Promise<string[]> {
  const row = await totpOf(context.db, actor.ownerId)
  if (!row) throw totpOff()
  if (row.confirmed_at) throw totpOn()
  await guarded(context, { key: codeTries(actor.ownerId), rule: RULE, wrong: wrongProof }, () =>
    takeStep(context, actor.ownerId, plain(code)),
  )
  return inTransaction(context, async tx => {
    if (!(await confirmTotp(tx.db, actor))) throw totpOn()
    return saveRecoveryCodes(tx, actor)
  })
}

export async function renewRecoveryCodes(context: Needs<'db' | 'signals'>, actor: Actor): Promise<string[]> {
  return inTransaction(context, async tx => {
    if (!(await isTotpOn(tx.db, actor.ownerId))) throw totpOff()
    return saveRecoveryCodes(tx, actor)
  })
}

export const switchOffTotp = (context: Needs<'db' | 'signals'>, actor: Actor) =>
  inTransaction(context, tx => removeTotp(tx.db, actor.ownerId))

export async function totpState(context: Needs<'db'>, actor: Actor) {
  const on = await isTotpOn(context.db, actor.ownerId)
  return { on, recovery_codes_left: on ? await recoveryCodesLeft(context.db, actor) : 0 }
}

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealTotp({ db, secrets }: Needs<'db' | 'secrets'>): Promise<number> {
  const all = await sealedTotp(db)
  for (const { owner_id, secret } of all) await resealTotpOf(db, owner_id, secrets.seal(secrets.open(secret)))
  return all.length
}
