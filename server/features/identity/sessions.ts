import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { type Language, languageOf } from '../../lib/language.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import { guarded } from './attempts.ts'
import {
  findCaller,
  findSelf,
  findUserByEmail,
  insertToken,
  lockZone,
  noteUse,
  removeOtherSessions,
  removeToken,
  setPassword,
  type Token,
  type User,
} from './queries.ts'

export const SESSION_DAYS = 30

export interface SignedIn {
  user: User
  token: string
  expiresAt: Date
}

export async function startSession(context: Needs<'db'>, user: User): Promise<SignedIn> {
  const { token, hash, shown } = issueToken(user.id)
  const made = await insertToken(context.db, user.id, {
    id: uuidv7(),
    hash,
    kind: 'session',
    name: '',
    prefix: shown,
    days: SESSION_DAYS,
  })
  return { user, token, expiresAt: made.expires_at! }
}

const wrongLogin = () =>
  new AppError('unauthenticated', 'wrong_login', {
    en: 'The e-mail or the password is wrong.',
    ru: 'Неверный адрес или пароль.',
  })

const wrongPassword = () =>
  new AppError('forbidden', 'wrong_password', {
    en: 'The current password is wrong. Nothing was changed.',
    ru: 'Текущий пароль неверен. Ничего не изменено.',
  })

const LOGIN_RULE = { allowed: 10, lockSeconds: 15 * 60 }

/** An unknown e-mail takes as long as a wrong password and answers the same. */
export async function login(
  context: Needs<'db' | 'passwords'>,
  credentials: { email: string; password: string },
  ip: string,
): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase()
  const user = await findUserByEmail(context.db, email)
  const isRight = async () =>
    (await context.passwords.verify(user?.password_hash, credentials.password)) && user?.disabled === false
  await guarded(context, `login:${hashOf(email).toString('hex')}:${ip}`, LOGIN_RULE, isRight, wrongLogin)
  return startSession(context, user!)
}

export async function changePassword(
  context: Needs<'db' | 'signals' | 'passwords'>,
  actor: Actor,
  change: { current: string; new: string },
): Promise<void> {
  const self = await findSelf(context.db, actor)
  const isRight = () => context.passwords.verify(self?.password_hash, change.current)
  await guarded(context, `password:${actor.ownerId}`, LOGIN_RULE, isRight, wrongPassword)
  const passwordHash = await context.passwords.hash(change.new)
  await inTransaction(context, async tx => {
    await setPassword(tx.db, actor, passwordHash)
    await removeOtherSessions(tx.db, actor)
    await lockZone(tx.db, actor)
  })
}

/** Who calls, or nobody. The language is the owner's, else the browser's. */
export async function authenticate(
  context: Context,
  credentials: { token: string; email?: string; hiddenToken?: string; acceptLanguage?: string },
): Promise<Actor | undefined> {
  const ownerId = ownerOf(credentials.token)
  if (!ownerId) return undefined
  const hiddenHash = credentials.hiddenToken ? hashOf(credentials.hiddenToken) : null
  const caller = await findCaller(context.db, ownerId, hashOf(credentials.token), hiddenHash)
  if (!caller) return undefined
  const { email } = credentials
  if (email !== undefined && (caller.kind !== 'api' || caller.email !== email.trim().toLowerCase())) return undefined
  // At most once a minute, and nobody waits for it.
  if (caller.note_use)
    noteUse(context.db, ownerId, caller.token_id).catch(error =>
      context.log.warn({ err: error }, 'a use was not noted'),
    )
  return {
    ownerId,
    tenantId: caller.tenant_id,
    role: caller.role,
    tokenId: caller.token_id,
    tariff: caller.tariff,
    ownBucket: caller.own_bucket,
    language: (caller.language as Language | null) ?? languageOf(credentials.acceptLanguage),
    unlocked: caller.unlocked,
  }
}

export async function issueApiToken(
  context: Needs<'db'>,
  actor: Actor,
  request: { name: string; expires_in_days?: number | null },
): Promise<Token & { token: string }> {
  const { token, hash, shown } = issueToken(actor.ownerId)
  const made = await insertToken(context.db, actor.ownerId, {
    id: uuidv7(),
    hash,
    kind: 'api',
    name: request.name,
    prefix: shown,
    days: request.expires_in_days ?? null,
  })
  return { ...made, token }
}

export async function revokeToken(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await removeToken(context.db, actor, id))) throw notFound('token')
}
