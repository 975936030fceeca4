import { uncompress } from 'snappyjs'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'

/** Parts of today's Pages, Numbers and Keynote: messages of protobuf in blocks of Snappy. Only what holds words is looked at. */

const MOST_BLOCK = 1024 * 1024

/** The frame is four bytes: 0, then the length of the block. */
function unpacked(bytes: Buffer): Buffer {
  const blocks: Uint8Array[] = []
  let size = 0
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0) throw failed(WHY.damaged)
    const length = bytes.readUIntLE(at + 1, 3)
    const block = uncompress(bytes.subarray(at + 4, at + 4 + length), MOST_BLOCK)
    size += block.length
    if (size > LIMITS.textBytes) throw failed(WHY.bomb)
    blocks.push(block)
    at += 4 + length
  }
  return Buffer.concat(blocks)
}

interface Field {
  number: number
  value: number
  /** Of what has a length: strings, messages. */
  bytes?: Buffer
}

class Broken extends Error {
  override name = 'Broken'
}

/** A number of up to ten bytes; what lies beyond 2^53 is no length and no kind. */
function varint(bytes: Buffer, at: number): [value: number, next: number] {
  let [value, scale] = [0, 1]
  for (let i = at; i < Math.min(at + 10, bytes.length); i++) {
    value += (bytes[i]! & 0x7f) * scale
    if (bytes[i]! < 0x80) return [value, i + 1]
    scale *= 128
  }
  throw new Broken()
}

const FIXED: Record<number, number> = { 1: 8, 5: 4 }

function* fields(bytes: Buffer): Generator<Field> {
  for (let at = 0; at < bytes.length; ) {
    const [key, start] = varint(bytes, at)
    const [number, type] = [Math.floor(key / 8), key % 8]
    if (type === 0) {
      const [value, next] = varint(bytes, start)
      yield { number, value }
      at = next
    } else if (type === 2) {
      const [length, body] = varint(bytes, start)
      if (body + length > bytes.length) throw new Broken()
      yield { number, value: length, bytes: bytes.subarray(body, body + length) }
      at = body + length
    } else {
      if (!FIXED[type]) throw new Broken()
      at = start + FIXED[type]
    }
  }
}

export const bytesIn = (message: Buffer, number: number): Buffer[] =>
  [...fields(message)].flatMap(field => (field.number === number && field.bytes ? [field.bytes] : []))
export const numberIn = (message: Buffer, number: number): number =>
  [...fields(message)].find(field => field.number === number && !field.bytes)?.value ?? -1

/** A run of text; the strings of the cells of a table. */
const [TEXT, TEXT_OLD, CELLS] = [2001, 2005, 6005]
const [KIND, STRINGS] = [1, 1]

/** What stands for a footnote, a picture, a page number or a field in a run of text. */
export const tidy = (text: string) =>
  text
    .replace(/[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/\ufffc|(?![\n\t])\p{Cc}/gu, '')
    .trim()

function textsIn(type: number, message: Buffer): string[] {
  if (type === TEXT || type === TEXT_OLD) return bytesIn(message, 3).map(bytes => tidy(bytes.toString('utf8')))
  if (type !== CELLS || numberIn(message, KIND) !== STRINGS) return []
  return bytesIn(message, 3).flatMap(entry => bytesIn(entry, 3).map(bytes => tidy(bytes.toString('utf8'))))
}

export interface IwaMessage {
  id: number
  type: number
  bytes: Buffer
}

/** All messages of one part. What breaks off has told what stood before the break. */
export function* messagesIn(part: Buffer): Generator<IwaMessage> {
  let found = false
  try {
    const bytes = unpacked(part)
    for (let at = 0; at < bytes.length; ) {
      const [length, start] = varint(bytes, at)
      let body = start + length
      const head = bytes.subarray(start, body)
      const id = numberIn(head, 1)
      for (const info of bytesIn(head, 2)) {
        const size = numberIn(info, 3)
        if (size < 0 || body + size > bytes.length) throw new Broken()
        found = true
        yield { id, type: numberIn(info, 1), bytes: bytes.subarray(body, body + size) }
        body += size
      }
      at = body
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'ReadingFailed' && !found) throw error
  }
}

/** All runs of text in one part. */
export function textsOf(part: Buffer): string[] {
  const texts: string[] = []
  // One by one: a table may have more cells than a call may have arguments.
  for (const { type, bytes } of messagesIn(part))
    for (const text of unbroken(() => textsIn(type, bytes)) ?? []) texts.push(text)
  return texts.filter(text => text !== '')
}

/** Undefined where the message breaks off. */
export function unbroken<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Broken || error instanceof RangeError) return undefined
    throw error
  }
}
