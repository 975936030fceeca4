import { type Actor, type Context, inTransaction, type Needs } from '../../../context.ts'
import { confirmNeeded, InvalidInput } from '../../../lib/errors.ts'
import { hashOf } from '../../../lib/tokens.ts'
import type { RelyingParty } from '../../../ports/passkeys.ts'
import { assertPasskey, type Credential } from '../factors/passkeys.ts'
import { removeChallenges, spendChallenge } from '../factors/queries.ts'
import { assertCode, wrongProof } from '../factors/totp.ts'
import { assertPassword } from '../proofs.ts'
import { findSelf, lockZone, removeOtherSessions, setPassword } from '../queries.ts'
import { emailTaken } from '../register.ts'
import { wrongPassword } from '../sessions.ts'
import { noteProof, removeApiTokens, setProfile } from './queries.ts'

/** What a session shows to prove who holds it: one of these. */
export interface Proof {
  password?: string | null
  code?: string | null
  passkey?: Credential | null
  /** What the browser came back with from the provider. */
  oidc?: string | null
}

/** The session proves once more who holds it. */
export async function confirm(
  context: Needs<'db' | 'signals' | 'passwords' | 'secrets' | 'oneTimeCodes' | 'passkeys' | 'log'>,
  actor: Actor,
  proof: Proof,
  party: RelyingParty,
): Promise<{ expires_at: Date }> {
  const { password, code, passkey } = proof
  if (password) await assertPassword(context, actor, password)
  else if (code) await assertCode(context, actor.ownerId, code, wrongProof)
  else if (passkey) await assertPasskey(context, actor.ownerId, { credential: passkey, party }, wrongProof)
  else if (!(await spendChallenge(context.db, actor.ownerId, hashOf(proof.oidc ?? ''), 'oidc_proof')))
    throw wrongProof()
  return noteProof(context.db, actor)
}

/** What identity does not know of and has to do with who gets in. */
export interface OtherAccess {
  /** Ends the calendar's feed and connected applications. */
  end(context: Context, actor: Actor): Promise<void>
  /** Cancels the calls that ended tokens and programs have requested and nobody has approved. */
  forget(context: Context, ownerId: string): Promise<void>
}

export async function changePassword(
  context: Context,
  actor: Actor,
  change: { current?: string; new: string; end_tokens: boolean },
  other: OtherAccess,
): Promise<void> {
  await assertMayChange(context, actor, change.current)
  const passwordHash = await context.passwords.hash(change.new)
  await inTransaction(context, async tx => {
    await setPassword(tx.db, actor, passwordHash)
    await removeOtherSessions(tx.db, actor)
    await removeChallenges(tx.db, actor.ownerId)
    await lockZone(tx.db, actor)
    if (change.end_tokens) {
      await removeApiTokens(tx.db, actor)
      await other.end(tx, actor)
    }
    await other.forget(tx, actor.ownerId)
  })
}

/** Somebody who signed in by other means and has no password sets the first one after a fresh proof of identity. */
async function assertMayChange(
  context: Needs<'db' | 'passwords'>,
  actor: Actor,
  current: string | undefined,
): Promise<void> {
  const self = await findSelf(context.db, actor)
  if (self?.password_hash === '') {
    if (actor.proofIsOld) throw confirmNeeded()
    return
  }
  if (!current) throw new InvalidInput([{ loc: ['body', 'current'], type: 'missing' }])
  await assertPassword(context, actor, current)
}

/** Whoever has the e-mail can have the password sent to it: a new one needs the password. */
export async function changeProfile(
  context: Needs<'db' | 'passwords'>,
  actor: Actor,
  patch: { name?: string; email?: string; current?: string | null },
): Promise<void> {
  const self = await findSelf(context.db, actor)
  const isNewEmail = patch.email !== undefined && patch.email !== self?.email
  if (isNewEmail && !patch.current) throw wrongPassword()
  if (isNewEmail) await assertPassword(context, actor, patch.current!)
  if (!(await setProfile(context.db, actor, patch))) throw emailTaken()
}
