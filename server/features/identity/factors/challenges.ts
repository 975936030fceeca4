import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Needs } from '../../../context.ts'

/**
 * The challenge of a passkey carries its own proof: 16 random bytes, when it ends, and a signature over them and over what it is
 * for. So nobody fills a table by asking for challenges, and every process knows those of the others.
 */

export const CHALLENGE_MINUTES = 5

const sign = (context: Needs<'secrets'>, purpose: string, body: Buffer) =>
  createHmac('sha256', context.secrets.derive('passkey challenge')).update(body).update(purpose).digest()

export function newChallenge(context: Needs<'secrets'>, purpose: string): Buffer {
  const ends = Buffer.alloc(6)
  ends.writeUIntBE(Date.now() + CHALLENGE_MINUTES * 60_000, 0, 6)
  const body = Buffer.concat([randomBytes(16), ends])
  return Buffer.concat([body, sign(context, purpose, body)])
}

export function isOurChallenge(context: Needs<'secrets'>, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 54) return false
  const body = bytes.subarray(0, 22)
  return timingSafeEqual(bytes.subarray(22), sign(context, purpose, body)) && body.readUIntBE(16, 6) > Date.now()
}
