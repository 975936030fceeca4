import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import type { Words } from '../../lib/language.ts'
import { assertScope, type ScopeName } from '../../lib/scopes.ts'
import { issueToken } from '../../lib/tokens.ts'
import { getCollection, getTheme } from '../collections/index.ts'
import { clientOf, hostOf } from './clients.ts'
import { type AppClient, insertApp, insertCode } from './queries.ts'
import { type OAuthError, refused } from './refusals.ts'

/** What a program may ask for at all. The first three are told to everybody; `write` has to be asked for by its name. */
export const ADVERTISED_SCOPES: ScopeName[] = ['read', 'ask', 'calendar']
const GRANTABLE: ScopeName[] = [...ADVERTISED_SCOPES, 'write']
const USUAL: ScopeName[] = ['read', 'ask']
const CODE_SECONDS = 120
const CHALLENGE = /^[\w-]{43}$/

export interface AuthorizeRequest {
  client_id?: string
  redirect_uri?: string
  response_type?: string
  code_challenge?: string
  code_challenge_method?: string
  scope?: string
  state?: string
  resource?: string
}

export interface Decision {
  allow: boolean
  /** Of those that were asked for; absent is all of them. */
  scopes?: ScopeName[]
  collection_id?: string | null
  theme_id?: string | null
  expires_in_days?: number | null
}

export interface Wish {
  client: AppClient
  redirectUri: string
  scopes: ScopeName[]
}

const unknownClient = () =>
  refused('invalid_client', {
    en: 'This application is not registered here. Connect it anew from its own settings.',
    ru: 'Это приложение здесь не зарегистрировано. Подключите его заново в его настройках.',
  })

const otherAddress = () =>
  refused('invalid_request', {
    en: 'The application wants the answer at an address that it has not registered. Do not let it in.',
    ru: 'Приложение просит прислать ответ на адрес, который не зарегистрировало. Не разрешайте ему доступ.',
  })

/** Whether it can be asked at all. Whom we do not know we send nothing to; anything else is told to the program at its address. */
export async function wishOf(context: Needs<'db'>, asked: AuthorizeRequest, origin: string): Promise<Wish> {
  const client = await clientOf(context, asked.client_id)
  if (!client) throw unknownClient()
  const redirectUri = asked.redirect_uri
  if (redirectUri === undefined || !client.redirect_uris.includes(redirectUri)) throw otherAddress()
  const oauthRefusal = (error: OAuthError, words: Words) =>
    refused(error, words, { redirect_to: backTo(redirectUri, origin, { error, state: asked.state }) })
  if (asked.response_type !== 'code')
    throw oauthRefusal('unsupported_response_type', {
      en: 'Only response_type=code.',
      ru: 'Только response_type=code.',
    })
  if (asked.code_challenge_method !== 'S256' || !CHALLENGE.test(asked.code_challenge ?? ''))
    throw oauthRefusal('invalid_request', {
      en: 'PKCE is needed: code_challenge with code_challenge_method=S256.',
      ru: 'Нужен PKCE: code_challenge и code_challenge_method=S256.',
    })
  if (!isOurs(asked.resource, origin))
    throw oauthRefusal('invalid_target', {
      en: `The resource here is ${origin}/mcp.`,
      ru: `Ресурс здесь — ${origin}/mcp.`,
    })
  const wanted = (asked.scope ?? USUAL.join(' ')).split(' ').filter(Boolean)
  const scopes = GRANTABLE.filter(scope => wanted.includes(scope))
  if (scopes.length === 0)
    throw oauthRefusal('invalid_scope', {
      en: `None of these can be had. There are: ${GRANTABLE.join(', ')}.`,
      ru: `Ничего из этого получить нельзя. Есть: ${GRANTABLE.join(', ')}.`,
    })
  return { client, redirectUri, scopes }
}

export const isOurs = (resource: string | undefined, origin: string): boolean =>
  resource === undefined || [origin, `${origin}/`, `${origin}/mcp`].includes(resource)

function backTo(address: string, origin: string, answer: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...answer, iss: origin }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Where the browser goes next: back to the program, with a code or with the person's no. */
export async function decide(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  { asked, decision, origin }: { asked: AuthorizeRequest; decision: Decision; origin: string },
): Promise<string> {
  const wish = await wishOf(context, asked, origin)
  const { state } = asked
  if (!decision.allow) return backTo(wish.redirectUri, origin, { error: 'access_denied', state })
  const scopes = wish.scopes.filter(scope => decision.scopes?.includes(scope) ?? true)
  if (scopes.length === 0) return backTo(wish.redirectUri, origin, { error: 'access_denied', state })
  for (const scope of scopes) assertScope(actor, scope)
  // A program never gets into the hidden zone, so nothing in there can be what it is bound to.
  const locked = { ...actor, unlocked: false }
  if (decision.collection_id) await getCollection(context, locked, decision.collection_id)
  else if (decision.theme_id) await getTheme(context, locked, decision.theme_id)
  const { token: code, hash } = issueToken(actor.ownerId)
  const appId = uuidv7()
  await inTransaction(context, async tx => {
    await insertApp(tx.db, actor, {
      id: appId,
      client: wish.client,
      scopes,
      collectionId: decision.collection_id ?? null,
      themeId: decision.collection_id ? null : (decision.theme_id ?? null),
      days: decision.expires_in_days ?? null,
    })
    await insertCode(tx.db, actor, {
      hash,
      appId,
      redirectUri: wish.redirectUri,
      challenge: asked.code_challenge!,
      seconds: CODE_SECONDS,
    })
  })
  return backTo(wish.redirectUri, origin, { code, state })
}

export const shown = ({ client, redirectUri, scopes }: Wish) => ({
  name: client.name,
  redirect_host: hostOf(redirectUri),
  scopes,
})
