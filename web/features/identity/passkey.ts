import { post } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import { identityWords } from './words.ts'

/** Passkeys as the browser has them. Bound to a name: an address of digits has none. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)

const browser = () => import('@simplewebauthn/browser')

/** The browser's own errors are for programmers; a person has mostly closed its window. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const t = identityWords.now()
    const { name } = error as Error
    if (name === 'NotAllowedError' || name === 'AbortError') throw new Error(t.passkeyCancelled)
    if (name === 'InvalidStateError') throw new Error(t.passkeyKnown)
    throw new Error(t.passkeyFailed)
  }
}

/** Asks whoever is here for a passkey; to sign in, as the second step, or to confirm. */
export async function askPasskey(): Promise<Schemas['PasskeyCredential']> {
  const optionsJSON = await post('/v1/auth/login/passkey/options')
  const { startAuthentication } = await browser()
  const credential = await inWords(() => startAuthentication({ optionsJSON: optionsJSON as never }))
  return { ...credential, response: { ...credential.response } }
}

export async function makePasskey(name: string): Promise<void> {
  const optionsJSON = await post('/v1/auth/passkeys/options')
  const { startRegistration } = await browser()
  const credential = await inWords(() => startRegistration({ optionsJSON: optionsJSON as never }))
  await post('/v1/auth/passkeys', { ...credential, response: { ...credential.response }, name })
}
