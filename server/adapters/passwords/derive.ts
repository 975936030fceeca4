import { hashRaw } from '@node-rs/argon2'

interface Derivation {
  salt: Buffer
  passes: number
  memoryKb: number
  lanes: number
  size: number
}

/** The key of a file that somebody has locked by argon2id, which is the library's default. */
export const argon2Key = (secret: Buffer, { salt, passes, memoryKb, lanes, size }: Derivation): Promise<Buffer> =>
  hashRaw(secret, {
    salt,
    timeCost: passes,
    memoryCost: memoryKb,
    parallelism: lanes,
    outputLen: size,
  })
