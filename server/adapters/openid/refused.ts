import { type OpenIdCause, OpenIdRefused } from '../../ports/openid.ts'

/** Errors of the library, by what they mean for whoever signs in. */

interface LibraryError extends Error {
  code?: string
  error?: string
  claim?: string
  cause?: LibraryError
}

/** The library wraps its own errors: what they are about stands somewhere in the chain. */
function claimOf(error: LibraryError | undefined): string {
  for (let at = error; at; at = at.cause) if (at.claim) return at.claim
  return ''
}

const BY_CLAIM: Record<string, OpenIdCause> = { nonce: 'nonce', iss: 'issuer', aud: 'audience', azp: 'audience' }

const BY_CODE: Record<string, OpenIdCause> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'denied',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'time',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer',
  OAUTH_RESPONSE_IS_NOT_JSON: 'answer',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'answer',
  OAUTH_PARSE_ERROR: 'answer',
  OAUTH_MISSING_SERVER_METADATA: 'answer',
  OAUTH_INVALID_SERVER_METADATA: 'answer',
}

function causeOf(error: LibraryError): OpenIdCause {
  if (error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') return BY_CLAIM[claimOf(error)] ?? 'answer'
  if (error.code === 'OAUTH_RESPONSE_BODY_ERROR') return error.error === 'invalid_grant' ? 'code' : 'client'
  if (error.code === 'OAUTH_INVALID_RESPONSE') {
    const said = `${error.message} ${error.cause?.message ?? ''}`
    if (/signature/i.test(said)) return 'signature'
    if (/"iss"|issuer/i.test(said)) return 'issuer'
    if (/"state"/.test(said)) return 'state'
    if (/"aud"|"azp"/.test(said)) return 'audience'
    return 'answer'
  }
  return BY_CODE[error.code ?? ''] ?? 'unreachable'
}

/** What is refused keeps the library's sentence for the log; it names no secret. */
export async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OpenIdRefused) throw error
    const { code = '', message } = error as LibraryError
    throw new OpenIdRefused(causeOf(error as LibraryError), [code, message].filter(Boolean).join(': '))
  }
}
