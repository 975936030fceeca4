import type { Secrets } from '../../ports/secrets.ts'
import { BEGINNING, type StreamPosition } from './queries.ts'

/** A place as a listener gets it: sealed, because numbers in the open would tell how much of what is hidden happened in between. */
export const tokenOf = (secrets: Secrets, { seq, at }: StreamPosition): string =>
  secrets.seal(`event ${seq} ${at.getTime()}`)

/** Zeros stand for the beginning; undefined for what was never given out. */
export function placeOf(secrets: Secrets, token: string): StreamPosition | undefined {
  if (/^0(-0)?$/.test(token)) return BEGINNING
  try {
    const [, seq, at] = /^event (\d{1,15}) (\d{1,15})$/.exec(secrets.open(token)) ?? []
    return seq && at ? { seq: Number(seq), at: new Date(Number(at)) } : undefined
  } catch {
    return undefined
  }
}
