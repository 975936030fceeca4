import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Secrets } from '../../ports/secrets.ts'

/** Each key has a name of its own, by which what it sealed is known. */
export const keyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12)

/** Seals with the first key and opens with any: the others are there while a change of keys is under way. */
export function aesSecrets(keys: Buffer[]): Secrets {
  const current = keys[0]!
  const byId = new Map(keys.map(key => [keyId(key), key]))
  return {
    keyIds: [...byId.keys()],
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, nonce)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${keyId(current)}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    derive: purpose => createHmac('sha256', current).update(purpose).digest(),
    open(text) {
      const [version, id = '', body = ''] = text.split('.')
      const key = version === 'v1' ? byId.get(id) : undefined
      if (!key) throw new Error('a stored secret was sealed with a key that is not here')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'secret.key')

function parseKeys(text: string, source: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(part => (/^[0-9a-f]{64}$/i.test(part) ? Buffer.from(part, 'hex') : Buffer.from(part, 'base64')))
  if (keys.length === 0 || keys.some(key => key.length !== 32))
    throw new Error(
      `${source} must hold keys of 32 bytes, in hex or base64; the first one seals, the others only open.`,
    )
  return keys
}

/** From the configuration, or from a 0600 file that the first start makes. */
export async function secretKeys(configured: string, dataDir: string): Promise<Buffer[]> {
  if (configured) return parseKeys(configured, 'SECRET_KEY')
  const path = pathIn(dataDir)
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Another process may be writing it at this moment.
  for (let tries = 0; ; tries++) {
    const text = await readFile(path, 'utf8')
    if (text.endsWith('\n') || tries > 50) return parseKeys(text, path)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Replaces the file whole, or not at all. */
export async function writeKeys(dataDir: string, keys: Buffer[]): Promise<void> {
  const draft = `${pathIn(dataDir)}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(keys.map(key => `${key.toString('hex')}\n`).join(''))
  await file.sync()
  await file.close()
  await rename(draft, pathIn(dataDir))
  const folder = await open(dirname(draft), 'r')
  await folder.sync()
  await folder.close()
}

export const newKey = (): Buffer => randomBytes(32)
