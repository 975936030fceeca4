import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'dos_'

/** 256 random bits, then the owner: whoever looks a token up knows at once in which owner's rows to look. */
export function issueToken(ownerId: string): { token: string; hash: Buffer; shown: string } {
  const owner = Buffer.from(ownerId.replaceAll('-', ''), 'hex')
  const token = PREFIX + Buffer.concat([randomBytes(32), owner]).toString('base64url')
  return { token, hash: hashOf(token), shown: token.slice(0, 12) }
}

export function ownerOf(token: string): string | undefined {
  if (!token.startsWith(PREFIX) || !/^[\w-]{64}$/.test(token.slice(PREFIX.length))) return undefined
  const hex = Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(32).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A random secret needs no slow hash: it cannot be guessed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
