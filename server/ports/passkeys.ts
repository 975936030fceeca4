/** Where a passkey belongs: the name that browsers bind it to, and the origins whose pages may use it. */
export interface RelyingParty {
  id: string
  origins: string[]
}

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  synced: boolean
}

export interface KnownPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
}

/** A ceremony that did not prove what it should: forged, foreign, of another origin, without its person. */
export class PasskeyRefused extends Error {
  override name = 'PasskeyRefused'
}

type Json = Record<string, unknown>

/** WebAuthn. Challenges are the caller's: it makes them, and says whether one that came back is its own. */
export interface Passkeys {
  creationOptions(
    party: RelyingParty,
    user: { id: string; name: string; displayName: string },
    challenge: Buffer,
    known: string[],
  ): Promise<Json>
  requestOptions(party: RelyingParty, challenge: Buffer): Promise<Json>
  /** Throws PasskeyRefused. */
  verifyNew(party: RelyingParty, credential: unknown, isOurs: (challenge: string) => boolean): Promise<NewPasskey>
  /** Throws PasskeyRefused. Answers the new state of the counter. */
  verifyUse(
    party: RelyingParty,
    credential: unknown,
    known: KnownPasskey,
    isOurs: (challenge: string) => boolean,
  ): Promise<number>
}
