import type { LookupFunction } from 'node:net'

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Requests to addresses that users gave: never to this machine or its network, unless the configuration allows it. */
export interface Outbound {
  /** For connections that others make: resolves a name, and refuses it when it leads into a private network. */
  lookup: LookupFunction
  /** Throws PrivateAddress. Resolves names, so that the caller can be told at once. */
  check(url: string): Promise<void>
  /** Checks again at connection time, so that a name cannot turn private in between. */
  post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number }>
}
