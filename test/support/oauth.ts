import { createHash, randomBytes } from 'node:crypto'
import { baseUrl, call, type Json, type Person, type Reply } from './client.ts'

/** A program that asks to be let in, and the person who decides; over HTTP alone. */

export const REDIRECT = 'http://127.0.0.1:7777/callback'

export interface Attempt {
  clientId: string
  verifier: string
  request: Record<string, string>
}

export async function register(redirect_uris: unknown = [REDIRECT], name = 'Claude', base = baseUrl()): Promise<Reply> {
  return call('POST', '/oauth/register', { body: { client_name: name, redirect_uris } }, base)
}

export async function attempt(more: Record<string, string> = {}, base = baseUrl()): Promise<Attempt> {
  const { body } = await register(undefined, undefined, base)
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    client_id: body.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'the state',
    ...more,
  }
  return { clientId: body.client_id, verifier, request }
}

/** What the browser is sent back with. */
export async function consent(
  person: Person,
  { request }: Attempt,
  decision: object = {},
): Promise<Record<string, string>> {
  const { status, body } = await person.post('/v1/connected-apps', { ...request, allow: true, ...decision })
  if (status !== 200) throw new Error(`consent answered ${status}: ${JSON.stringify(body)}`)
  return Object.fromEntries(new URL(body.redirect_to).searchParams)
}

export const token = (fields: Record<string, string>): Promise<Reply> =>
  call('POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams(fields).toString(),
  })

export const redeem = (
  { clientId, verifier }: Attempt,
  code: string,
  more: Record<string, string> = {},
): Promise<Reply> =>
  token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    client_id: clientId,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (clientId: string, refresh_token: string): Promise<Reply> =>
  token({ grant_type: 'refresh_token', refresh_token, client_id: clientId })

/** A program that was let in, with its tokens. */
export async function connected(
  person: Person,
  asked: Record<string, string> = {},
  decision: object = {},
): Promise<Json & { clientId: string }> {
  const tried = await attempt(asked)
  const { code } = await consent(person, tried, decision)
  const { status, body } = await redeem(tried, code!)
  if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`)
  return { ...body, clientId: tried.clientId }
}
