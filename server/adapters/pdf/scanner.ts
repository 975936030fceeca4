import type { Dict, Value } from './model.ts'

/** Reads values as they stand in a PDF file. Whatever is out of the ordinary ends it: qpdf knows how to deal with that. */

export class NotPlain extends Error {
  override name = 'NotPlain'
}

const SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITER = new Set([...'()<>[]{}/%'].map(letter => letter.charCodeAt(0)))
const DEEPEST = 100
const BYTE = { open: 40, close: 41, less: 60, greater: 62, left: 91, right: 93, slash: 47, percent: 37, backslash: 92 }
const [LINE_FEED, RETURN] = [10, 13]

/** Bytes, and how far they are read. */
export interface Cursor {
  bytes: Buffer
  at: number
}

function skip(cursor: Cursor): void {
  const { bytes } = cursor
  for (;;) {
    while (SPACE.has(bytes[cursor.at]!)) cursor.at++
    if (bytes[cursor.at] !== BYTE.percent) return
    while (cursor.at < bytes.length && bytes[cursor.at] !== LINE_FEED && bytes[cursor.at] !== RETURN) cursor.at++
  }
}

function letters(cursor: Cursor): string {
  const { bytes, at: from } = cursor
  while (cursor.at < bytes.length && !SPACE.has(bytes[cursor.at]!) && !DELIMITER.has(bytes[cursor.at]!)) cursor.at++
  return bytes.toString('latin1', from, cursor.at)
}

/** The next run of letters: `obj`, `stream`, `xref`. */
export function word(cursor: Cursor): string {
  skip(cursor)
  return letters(cursor)
}

export function number(cursor: Cursor): number {
  const text = word(cursor)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new NotPlain(`a number was expected, not ${text.slice(0, 20)}`)
  // With an exponent, as it would be written, no reader would know it.
  if (String(Number(text)).includes('e')) throw new NotPlain('a strange number')
  return Number(text)
}

/** Whether this word stands next; it is passed over if so. */
export function takes(cursor: Cursor, wanted: string): boolean {
  const before = cursor.at
  if (word(cursor) === wanted) return true
  cursor.at = before
  return false
}

function name(cursor: Cursor): string {
  cursor.at++
  const text = letters(cursor)
  if (/[^!-~]|#/.test(text)) throw new NotPlain('a name with strange letters')
  return `/${text}`
}

function hexString(cursor: Cursor): string {
  const end = cursor.bytes.indexOf(BYTE.greater, cursor.at)
  if (end < 0) throw new NotPlain('a string without an end')
  const digits = cursor.bytes.toString('latin1', cursor.at + 1, end).replace(/\s+/g, '')
  if (/[^0-9a-f]/i.test(digits)) throw new NotPlain('a strange string')
  cursor.at = end + 1
  return decoded(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'))
}

function literalString(cursor: Cursor): string {
  const { bytes } = cursor
  const out: number[] = []
  let depth = 1
  for (cursor.at++; cursor.at < bytes.length; cursor.at++) {
    const byte = bytes[cursor.at]!
    if (byte === BYTE.backslash) {
      cursor.at = escaped(bytes, cursor.at + 1, out)
      continue
    }
    if (byte === BYTE.open) depth++
    if (byte === BYTE.close && --depth === 0) {
      cursor.at++
      return decoded(Buffer.from(out))
    }
    out.push(byte)
  }
  throw new NotPlain('a string without an end')
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** What stands behind a backslash; answers where it ends. */
function escaped(bytes: Buffer, at: number, out: number[]): number {
  const letter = String.fromCharCode(bytes[at] ?? 0)
  const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, at + 3))?.[0]
  if (octal) {
    out.push(Number.parseInt(octal, 8) & 255)
    return at + octal.length - 1
  }
  if (letter === '\n') return at
  if (letter === '\r') return bytes[at + 1] === LINE_FEED ? at + 1 : at
  out.push(ESCAPES[letter] ?? bytes[at] ?? 0)
  return at
}

/** In the form that qpdf takes it in: plain letters, or bytes. */
const decoded = (bytes: Buffer): string => {
  const text = bytes.toString('latin1')
  return /^[ -~]*$/.test(text) ? `u:${text}` : `b:${bytes.toString('hex')}`
}

function dict(cursor: Cursor, depth: number): Dict {
  const { bytes } = cursor
  const found: Dict = {}
  cursor.at += 2
  for (;;) {
    skip(cursor)
    if (bytes[cursor.at] === BYTE.greater && bytes[cursor.at + 1] === BYTE.greater) break
    if (bytes[cursor.at] !== BYTE.slash) throw new NotPlain('a dictionary without names')
    const key = name(cursor)
    found[key] = value(cursor, depth + 1)
  }
  cursor.at += 2
  return found
}

function array(cursor: Cursor, depth: number): Value[] {
  const found: Value[] = []
  cursor.at++
  for (skip(cursor); cursor.bytes[cursor.at] !== BYTE.right; skip(cursor)) found.push(value(cursor, depth + 1))
  cursor.at++
  return found
}

/** The next value; a reference is one, as in `3 0 R`. */
export function value(cursor: Cursor, depth = 0): Value {
  skip(cursor)
  if (depth > DEEPEST || cursor.at >= cursor.bytes.length) throw new NotPlain('too deep, or torn off')
  switch (cursor.bytes[cursor.at]) {
    case BYTE.slash:
      return name(cursor)
    case BYTE.open:
      return literalString(cursor)
    case BYTE.left:
      return array(cursor, depth)
    case BYTE.less:
      return cursor.bytes[cursor.at + 1] === BYTE.less ? dict(cursor, depth) : hexString(cursor)
    default:
      return bareValue(cursor)
  }
}

function bareValue(cursor: Cursor): Value {
  const before = cursor.at
  const text = word(cursor)
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  cursor.at = before
  const first = number(cursor)
  return /^\d+$/.test(text) ? (reference(cursor, first) ?? first) : first
}

function reference(cursor: Cursor, first: number): string | undefined {
  const before = cursor.at
  const second = word(cursor)
  if (/^\d{1,5}$/.test(second) && word(cursor) === 'R') return `${first} ${Number(second)} R`
  cursor.at = before
  return undefined
}
