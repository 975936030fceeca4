import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { PasskeyRefused, type Passkeys } from '../../ports/passkeys.ts'

const TIMEOUT_MS = 5 * 60_000

/** Loaded by the first passkey: it is the slowest to load of all that a start could need. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Whatever the library throws is about what the browser sent. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new PasskeyRefused((error as Error).message)
  }
}

/** No maker's certificate is asked for, and none is taken: to check one, lists would be fetched from addresses that it names. */
async function refuseCertificates(credential: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
  const format = attestation.get('fmt')
  const selfMade = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !selfMade) throw new PasskeyRefused('a certificate of the maker was not asked for')
}

export const webauthnPasskeys: Passkeys = {
  async creationOptions(party, user, challenge, known) {
    const { isoUint8Array } = await helpers()
    const options = await (await library()).generateRegistrationOptions({
      rpName: 'Dossier',
      rpID: party.id,
      userID: isoUint8Array.fromHex(user.id.replaceAll('-', '')),
      userName: user.name,
      userDisplayName: user.displayName,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(id => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { ...options }
  },
  async requestOptions(party, challenge) {
    const options = await (await library()).generateAuthenticationOptions({
      rpID: party.id,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    })
    return { ...options }
  },
  verifyNew: (party, credential, isOurs) =>
    orRefused(async () => {
      const response = credential as RegistrationResponseJSON
      await refuseCertificates(response)
      const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
        response,
        expectedChallenge: isOurs,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
      })
      if (!verified) throw new PasskeyRefused('the signature is wrong')
      const { credential: made, credentialBackedUp } = registrationInfo
      return {
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: made.transports ?? [],
        synced: credentialBackedUp,
      }
    }),
  verifyUse: (party, credential, known, isOurs) =>
    orRefused(async () => {
      const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
        response: credential as AuthenticationResponseJSON,
        expectedChallenge: isOurs,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: { id: known.credentialId, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
      })
      if (!verified) throw new PasskeyRefused('the signature is wrong')
      return authenticationInfo.newCounter
    }),
}
