import { createDecipheriv, createHash, pbkdf2 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { PasswordRefused } from '../../../ports/reader.ts'
import { argon2Key } from '../../passwords/derive.ts'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { readXml, type Zip } from './zipped.ts'

/** OpenDocument files with a password: each part is packed and then locked; LibreOffice 24.8 and later lock all of them as one. */

/** What the manifest says of the lock of a part. */
type Lock = Record<string, string>

const ALL_OF_IT = 'encrypted-package'
/** LibreOffice asks for 100,000 rounds, or for 64 MB: a file that asks for far more is made to do harm. */
const MOST_ROUNDS = 5_000_000
const MOST_MEMORY_KB = 256 * 1024
const MOST_PASSES = 16
const MARK_BYTES = 16
const SUMMED_BYTES = 1024

async function locksOf(zip: Zip): Promise<Map<string, Lock>> {
  const locks = new Map<string, Lock>()
  const manifest = await zip.whole('META-INF/manifest.xml')
  if (!manifest.includes('encryption-data')) return locks
  let part = ''
  await readXml(Readable.from([manifest]), {
    open(name, attributes) {
      if (name === 'file-entry') part = attributes['full-path'] ?? ''
      else if (name === 'encryption-data') locks.set(part, { ...attributes })
      // It has a `key-size` too, which means nothing.
      else if (name === 'start-key-generation')
        Object.assign(locks.get(part) ?? {}, { start: attributes['start-key-generation-name'] })
      else if (name === 'algorithm' || name === 'key-derivation') Object.assign(locks.get(part) ?? {}, attributes)
    },
  })
  return locks
}

const bytesOf = (base64 = '') => Buffer.from(base64, 'base64')
const cipherOf = (lock: Lock | undefined) => /#aes(128|192|256)-(cbc|gcm)$/.exec(lock?.['algorithm-name'] ?? '')

/** The key of a lock, or nothing for one of a kind that is not known here, such as Blowfish of OpenOffice 3. */
function keyOf(lock: Lock, password: string): Promise<Buffer> | undefined {
  const bits = cipherOf(lock)?.[1]
  const start = createHash(/sha256$/i.test(lock.start ?? '') ? 'sha256' : 'sha1')
    .update(password)
    .digest()
  const salt = bytesOf(lock.salt)
  if (!bits) return undefined
  const size = Number(bits) / 8
  if (/pbkdf2$/i.test(lock['key-derivation-name'] ?? '')) {
    const rounds = Number(lock['iteration-count'])
    return rounds > 0 && rounds <= MOST_ROUNDS ? promisify(pbkdf2)(start, salt, rounds, size, 'sha1') : undefined
  }
  if (!/argon2id$/.test(lock['key-derivation-name'] ?? '')) return undefined
  const [passes, memoryKb, lanes] = ['iterations', 'memory', 'lanes'].map(name => Number(lock[`argon2-${name}`]))
  if (!(passes! <= MOST_PASSES && memoryKb! <= MOST_MEMORY_KB && lanes! <= MOST_PASSES)) return undefined
  return argon2Key(start, { salt, passes: passes!, memoryKb: memoryKb!, lanes: lanes!, size })
}

const wrong = () => new PasswordRefused('wrong')

function opened(lock: Lock, key: Buffer, locked: Buffer): Buffer {
  const [, bits, way] = cipherOf(lock)!
  try {
    if (way === 'gcm') {
      // The vector stands before the bytes once more, and their mark behind them.
      const iv = locked.subarray(0, bytesOf(lock['initialisation-vector']).length)
      const decipher = createDecipheriv(`aes-${bits as '256'}-gcm`, key, iv)
      decipher.setAuthTag(locked.subarray(-MARK_BYTES))
      return Buffer.concat([decipher.update(locked.subarray(iv.length, -MARK_BYTES)), decipher.final()])
    }
    const decipher = createDecipheriv(`aes-${bits}-cbc`, key, bytesOf(lock['initialisation-vector']))
    // Of what fills the last block only the last byte, its length, is certain.
    decipher.setAutoPadding(false)
    const filled = Buffer.concat([decipher.update(locked), decipher.final()])
    return filled.subarray(0, filled.length - (filled.at(-1) ?? 0))
  } catch {
    throw way === 'gcm' ? wrong() : failed(WHY.damaged)
  }
}

function assertRight(lock: Lock, packed: Buffer): void {
  if (!lock.checksum) return
  const way = /256/.test(lock['checksum-type'] ?? '') ? 'sha256' : 'sha1'
  const sum = createHash(way).update(packed.subarray(0, SUMMED_BYTES)).digest()
  if (!sum.equals(bytesOf(lock.checksum))) throw wrong()
}

/** From here on the parts of a locked file open as they are read; answers the file within, where all of it was locked as one. */
export async function unlockOdf(zip: Zip, password: string | undefined, desk: Desk): Promise<string | undefined> {
  const locks = await locksOf(zip)
  if (locks.size === 0) {
    if (password) throw new PasswordRefused('not_locked')
    return undefined
  }
  const main = locks.has(ALL_OF_IT) ? ALL_OF_IT : 'content.xml'
  const first = locks.get(main)
  if (!password) throw failed(cipherOf(first) ? WHY.locked : WHY.sealed)
  zip.unlocked = async name => {
    const lock = locks.get(name)
    const key = lock && (await keyOf(lock, password))
    return key && opened(lock!, key, await zip.stored(name))
  }
  const packed = await zip.unlocked(main)
  if (!first || !packed) throw new PasswordRefused('unable')
  assertRight(first, packed)
  if (main !== ALL_OF_IT) return undefined
  const within = join(desk.folder, 'unlocked')
  await pipeline(zip.bytes(main), createWriteStream(within))
  return within
}
