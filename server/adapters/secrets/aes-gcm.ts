import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../../context.ts'

const VERSION = 'v1'

export function aesSecrets(key: Buffer): Secrets {
  return {
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(text) {
      const [version, body = ''] = text.split('.')
      if (version !== VERSION) throw new Error('a stored secret has an unknown version')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** From the configuration, or from a 0600 file that the first start makes. */
export async function secretKey(configured: string, dataDir: string): Promise<Buffer> {
  if (configured) {
    const key = /^[0-9a-f]{64}$/i.test(configured) ? Buffer.from(configured, 'hex') : Buffer.from(configured, 'base64')
    if (key.length !== 32) throw new Error('SECRET_KEY must be 32 bytes, in hex or base64.')
    return key
  }
  const path = join(dataDir, 'secret.key')
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Another process may be writing it at this moment.
  for (let tries = 0; tries < 50; tries++) {
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
    if (key.length === 32) return key
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`${path} does not hold a key. Restore it from a backup, or set SECRET_KEY.`)
}
