import { inTransaction, type Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import type { RelyingParty } from '../../ports/passkeys.ts'
import { guarded } from './attempts.ts'
import { assertPasskey, type Credential, ownerOfPasskey } from './factors/passkeys.ts'
import { findChallenge, hasPasskey, insertChallenge, isTotpOn, spendChallenge } from './factors/queries.ts'
import { assertCode } from './factors/totp.ts'
import { findUser, findUserByEmail, type User } from './queries.ts'
import { LOGIN_RULE, passwordOff, type SignedIn, type SignInPlace, startSession, wrongLogin } from './sessions.ts'

/** Signing in: by password, by password and a second step, by passkey. */

const SECOND_MINUTES = 5

async function secondFactor(context: Needs<'db'>, user: User): Promise<AppError> {
  const { token, hash } = issueToken(user.id)
  const expires = await insertChallenge(context.db, user.id, { hash, purpose: 'second', minutes: SECOND_MINUTES })
  const methods = ['code', ...((await hasPasskey(context.db, user.id)) ? ['passkey'] : [])]
  return new AppError(
    'unauthenticated',
    'second_factor',
    {
      en: 'The password is right. This account also needs a code, a recovery code or a passkey: send it with the challenge to POST /v1/auth/login/second within five minutes.',
      ru: 'Пароль верен. Этой учётной записи нужен ещё код, резервный код или ключ входа: отправьте его вместе с challenge на POST /v1/auth/login/second в течение пяти минут.',
    },
    { fields: { challenge: token, expires_at: expires, methods } },
  )
}

/** Who has shown the password is in, or is asked for the second step. */
export async function enter(context: Needs<'db'>, user: User, place: SignInPlace): Promise<SignedIn> {
  if (await isTotpOn(context.db, user.id)) throw await secondFactor(context, user)
  return startSession(context, user, place)
}

/** An unknown e-mail takes as long as a wrong password and answers the same. */
export async function login(
  context: Needs<'config' | 'db' | 'passwords'>,
  credentials: { email: string; password: string },
  place: SignInPlace,
): Promise<SignedIn> {
  if (context.config.PASSWORD_LOGIN === 'off') throw passwordOff()
  const email = credentials.email.trim().toLowerCase()
  const user = await findUserByEmail(context.db, email)
  const isRight = async () =>
    (await context.passwords.verify(user?.password_hash || undefined, credentials.password)) && user?.disabled === false
  const key = `login:${hashOf(email).toString('hex')}:${place.ip}`
  await guarded(context, { key, rule: LOGIN_RULE, wrong: wrongLogin }, isRight)
  return enter(context, user!, place)
}

const challengeOver = () =>
  new AppError('unauthenticated', 'challenge_over', {
    en: 'This sign-in took too long or is finished already. Begin again.',
    ru: 'Этот вход длился слишком долго или уже завершён. Начните снова.',
  })

const wrongCode = () =>
  new AppError('unauthenticated', 'wrong_code', {
    en: 'The code is wrong or was used before. Wait for the next one, or use a recovery code.',
    ru: 'Код неверен или уже использован. Дождитесь следующего или введите резервный код.',
  })

const wrongPasskey = () =>
  new AppError('unauthenticated', 'wrong_passkey', {
    en: 'This passkey does not open an account here, or the try took too long. Try again, or sign in another way.',
    ru: 'Этот ключ входа здесь не подходит, или попытка длилась слишком долго. Попробуйте ещё раз или войдите иначе.',
  })

type Entering = Needs<'db' | 'signals' | 'secrets' | 'oneTimeCodes' | 'passkeys' | 'log'>

export async function loginSecond(
  context: Entering,
  given: { challenge: string; code?: string | null; credential?: Credential | null },
  place: SignInPlace & { party: RelyingParty },
): Promise<SignedIn> {
  const ownerId = ownerOf(given.challenge)
  const hash = hashOf(given.challenge)
  if (!ownerId || !(await findChallenge(context.db, ownerId, hash, 'second'))) throw challengeOver()
  if (given.credential)
    await assertPasskey(context, ownerId, { credential: given.credential, party: place.party }, wrongPasskey)
  else await assertCode(context, ownerId, given.code ?? '', wrongCode)
  return inTransaction(context, async tx => {
    const user = await findUser(tx.db, ownerId)
    if (!user || !(await spendChallenge(tx.db, ownerId, hash, 'second'))) throw challengeOver()
    return startSession(tx, user, place)
  })
}

/** A passkey has its own second factor in it: the device asks for a finger, a face or a PIN. */
export async function loginByPasskey(
  context: Entering,
  credential: Credential,
  place: SignInPlace & { party: RelyingParty },
): Promise<SignedIn> {
  const ownerId = ownerOfPasskey(credential)
  const user = ownerId && (await findUser(context.db, ownerId))
  if (!user) throw wrongPasskey()
  await assertPasskey(context, user.id, { credential, party: place.party }, wrongPasskey)
  return startSession(context, user, place)
}

const LINK_MINUTES = 15

/** For the operator at the machine, whatever ways in are switched off. Undefined when there is no such account. */
export async function linkByOperator(context: Needs<'db'>, email: string, base: string): Promise<string | undefined> {
  const user = await findUserByEmail(context.db, email.trim().toLowerCase())
  if (!user) return undefined
  const { token, hash } = issueToken(user.id)
  await insertChallenge(context.db, user.id, { hash, purpose: 'operator', minutes: LINK_MINUTES })
  return `${base.replace(/\/$/, '')}/sign-in#enter=${token}`
}

/** It stands for the password: a second step is still asked for. */
export async function loginByLink(
  context: Needs<'db' | 'signals'>,
  token: string,
  place: SignInPlace,
): Promise<SignedIn> {
  const ownerId = ownerOf(token)
  const user = ownerId && (await findUser(context.db, ownerId))
  if (!user || !(await spendChallenge(context.db, user.id, hashOf(token), 'operator'))) throw challengeOver()
  return enter(context, user, place)
}
