import type { Actor, Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { hashOf, ownerOf } from '../../lib/tokens.ts'
import { guarded } from '../identity/index.ts'
import type { StoredObject } from '../objects/index.ts'
import { findByToken, findOwner, findShared, type Share } from './queries.ts'

/** What somebody outside brings along. */
export interface Visitor {
  token: string
  /** From the header, or proven before and kept in a cookie. */
  password?: string
  pass?: string
  ip: string
  language: Language
}

export interface Visit {
  share: Share
  /** Acts in the owner's name, with the hidden zone locked. */
  viewer: Actor
}

type Visiting = Needs<'db' | 'passwords' | 'secrets'>

const RULE = { allowed: 10, lockSeconds: 15 * 60 }
const PASS_MINUTES = 60

const wrongPassword = () =>
  new AppError('unauthenticated', 'share_password', {
    en: 'This link has a password. Give the right one in x-share-password.',
    ru: 'У этой ссылки есть пароль. Укажите верный в x-share-password.',
  })

/** Unknown, expired, revoked, and leading to what is hidden or gone: one answer. */
export async function openShare(context: Visiting, visitor: Visitor): Promise<Visit> {
  const visit = await findVisit(context, visitor)
  if (!visit) throw notFound('share')
  const { share } = visit
  if (!share.password_hash || isPass(context, visitor.pass, share)) return visit
  if (!visitor.password) throw wrongPassword()
  const { password } = visitor
  if (wasRight(share, password)) return visit
  const isRight = () => context.passwords.verify(share.password_hash ?? undefined, password)
  await guarded(context, { key: `share:${share.id}:${visitor.ip}`, rule: RULE, wrong: wrongPassword }, isRight)
  remember(share, password)
  return visit
}

/** A page with fifty pictures sends the password fifty times: one slow check a minute is enough. */
const RIGHT_MS = 60_000
const rightUntil = new Map<string, number>()

const proofOf = (share: Share, password: string) =>
  hashOf(JSON.stringify([share.id, share.password_hash, password])).toString('base64')

const wasRight = (share: Share, password: string) => (rightUntil.get(proofOf(share, password)) ?? 0) > Date.now()

function remember(share: Share, password: string): void {
  if (rightUntil.size > 10_000) rightUntil.clear()
  rightUntil.set(proofOf(share, password), Date.now() + RIGHT_MS)
}

async function findVisit(context: Needs<'db'>, visitor: Visitor): Promise<Visit | undefined> {
  const ownerId = ownerOf(visitor.token)
  const owner = ownerId && (await findOwner(context.db, ownerId))
  if (!ownerId || !owner) return undefined
  const viewer: Actor = {
    ownerId,
    tenantId: owner.tenant_id,
    role: 'user',
    tokenId: '',
    tariff: owner.tariff,
    ownBucket: owner.own_bucket,
    language: visitor.language,
    unlocked: false,
  }
  const share = await findByToken(context.db, viewer, hashOf(visitor.token))
  return share && { share, viewer }
}

/** A sealed note that the password was given: it dies with the link, with its time, and with a new password. */
export function issuePass(context: Needs<'secrets'>, share: Share): { pass: string; maxAge: number } {
  const expires = Date.now() + PASS_MINUTES * 60_000
  const pass = context.secrets.seal(JSON.stringify([share.id, share.password_hash, expires]))
  return { pass, maxAge: PASS_MINUTES * 60 }
}

function isPass(context: Needs<'secrets'>, pass: string | undefined, share: Share): boolean {
  if (!pass) return false
  try {
    const [id, hash, expires] = JSON.parse(context.secrets.open(pass)) as [string, string, number]
    return id === share.id && hash === share.password_hash && expires > Date.now()
  } catch {
    return false
  }
}

export async function sharedObject(context: Needs<'db'>, visit: Visit, objectId: string): Promise<StoredObject> {
  const object = await findShared(context.db, visit.viewer, visit.share, objectId)
  if (!object) throw notFound('share')
  return object
}

/** The header may be percent-encoded UTF-8, since headers take no other letters; what does not decode is as it is. */
export function headerPassword(value: string | undefined): string | undefined {
  if (!value) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
