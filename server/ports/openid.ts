/** What a sign-in at the provider began with, and has to come back with. */
export interface OpenIdRequest {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Whoever is signed in there has to prove it again. */
  fresh: boolean
}

export interface OpenIdClaims {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string
  /** Values of the claim that names roles. */
  roles: string[]
}

export type OpenIdCause =
  | 'unreachable'
  | 'denied'
  | 'state'
  | 'code'
  | 'nonce'
  | 'issuer'
  | 'audience'
  | 'signature'
  | 'time'
  | 'client'
  | 'answer'

/** Why the provider's answer is not taken. */
export class OpenIdRefused extends Error {
  override name = 'OpenIdRefused'
  constructor(
    readonly why: OpenIdCause,
    message: string,
  ) {
    super(message)
  }
}

/** The OpenID Connect provider of the configuration: the code flow with PKCE, state and nonce. */
export interface OpenId {
  isOn: boolean
  /** What people call it. */
  providerName: string
  newRequest(redirectUri: string, fresh: boolean): OpenIdRequest
  authorizationUrl(request: OpenIdRequest): Promise<string>
  /** `answered` is the address that the browser came back to. Throws OpenIdRefused. */
  redeem(answered: URL, request: OpenIdRequest): Promise<OpenIdClaims>
  /** Where the session at the provider is ended, if it says so. */
  logoutUrl(backTo: string): Promise<string | undefined>
}
