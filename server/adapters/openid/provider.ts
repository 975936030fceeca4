import type * as client from 'openid-client'
import type { Config } from '../../config.ts'
import type { OpenId, OpenIdClaims, OpenIdRequest } from '../../ports/openid.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { guardedFetch, openFetch } from '../models/fetch.ts'
import { refused } from './refused.ts'

const TIMEOUT_SECONDS = 10
const CLOCK_TOLERANCE_SECONDS = 30
const METADATA_MS = 10 * 60_000
/** How long ago somebody may have proved at the provider who they are, where a fresh proof is wished. */
const FRESH_SECONDS = 5 * 60

type Library = typeof client
type Metadata = client.ServerMetadata

/** The issuer's address is the operator's; other addresses that its description names are judged like those of users. */
function issuerFetch(issuer: URL, outbound: Outbound): client.CustomFetch {
  const [open, guarded] = [openFetch(), guardedFetch(outbound)]
  return (url, options) => (new URL(url).origin === issuer.origin ? open : guarded)(url, options as RequestInit)
}

function secretAuth(library: Library, secret: string, methods: string[] | undefined): client.ClientAuth {
  if (!secret) return library.None()
  return methods && !methods.includes('client_secret_basic')
    ? library.ClientSecretPost(secret)
    : library.ClientSecretBasic(secret)
}

/** `realm.roles` leads into an object. */
function rolesIn(claims: Record<string, unknown>, path: string): string[] {
  if (!path) return []
  let value: unknown = path in claims ? claims[path] : claims
  if (!(path in claims))
    for (const step of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[step]
  return (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string')
}

const off = () => {
  throw new Error('no OpenID provider is configured')
}

const noProvider: OpenId = {
  isOn: false,
  providerName: '',
  newRequest: off,
  authorizationUrl: async () => off(),
  redeem: async () => off(),
  logoutUrl: async () => undefined,
}

/** The library is loaded only where there is a provider. */
export async function openIdProvider(config: Config, outbound: Outbound): Promise<OpenId> {
  return config.OIDC_ISSUER ? providerOf(await import('openid-client'), config, outbound) : noProvider
}

function providerOf(library: Library, config: Config, outbound: Outbound): OpenId {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES, OIDC_ROLE_CLAIM } = config
  const issuer = new URL(OIDC_ISSUER)
  const fetch = issuerFetch(issuer, outbound)
  const insecure = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []
  const clientMetadata = { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS }

  let known: { server: Metadata; until: number } | undefined
  async function metadata(): Promise<Metadata> {
    if (known && known.until > performance.now()) return known.server
    const options = { [library.customFetch]: fetch, execute: insecure, timeout: TIMEOUT_SECONDS }
    const found = await library.discovery(issuer, OIDC_CLIENT_ID, clientMetadata, library.None(), options)
    known = { server: found.serverMetadata(), until: performance.now() + METADATA_MS }
    return known.server
  }

  /** Made anew each time: the provider's keys are asked for at every sign-in, so that a withdrawn one is not taken any more. */
  async function configuration(): Promise<client.Configuration> {
    const server = await metadata()
    const auth = secretAuth(library, OIDC_CLIENT_SECRET, server.token_endpoint_auth_methods_supported)
    const made = new library.Configuration(server, OIDC_CLIENT_ID, clientMetadata, auth)
    made[library.customFetch] = fetch
    made.timeout = TIMEOUT_SECONDS
    for (const allow of insecure) allow(made)
    library.enableNonRepudiationChecks(made)
    return made
  }

  async function claimsOf(made: client.Configuration, answered: URL, request: OpenIdRequest): Promise<OpenIdClaims> {
    const tokens = await library.authorizationCodeGrant(made, answered, {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.verifier,
      idTokenExpected: true,
      ...(request.fresh ? { maxAge: FRESH_SECONDS } : {}),
    })
    const token = tokens.claims()!
    const lacks = token.email === undefined || (OIDC_ROLE_CLAIM && rolesIn(token, OIDC_ROLE_CLAIM).length === 0)
    const more =
      lacks && made.serverMetadata().userinfo_endpoint
        ? await library.fetchUserInfo(made, tokens.access_token, token.sub)
        : {}
    const claims: Record<string, unknown> = { ...more, ...token }
    return {
      issuer: token.iss,
      subject: token.sub,
      email: typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : undefined,
      emailVerified: claims.email_verified === true || claims.email_verified === 'true',
      name: typeof claims.name === 'string' ? claims.name.slice(0, 200) : '',
      roles: rolesIn(claims, OIDC_ROLE_CLAIM),
    }
  }

  return {
    isOn: true,
    providerName: config.OIDC_NAME || issuer.hostname,
    newRequest: (redirectUri, fresh) => ({
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
      redirectUri,
      fresh,
    }),
    authorizationUrl: request =>
      refused(async () => {
        const parameters = {
          redirect_uri: request.redirectUri,
          scope: OIDC_SCOPES,
          state: request.state,
          nonce: request.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(request.verifier),
          code_challenge_method: 'S256',
          ...(request.fresh ? { prompt: 'login', max_age: String(FRESH_SECONDS) } : {}),
        }
        return library.buildAuthorizationUrl(await configuration(), parameters).href
      }),
    redeem: (answered, request) => refused(async () => claimsOf(await configuration(), answered, request)),
    async logoutUrl(backTo) {
      const made = await configuration().catch(() => undefined)
      if (!made?.serverMetadata().end_session_endpoint) return undefined
      return library.buildEndSessionUrl(made, { post_logout_redirect_uri: backTo }).href
    },
  }
}
