import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Needs, type Role } from '../../../context.ts'
import { hashOf, issueToken } from '../../../lib/tokens.ts'
import { type OpenIdClaims, OpenIdRefused } from '../../../ports/openid.ts'
import { insertChallenge } from '../factors/queries.ts'
import { findUser, firstTenant, insertUser, type User } from '../queries.ts'
import { type SignedIn, type SignInPlace, startSession } from '../sessions.ts'
import { FLOW_MINUTES, type Flow, openFlow, type Pending } from './flow.ts'
import { findByEmail, findLinked, link, noteAsked, noteViaOidc, setRole, spendState } from './queries.ts'
import { emailUnverified, flowLost, linkTaken, noAccount, oidcOff, refusalOf } from './refusals.ts'

/** Coming back from the provider. */

type Using = Needs<'config' | 'db' | 'signals' | 'secrets' | 'openId' | 'log'>

const PROOF_MINUTES = 5

export async function startFlow(
  context: Using,
  wanted: Pick<Flow, 'purpose' | 'returnTo' | 'ownerId'>,
  origin: string,
): Promise<{ url: string; flow: Flow }> {
  if (!context.openId.isOn) throw oidcOff()
  const request = context.openId.newRequest(`${origin}/v1/auth/oidc/callback`, wanted.purpose === 'confirm')
  const url = await asked(context, () => context.openId.authorizationUrl(request))
  return { url, flow: { kind: 'flow', request, ...wanted } }
}

/** The reason goes to the log; whoever signs in gets its sentence. */
async function asked<T>(context: Using, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OpenIdRefused)) throw error
    context.log.warn({ why: error.why, reason: error.message }, 'a sign-in at the provider was refused')
    throw refusalOf(error)
  }
}

export interface ProviderReply {
  /** The query of the address that the browser came back to. */
  query: Record<string, string>
  cookie: string | undefined
}

export type SignInOutcome =
  | { kind: 'entered'; session: SignedIn; returnTo: string }
  | { kind: 'linked'; returnTo: string }
  | { kind: 'proved'; proof: string; returnTo: string }
  | { kind: 'pending'; pending: Pending }

export async function finishFlow(context: Using, answered: ProviderReply, place: SignInPlace): Promise<SignInOutcome> {
  if (!context.openId.isOn) throw oidcOff()
  const flow = openFlow(context, answered.cookie)
  if (flow?.kind !== 'flow' || answered.query.state !== flow.request.state) throw flowLost()
  if (!(await spendState(context.db, hashOf(flow.request.state), FLOW_MINUTES))) throw flowLost()
  const url = new URL(flow.request.redirectUri)
  for (const [name, value] of Object.entries(answered.query)) url.searchParams.set(name, value)
  const claims = await asked(context, () => context.openId.redeem(url, flow.request))
  if (flow.purpose === 'link') return linkOwn(context, flow, claims)
  if (flow.purpose === 'confirm') return prove(context, flow, claims)
  return enterBy(context, flow, claims, place)
}

/** Whoever is signed in has asked for it: their yes is there. */
async function linkOwn(
  context: Using,
  flow: Flow,
  { issuer, subject, email = '' }: OpenIdClaims,
): Promise<SignInOutcome> {
  const user = await findUser(context.db, flow.ownerId!)
  if (!user || !(await link(context.db, user.id, { issuer, subject, email }))) throw linkTaken()
  return { kind: 'linked', returnTo: flow.returnTo }
}

async function prove(context: Using, flow: Flow, claims: OpenIdClaims): Promise<SignInOutcome> {
  const user = await findLinked(context.db, claims)
  if (!user || user.id !== flow.ownerId) throw flowLost()
  const { token, hash } = issueToken(user.id)
  await insertChallenge(context.db, user.id, { hash, purpose: 'oidc_proof', minutes: PROOF_MINUTES })
  return { kind: 'proved', proof: token, returnTo: flow.returnTo }
}

async function enterBy(context: Using, flow: Flow, claims: OpenIdClaims, place: SignInPlace): Promise<SignInOutcome> {
  const user = (await findLinked(context.db, claims)) ?? (await accountFor(context, claims))
  if ('kind' in user) return user
  const session = await inTransaction(context, async tx => {
    const role = roleOf(context.config.OIDC_ROLE_CLAIM, claims.roles)
    const current = (role && role !== user.role && (await setRole(tx.db, user, role))) || user
    const started = await startSession(tx, current, place)
    await noteViaOidc(tx.db, user.id, hashOf(started.token))
    return started
  })
  return { kind: 'entered', session, returnTo: flow.returnTo }
}

/** By a verified e-mail alone; an account that is there already is only linked with its owner's yes. */
async function accountFor(context: Using, claims: OpenIdClaims): Promise<User | (SignInOutcome & { kind: 'pending' })> {
  const { issuer, subject, email } = claims
  if (!email || !claims.emailVerified) throw emailUnverified()
  const known = await findByEmail(context.db, email)
  if (known?.oidc_subject) throw linkTaken()
  if (known) {
    if (context.config.PASSWORD_LOGIN === 'off') await noteAsked(context.db, known.id, { issuer, subject, email })
    return { kind: 'pending', pending: { kind: 'pending', ownerId: known.id, issuer, subject, email } }
  }
  const tenant = await firstTenant(context.db)
  if (!context.config.OIDC_CREATE || !tenant) throw noAccount()
  return inTransaction(context, async tx => {
    const made = await insertUser(tx.db, {
      id: uuidv7(),
      tenantId: tenant.id,
      email,
      name: claims.name,
      // No password is none that could be guessed.
      passwordHash: '',
      role: 'user',
    })
    if (!made || !(await link(tx.db, made.id, { issuer, subject, email }))) throw linkTaken()
    return made
  })
}

const ROLES: Role[] = ['admin', 'pro', 'user']

/** The highest role that the claim names; with a claim configured, who has none of them is a user. */
const roleOf = (claim: string, named: string[]): Role | undefined =>
  claim ? (ROLES.find(role => named.includes(role)) ?? 'user') : undefined

/** In the flow of a sign-in by password: what waits in this browser for the owner's yes. */
export async function linkPending(context: Using, cookie: string | undefined, user: { id: string }): Promise<boolean> {
  const pending = openFlow(context, cookie)
  if (pending?.kind !== 'pending' || pending.ownerId !== user.id) return false
  return (await link(context.db, user.id, pending)) !== undefined
}
