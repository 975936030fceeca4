import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/**
 * Answers in JSON are compressed for clients that accept it, but only answers to GET. Secrets that are shown once
 * (tokens, keys, links) answer a POST, so no secret is ever compressed together with text that an attacker may have
 * chosen, and the length of an answer reveals nothing. Streams and contents of files are sent as they are.
 */

/** Shorter than this an answer fits into one packet either way. */
const WORTH_BYTES = 1400
/** Packing so little takes less time than handing it to another thread and waiting for a turn there. */
const AT_ONCE_BYTES = 32 * 1024

const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const deflate = { level: 5 }
const brotliLater = promisify(brotliCompress) as (text: string, options: object) => Promise<Buffer>
const gzipLater = promisify(gzip) as (text: string, options: object) => Promise<Buffer>

/** How the caller wants it, the shortest first; a `q=0` is a no. */
export function encodingFor(accepted = ''): 'br' | 'gzip' | undefined {
  const offers = accepted.toLowerCase().split(',')
  const takes = (name: string) =>
    offers.some(offer => {
      const [coding, ...parameters] = offer.split(';').map(part => part.trim())
      return coding === name && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

export interface Packed {
  encoding: 'br' | 'gzip'
  bytes: Buffer
}

export async function packed(text: string, accepted: string | undefined): Promise<Packed | undefined> {
  if (text.length < WORTH_BYTES) return undefined
  const encoding = encodingFor(accepted)
  if (!encoding) return undefined
  if (text.length <= AT_ONCE_BYTES)
    return { encoding, bytes: encoding === 'br' ? brotliCompressSync(text, brotli) : gzipSync(text, deflate) }
  return { encoding, bytes: await (encoding === 'br' ? brotliLater(text, brotli) : gzipLater(text, deflate)) }
}
