import type { Config } from '../../config.ts'
import { SESSION_DAYS } from './sessions.ts'

export const isSecure = (config: Config, incoming: { origin: string }): boolean =>
  (config.PUBLIC_URL || incoming.origin).startsWith('https:')

/** The page's cookie: out of reach of scripts, and never sent along by other sites. */
export function sessionCookie(name: string, token: string, secure: boolean): string {
  const age = token ? SESSION_DAYS * 86400 : 0
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`
}
