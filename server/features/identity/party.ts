import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import type { RelyingParty } from '../../ports/passkeys.ts'

/** Whose passkeys these are: of PUBLIC_URL, else of the name by which the page was asked for, with or without a proxy that speaks https. */
export function partyOf(config: Config, incoming: { origin: string }): RelyingParty {
  const { host, hostname, origin } = new URL(incoming.origin)
  return { id: hostname, origins: config.PUBLIC_URL ? [origin] : [`http://${host}`, `https://${host}`] }
}

/** Browsers bind passkeys to names; an address of digits is none. */
export const hasName = ({ origin }: { origin: string }): boolean =>
  isIP(new URL(origin).hostname.replace(/^\[|\]$/g, '')) === 0
