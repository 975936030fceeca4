import jschardet from 'jschardet'
import { decodeBytes } from './decode.ts'
import { unmarkedUtf32 } from './utf16.ts'

/** How a text file is written, found from its bytes, and text written in the same way. */
export interface CharacterEncoding {
  /** A label that TextDecoder knows. */
  label: string
  /** The file begins with a byte order mark. */
  mark: boolean
}

const UTF8: CharacterEncoding = { label: 'utf-8', mark: false }
const MARK = '\ufeff'
/** Enough for the statistics of letters. */
const SAMPLE_BYTES = 64 * 1024

/** From the beginning of a file, which may end in the middle of a letter. */
export function encodingOf(bytes: Buffer): CharacterEncoding {
  const start = bytes.subarray(0, 4).toString('hex')
  if (start === 'fffe0000') return { label: 'utf-32le', mark: true }
  if (start === '0000feff') return { label: 'utf-32be', mark: true }
  const wide = unmarkedUtf32(bytes)
  if (wide) return { label: wide, mark: false }
  if (start.startsWith('efbbbf')) return { label: 'utf-8', mark: true }
  if (start.startsWith('fffe')) return { label: 'utf-16le', mark: true }
  if (start.startsWith('feff')) return { label: 'utf-16be', mark: true }
  if (isUtf8(bytes)) return UTF8
  const guess = jschardet.detect(bytes.subarray(0, SAMPLE_BYTES)).encoding
  return { label: known(guess) ?? 'windows-1251', mark: false }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function known(label: string | null): string | undefined {
  try {
    return label ? new TextDecoder(label).encoding : undefined
  } catch {
    return undefined
  }
}

/** In the file's own encoding where every letter fits into it, else in UTF-8. */
export function encodeLike(text: string, { label, mark }: CharacterEncoding): Buffer {
  const marked = mark && !text.startsWith(MARK) ? MARK + text : text
  if (label === 'utf-8') return Buffer.from(marked, 'utf8')
  if (label === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (label === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  if (label.startsWith('utf-32')) return encodeUtf32(marked, label === 'utf-32le')
  return encodeByTable(text, label) ?? Buffer.from(text, 'utf8')
}

function encodeUtf32(text: string, little: boolean): Buffer {
  const signs = [...text]
  const bytes = Buffer.alloc(signs.length * 4)
  for (const [n, sign] of signs.entries())
    if (little) bytes.writeUInt32LE(sign.codePointAt(0)!, n * 4)
    else bytes.writeUInt32BE(sign.codePointAt(0)!, n * 4)
  return bytes
}

/** Node decodes the old encodings but cannot write them: the table is turned round. Undefined when a letter is missing. */
function encodeByTable(text: string, label: string): Buffer | undefined {
  const table = tableOf(label)
  const parts: number[] = []
  for (const letter of text) {
    const code = table.get(letter)
    if (code === undefined) return undefined
    if (code > 0xff) parts.push(code >> 8)
    parts.push(code & 0xff)
  }
  const bytes = Buffer.from(parts)
  return decodeBytes(bytes, label) === text ? bytes : undefined
}

const tables = new Map<string, Map<string, number>>()

function tableOf(label: string): Map<string, number> {
  const made = tables.get(label)
  if (made) return made
  const table = new Map<string, number>()
  const add = (code: number, bytes: number[]) => {
    try {
      const letter = decodeBytes(Uint8Array.from(bytes), label, { fatal: true })
      if ([...letter].length === 1 && !table.has(letter)) table.set(letter, code)
    } catch {}
  }
  for (let byte = 0; byte < 256; byte++) add(byte, [byte])
  if (/^(gbk|gb18030|big5|euc-|shift_jis)/.test(label))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) add((lead << 8) | trail, [lead, trail])
  tables.set(label, table)
  return table
}

/** For a thread: a text in the encoding of the file whose beginning this is. */
export const encodeAs = ({ text, head }: { text: string; head: Uint8Array }): Uint8Array =>
  encodeLike(text, encodingOf(Buffer.from(head)))
