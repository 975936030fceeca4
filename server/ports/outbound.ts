import type { LookupFunction } from 'node:net'

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

export interface Fetched {
  status: number
  /** The content type, as its server says. */
  type: string
  bytes: Buffer
  /** Where it was found in the end. */
  url: string
}

/** Requests to addresses that users gave: never to this machine or its network, unless the configuration allows it. */
export interface Outbound {
  /** For connections that others make: resolves a name, and refuses it when it leads into a private network. */
  lookup: LookupFunction
  /** Throws PrivateAddress. Resolves names, so that the caller can be told at once. */
  check(url: string): Promise<void>
  /** Checks again at connection time, so that a name cannot turn private in between. */
  post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number }>
  /** Follows a few redirections, each of them checked. Throws where it grows too large or takes too long. */
  get(url: string, limits: { maxBytes: number; deadlineMs: number }): Promise<Fetched>
}
