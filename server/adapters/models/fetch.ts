import { Agent, fetch as undiciFetch } from 'undici'
import type { Outbound } from '../../ports/outbound.ts'

/** More than any answer needs; a server that never stops talking is cut off here. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

export type Fetch = typeof globalThis.fetch

/** For addresses that users gave: each connection is judged when it is made, and nothing is followed elsewhere. */
export function guardedFetch(outbound: Outbound): Fetch {
  const dispatcher = new Agent({ connect: { lookup: outbound.lookup }, maxResponseSize: MAX_ANSWER_BYTES })
  return (async (input: string | URL, init?: object) => {
    // A literal address is never looked up by the connection, so it is judged here.
    await outbound.check(String(input))
    return undiciFetch(input, { ...init, dispatcher, redirect: 'error' })
  }) as unknown as Fetch
}

/** For the address in the configuration. */
export function openFetch(): Fetch {
  const dispatcher = new Agent({ maxResponseSize: MAX_ANSWER_BYTES })
  return (async (input: string | URL, init?: object) =>
    undiciFetch(input, { ...init, dispatcher, redirect: 'error' })) as unknown as Fetch
}
