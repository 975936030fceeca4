import { v4 as uuidv4 } from 'uuid'
import type { Needs } from '../../context.ts'
import { type AppClient, findClient, insertClient } from './queries.ts'
import { refused } from './refusals.ts'

const MOST_ADDRESSES = 10
const MOST_LETTERS = 2000
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that a browser runs, opens from its disk, or would send the code over a line that others read. */
const NEVER = /^(javascript|data|vbscript|file|blob|about|http|ws|wss|ftp|filesystem|view-source):$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** https, this machine, or a scheme of the program's own; never with a fragment, since the answer goes behind it. */
function isAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > MOST_LETTERS || address.includes('#')) return false
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.username || url.password) return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname)
  return !NEVER.test(url.protocol)
}

/** The name is shown to people, so it is one line without invisible characters. */
const nameOf = (given: unknown): string =>
  [...(typeof given === 'string' ? given : '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()]
    .slice(0, 100)
    .join('')

/** Whoever registers may ask, and no more: only a person lets anybody in. */
export async function registerClient(
  context: Needs<'db'>,
  given: { redirect_uris?: unknown; client_name?: unknown },
): Promise<Record<string, unknown>> {
  const addresses = given.redirect_uris
  if (
    !Array.isArray(addresses) ||
    addresses.length === 0 ||
    addresses.length > MOST_ADDRESSES ||
    !addresses.every(isAddress)
  )
    throw refused('invalid_redirect_uri', {
      en: `redirect_uris needs 1 to ${MOST_ADDRESSES} addresses: https, http on this machine (127.0.0.1, [::1], localhost), or a scheme of your own; without a fragment.`,
      ru: `В redirect_uris нужно от 1 до ${MOST_ADDRESSES} адресов: https, http на этой машине (127.0.0.1, [::1], localhost) или своя схема; без фрагмента.`,
    })
  const client: AppClient = {
    id: uuidv4(),
    name: nameOf(given.client_name) || hostOf(addresses[0]!),
    redirect_uris: addresses,
  }
  await insertClient(context.db, client)
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

export const hostOf = (address: string): string => {
  const { host, protocol } = new URL(address)
  return host || protocol
}

export const clientOf = async (context: Needs<'db'>, id: string | undefined): Promise<AppClient | undefined> =>
  id && UUID.test(id) ? findClient(context.db, id) : undefined
