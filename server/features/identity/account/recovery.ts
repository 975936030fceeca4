import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type Actor, type Context, inTransaction, type Needs } from '../../../context.ts'
import { type Handler, handle, job } from '../../../jobs/declare.ts'
import { enqueue, NOBODY } from '../../../jobs/queue.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import type { Language, Words } from '../../../lib/language.ts'
import { hashOf, issueToken, ownerOf } from '../../../lib/tokens.ts'
import { removeChallenges } from '../factors/queries.ts'
import { findUserByEmail, lockZoneOf, userOfTenant } from '../queries.ts'
import type { OtherAccess } from './confirm.ts'
import {
  findReset,
  forgiveLogins,
  removeSessionsOf,
  resetMadeWithin,
  saveReset,
  setPasswordOf,
  spendReset,
} from './queries.ts'

/** Coming back without the password: by a link that serves once, within the hour. */

const LINK_MINUTES = 60
/** Nobody's mailbox is filled by others who ask in their name. */
const PAUSE_SECONDS = 60

export const passwordForgotten = job(
  'identity.forgotten',
  z.object({ email: z.string(), language: z.enum(['ru', 'en']) }),
  { queue: 'outbound' },
)

/**
 * The same work whether there is such an account or not, so that neither the answer nor its time tells. Sealed: the address may be
 * that of somebody who never was here.
 */
export async function forgot(
  context: Needs<'db' | 'signals' | 'secrets' | 'mail'>,
  email: string,
  language: Language,
): Promise<void> {
  if (!context.mail.isOn) return
  await enqueue(context, passwordForgotten, NOBODY, {
    email: context.secrets.seal(email.trim().toLowerCase()),
    language,
  })
}

async function makeReset(context: Needs<'db'>, ownerId: string): Promise<{ token: string; expiresAt: Date }> {
  const { token, hash } = issueToken(ownerId)
  return { token, expiresAt: await saveReset(context.db, ownerId, hash, LINK_MINUTES) }
}

/** Behind the #, which browsers send to nobody. */
const linkTo = (base: string, token: string) => `${base.replace(/\/$/, '')}/sign-in#reset=${token}`

export async function resetByAdmin(context: Needs<'db'>, actor: Actor, userId: string, base: string) {
  if (!(await userOfTenant(context.db, actor, userId))) throw notFound('user')
  const { token, expiresAt } = await makeReset(context, userId)
  return { reset_url: linkTo(base, token), expires_at: expiresAt }
}

/** For the operator at the machine. Undefined when there is no such account. */
export async function resetByOperator(context: Needs<'db'>, email: string, base: string): Promise<string | undefined> {
  const user = await findUserByEmail(context.db, email.trim().toLowerCase())
  return user && linkTo(base, (await makeReset(context, user.id)).token)
}

const resetInvalid = () =>
  new AppError('forbidden', 'reset_invalid', {
    en: 'This link has been used, replaced by a newer one, or is older than an hour. Ask for a new one.',
    ru: 'Ссылка уже использована, заменена новой или старше часа. Запросите новую.',
  })

export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  other: Pick<OtherAccess, 'forget'>,
): Promise<void> {
  const ownerId = ownerOf(token)
  const hash = hashOf(token)
  const known = ownerId && (await findReset(context.db, ownerId, hash))
  if (!ownerId || !known) throw resetInvalid()
  const passwordHash = await context.passwords.hash(password)
  await inTransaction(context, async tx => {
    if (!(await spendReset(tx.db, ownerId, hash))) throw resetInvalid()
    await setPasswordOf(tx.db, ownerId, passwordHash)
    await removeSessionsOf(tx.db, ownerId)
    await removeChallenges(tx.db, ownerId)
    await lockZoneOf(tx.db, ownerId)
    await forgiveLogins(tx.db, ownerId, hashOf(known.email).toString('hex'))
    await other.forget(tx, ownerId)
  })
}

const SUBJECT: Words = { en: 'A new password for Dossier', ru: 'Новый пароль для Dossier' }

/** Without the service's own address there is no link: the one by which somebody asked may be anybody's. */
function letter(base: string, token: string): Words {
  const way = base
    ? { en: `Open this link:\n${linkTo(base, token)}`, ru: `Откройте ссылку:\n${linkTo(base, token)}` }
    : {
        en: `Open the sign-in page of your Dossier, choose "Forgot the password?", then "I have a code", and give this code:\n${token}`,
        ru: `Откройте страницу входа вашего Dossier, выберите «Забыли пароль?», затем «У меня есть код» и введите код:\n${token}`,
      }
  return {
    en: `Somebody, probably you, asked for a new password for this address.\n\n${way.en}\n\nIt works once, within an hour. If it was not you, do nothing: your password stays as it is.\n`,
    ru: `Кто-то — вероятно, вы — запросил новый пароль для этого адреса.\n\n${way.ru}\n\nСработает один раз, в течение часа. Если это были не вы, ничего не делайте: пароль останется прежним.\n`,
  }
}

export const recoveryHandlers: Handler[] = [
  handle(passwordForgotten, async (context, payload, run) => {
    const email = context.secrets.open(payload.email)
    const user = await findUserByEmail(context.db, email)
    if (!user || user.disabled) return
    if (run.attempt <= 1 && (await resetMadeWithin(context.db, user.id, PAUSE_SECONDS))) return
    const { token } = await makeReset(context, user.id)
    await context.mail.send({
      to: user.email,
      subject: SUBJECT[payload.language],
      text: letter(context.config.PUBLIC_URL, token)[payload.language],
      messageId: `${uuidv7()}@dossier`,
    })
  }),
]
