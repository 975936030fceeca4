import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { hashOf } from '../../../lib/tokens.ts'
import { PasskeyRefused, type RelyingParty } from '../../../ports/passkeys.ts'
import { findSelf } from '../queries.ts'
import { CHALLENGE_MINUTES, isOurChallenge, newChallenge } from './challenges.ts'
import {
  findPasskey,
  insertPasskey,
  notePasskeyUse,
  noteSpent,
  type Passkey,
  passkeysOf,
  removePasskey,
} from './queries.ts'
import { wrongProof } from './totp.ts'

/** Passkeys: several for an account, each with a name. */

const MOST = 50
const USE = 'use'
const creating = (ownerId: string) => `create ${ownerId}`

type Using = Needs<'db' | 'signals' | 'secrets' | 'passkeys' | 'log'>

/** The parts of the browser's JSON that are looked at here; the rest is the verifier's. */
export interface Credential {
  id: string
  response: Record<string, unknown>
}

const tooMany = () =>
  new AppError('conflict', 'too_many_passkeys', {
    en: `An account has at most ${MOST} passkeys, each once. Remove one that you do not use.`,
    ru: `У учётной записи не больше ${MOST} ключей входа, каждый один раз. Удалите тот, которым не пользуетесь.`,
  })

export async function passkeyCreation(context: Using, actor: Actor, party: RelyingParty) {
  const self = (await findSelf(context.db, actor))!
  const known = await passkeysOf(context.db, actor)
  if (known.length >= MOST) throw tooMany()
  return context.passkeys.creationOptions(
    party,
    { id: self.id, name: self.email, displayName: self.name || self.email },
    newChallenge(context, creating(actor.ownerId)),
    known.map(({ credential_id }) => credential_id),
  )
}

export const passkeyRequest = (context: Needs<'secrets' | 'passkeys'>, party: RelyingParty) =>
  context.passkeys.requestOptions(party, newChallenge(context, USE))

/** Refusals of the verifier become the caller's; the reason goes to the log alone. */
async function verified<T>(context: Using, wrong: () => Error, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error
    context.log.info({ reason: error.message }, 'a passkey was refused')
    throw wrong()
  }
}

export async function addPasskey(
  context: Using,
  actor: Actor,
  party: RelyingParty,
  given: { credential: Credential; name: string },
): Promise<Passkey> {
  let challenge = ''
  const isOurs = (text: string) => {
    challenge = text
    return isOurChallenge(context, creating(actor.ownerId), text)
  }
  const made = await verified(context, wrongProof, () => context.passkeys.verifyNew(party, given.credential, isOurs))
  return inTransaction(context, async tx => {
    if (!(await noteSpent(tx.db, actor.ownerId, hashOf(challenge), CHALLENGE_MINUTES))) throw wrongProof()
    const inserted = await insertPasskey(tx.db, actor, { ...made, id: uuidv7(), name: given.name })
    if (!inserted) throw tooMany()
    return inserted
  })
}

export async function dropPasskey(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await removePasskey(context.db, actor, id))) throw notFound('passkey')
}

/** Browsers hand back whose passkey it is: the id that it was made with. */
export function ownerOfPasskey({ response }: Credential): string | undefined {
  const bytes = Buffer.from(typeof response.userHandle === 'string' ? response.userHandle : '', 'base64url')
  if (bytes.length !== 16) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The account's own passkey, with a fresh challenge of ours that serves once. */
export async function assertPasskey(
  context: Using,
  ownerId: string,
  { credential, party }: { credential: Credential; party: RelyingParty },
  wrong: () => Error,
): Promise<void> {
  const row = await findPasskey(context.db, ownerId, credential.id)
  if (!row) throw wrong()
  let challenge = ''
  const isOurs = (text: string) => {
    challenge = text
    return isOurChallenge(context, USE, text)
  }
  const known = { credentialId: row.credential_id, publicKey: row.public_key, counter: Number(row.counter) }
  const counter = await verified(context, wrong, () => context.passkeys.verifyUse(party, credential, known, isOurs))
  await inTransaction(context, async tx => {
    if (!(await noteSpent(tx.db, ownerId, hashOf(challenge), CHALLENGE_MINUTES))) throw wrong()
    await notePasskeyUse(tx.db, ownerId, row.id, counter)
  })
}
