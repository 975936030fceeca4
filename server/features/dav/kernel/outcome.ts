import type { Readable } from 'node:stream'

/** What a call of the protocol comes to; the route makes an answer of it. */
export interface DavOutcome {
  status: number
  headers?: Record<string, string>
  body?: Readable | string
}

/** A refusal that the protocol has a number for, with the precondition that failed as XML. */
export class DavRefusal extends Error {
  override name = 'DavRefusal'
  constructor(
    readonly status: 400 | 403 | 405 | 409 | 412 | 413 | 415 | 423 | 502 | 507,
    readonly precondition = '',
  ) {
    super(`WebDAV ${status}`)
  }
}
