/// <reference path="./oidc.d.ts" />
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Json } from './client.ts'

/** A real OpenID Connect provider, which signs everybody in as whoever stands at the door, and can be made to lie. */

export interface Visitor {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  roles?: string[]
}

export interface Retouch {
  header?: Json
  claims?: Json
  key?: KeyObject
}

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same token, with other claims, signed anew. */
function retouched(token: string, { header, claims, key }: Retouch, own: KeyObject): string {
  const [head, body] = token
    .split('.')
    .slice(0, 2)
    .map(part => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const text = `${encode({ ...head, ...header })}.${encode({ ...body, ...claims })}`
  const signature = header?.alg === 'none' ? '' : sign('sha256', Buffer.from(text), key ?? own).toString('base64url')
  return `${text}.${signature}`
}

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export class TestProvider {
  visitor: Visitor = { sub: 'nobody' }
  retouch: Retouch | undefined
  key = newKey()
  private n = 0
  private provider: Json
  private redirectUris: string[] = []
  private readonly server: Server
  issuer = ''

  constructor() {
    this.server = createServer((request, response) => {
      if (!this.provider) return response.writeHead(503).end()
      if (request.url?.startsWith('/interaction/')) {
        this.provider
          .interactionDetails(request, response)
          .then(() => this.provider!.interactionFinished(request, response, { login: { accountId: this.visitor.sub } }))
          .catch((error: unknown) => response.writeHead(500).end(String(error)))
        return
      }
      void this.provider.callback()(request, response)
    })
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    this.issuer = `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  /** Begins to answer: for whom is known once the service runs. */
  serve(...origins: string[]): void {
    this.redirectUris = origins.map(origin => `${origin}/v1/auth/oidc/callback`)
    this.renew()
  }

  /** Another key, from now on the only one. */
  rotate(): KeyObject {
    const old = this.key
    this.key = newKey()
    this.renew()
    return old
  }

  private renew(): void {
    const jwk = createPrivateKey(this.key.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' })
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'dossier',
          client_secret: 'a secret of the test',
          redirect_uris: this.redirectUris,
          post_logout_redirect_uris: this.redirectUris.map(uri => `${new URL(uri).origin}/sign-in`),
        },
      ],
      jwks: { keys: [{ ...jwk, kid: `key-${++this.n}`, use: 'sig', alg: 'RS256' } as Json] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: Json, interaction: Json) => `/interaction/${interaction.uid}` },
      cookies: { keys: ['for the test'] },
      ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      findAccount: (_context: Json, id: string) => ({
        accountId: id,
        claims: async () => ({ ...this.visitor, sub: id }),
      }),
      // Nobody is asked what the client may see.
      async loadExistingGrant(context: Json) {
        const { client, session, provider } = context.oidc
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    provider.use(async (context: Json, next: () => Promise<void>) => {
      await next()
      if (context.path === '/token' && this.retouch && context.body?.id_token)
        context.body = { ...context.body, id_token: retouched(context.body.id_token, this.retouch, this.key) }
    })
    this.provider = provider
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
