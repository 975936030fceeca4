import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context, Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { type Language, languageOf } from '../../lib/language.ts'
import { assertScope, type ScopeName } from '../../lib/scopes.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import { findCaller, insertToken, noteUse, removeToken, type Token, type User } from './queries.ts'

export const SESSION_DAYS = 30

export interface SignedIn {
  user: User
  token: string
  expiresAt: Date
}

/** Where somebody signs in from. */
export interface SignInPlace {
  ip: string
  device: string
}

export async function startSession(context: Needs<'db'>, user: User, place: SignInPlace): Promise<SignedIn> {
  const { token, hash, shown } = issueToken(user.id)
  const made = await insertToken(context.db, user.id, {
    id: uuidv7(),
    hash,
    kind: 'session',
    name: '',
    prefix: shown,
    days: SESSION_DAYS,
    device: place.device,
    address: place.ip,
  })
  return { user, token, expiresAt: made.expires_at! }
}

export const wrongLogin = () =>
  new AppError('unauthenticated', 'wrong_login', {
    en: 'The e-mail or the password is wrong.',
    ru: 'Неверный адрес или пароль.',
  })

export const passwordOff = () =>
  new AppError('forbidden', 'password_off', {
    en: 'Passwords are switched off here. Sign in with the provider or a passkey.',
    ru: 'Вход по паролю здесь отключён. Войдите через провайдера или с ключом входа.',
  })

export const wrongPassword = () =>
  new AppError('forbidden', 'wrong_password', {
    en: 'The current password is wrong. Nothing was changed.',
    ru: 'Текущий пароль неверен. Ничего не изменено.',
  })

export const LOGIN_RULE = { allowed: 10, lockSeconds: 15 * 60 }

/** Who calls, or nobody. The language is the owner's, else the browser's. */
export async function authenticate(
  context: Context,
  credentials: { token: string; email?: string; hiddenToken?: string; acceptLanguage?: string; ip?: string },
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
    noteUse(context.db, ownerId, caller.token_id, credentials.ip ?? '').catch(error =>
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
    ...(caller.scopes ? { scopes: caller.scopes } : {}),
    ...(caller.proof_is_old ? { proofIsOld: true } : {}),
    ...(caller.leaving ? { leaving: true } : {}),
  }
}

export async function issueApiToken(
  context: Needs<'db'>,
  actor: Actor,
  request: { name: string; expires_in_days?: number | null; scopes?: ScopeName[] | null },
): Promise<Token & { token: string }> {
  // Never wider than the one it is made with.
  const scopes = request.scopes ?? actor.scopes
  for (const scope of scopes ?? []) assertScope(actor, scope)
  const { token, hash, shown } = issueToken(actor.ownerId)
  const made = await insertToken(context.db, actor.ownerId, {
    id: uuidv7(),
    hash,
    scopes: scopes && [...new Set(scopes)],
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
