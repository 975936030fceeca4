import { createHash, timingSafeEqual } from 'node:crypto'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { type Language, languageOf } from '../../lib/language.ts'
import type { ScopeName } from '../../lib/scopes.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import { isOurs } from './authorize.ts'
import * as q from './queries.ts'
import { refused } from './refusals.ts'

const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 86_400
const VERIFIER = /^[\w.~-]{43,128}$/

export interface TokenRequest {
  grant_type?: string
  code?: string
  redirect_uri?: string
  client_id?: string
  code_verifier?: string
  refresh_token?: string
  resource?: string
}

const invalidGrant = () =>
  refused('invalid_grant', {
    en: 'The code or token is wrong, has been used, or has ended. Ask the person to connect again.',
    ru: 'Код или токен неверен, уже использован или истёк. Попросите человека подключить приложение снова.',
  })

/** Ends a connection with all that its program still waits for. */
export type EndConnection = (context: Context, ownerId: string, appId: string) => Promise<void>

export async function grant(
  context: Context,
  asked: TokenRequest,
  { origin, end }: { origin: string; end: EndConnection },
): Promise<Record<string, unknown>> {
  if (!isOurs(asked.resource, origin))
    throw refused('invalid_target', { en: `The resource here is ${origin}/mcp.`, ru: `Ресурс здесь — ${origin}/mcp.` })
  if (asked.grant_type === 'authorization_code') return byCode(context, asked, end)
  if (asked.grant_type === 'refresh_token') return byRefresh(context, asked, end)
  throw refused('unsupported_grant_type', {
    en: 'grant_type is authorization_code or refresh_token.',
    ru: 'grant_type — authorization_code или refresh_token.',
  })
}

async function byCode(context: Context, asked: TokenRequest, end: EndConnection) {
  const ownerId = ownerOf(asked.code ?? '')
  if (!ownerId) throw invalidGrant()
  const hash = hashOf(asked.code!)
  const found = await q.findCode(context.db, ownerId, hash)
  if (!found || found.client_id !== asked.client_id) throw invalidGrant()
  // Somebody else has had it, or has it now: what came of it ends.
  if (found.spent || !(await q.spendCode(context.db, ownerId, hash))) {
    await end(context, ownerId, found.app_id)
    throw invalidGrant()
  }
  if (found.over || found.redirect_uri !== asked.redirect_uri || !isProof(asked.code_verifier, found.challenge))
    throw invalidGrant()
  return inTransaction(context, async tx => {
    await q.noteConnected(tx.db, ownerId, found.app_id)
    return issue(tx, ownerId, found)
  })
}

function isProof(verifier: string | undefined, challenge: string): boolean {
  if (!verifier || !VERIFIER.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest()
  const asked = Buffer.from(challenge, 'base64url')
  return made.length === asked.length && timingSafeEqual(made, asked)
}

async function byRefresh(context: Context, asked: TokenRequest, end: EndConnection) {
  const ownerId = ownerOf(asked.refresh_token ?? '')
  if (!ownerId) throw invalidGrant()
  const hash = hashOf(asked.refresh_token!)
  const found = await q.findRefresh(context.db, ownerId, hash)
  if (!found || found.client_id !== asked.client_id || found.over) throw invalidGrant()
  const renewed = await inTransaction(context, async tx =>
    (await q.spendRefresh(tx.db, ownerId, hash)) ? issue(tx, ownerId, found) : undefined,
  )
  if (renewed) return renewed
  // Two have the same token: nobody can tell who is the thief, so both are out.
  await end(context, ownerId, found.app_id)
  throw invalidGrant()
}

async function issue(
  context: Needs<'db'>,
  ownerId: string,
  { app_id: appId, scopes }: { app_id: string; scopes: ScopeName[] },
): Promise<Record<string, unknown>> {
  const [access, refresh] = [issueToken(ownerId), issueToken(ownerId)]
  await q.insertAppToken(context.db, ownerId, { appId, hash: access.hash, kind: 'access', seconds: ACCESS_SECONDS })
  await q.insertAppToken(context.db, ownerId, { appId, hash: refresh.hash, kind: 'refresh', seconds: REFRESH_SECONDS })
  return {
    access_token: access.token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refresh.token,
    scope: scopes.join(' '),
  }
}

/** Without a word on whether there was such a token. A refresh token takes the whole connection along. */
export async function revoke(
  context: Context,
  { token = '', client_id }: { token?: string; client_id?: string },
  end: EndConnection,
): Promise<void> {
  const ownerId = ownerOf(token)
  const found = ownerId && (await q.findToken(context.db, ownerId, hashOf(token)))
  if (!ownerId || !found || found.client_id !== client_id) return
  if (found.kind === 'refresh') await end(context, ownerId, found.app_id)
  else await q.removeAppToken(context.db, ownerId, hashOf(token))
}

/** A program that was let in, on its owner's behalf and no further; it has no way into the hidden zone. */
export async function authenticateApp(
  context: Context,
  credentials: { token: string; email?: string; acceptLanguage?: string },
): Promise<Actor | undefined> {
  const ownerId = ownerOf(credentials.token)
  if (!ownerId || credentials.email !== undefined) return undefined
  const found = await q.findAppCaller(context.db, ownerId, hashOf(credentials.token))
  if (!found) return undefined
  if (found.note_use)
    q.noteAppUse(context.db, ownerId, found.app_id).catch(error =>
      context.log.warn({ err: error }, 'a use was not noted'),
    )
  return {
    ownerId,
    tenantId: found.tenant_id,
    role: found.role,
    tokenId: found.app_id,
    tariff: found.tariff,
    ownBucket: found.own_bucket,
    language: (found.language as Language | null) ?? languageOf(credentials.acceptLanguage),
    unlocked: false,
    scopes: found.scopes,
    app: found.app_id,
    ...boundOf(found),
    ...(found.leaving ? { leaving: true } : {}),
  }
}

const boundOf = ({ collection_id, theme_id }: q.AppCaller): Pick<Actor, 'bound'> =>
  collection_id ? { bound: { collectionId: collection_id } } : theme_id ? { bound: { themeId: theme_id } } : {}
