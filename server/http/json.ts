import { type Complaint, InvalidInput } from '../lib/errors.ts'

const MAX_DEPTH = 64
/** Parsing and handing over so many values takes a fraction of a second; no call of the interface needs as many. */
const MAX_VALUES = 200_000

const complain = (error: string, at: number) =>
  new InvalidInput([{ loc: ['body', at], type: 'json_invalid', ctx: { error } }])

/** How deep it goes, and a bound on its values: each is followed by a comma or stands last in its brackets. */
function countsOf(text: string): { deepest: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 44) values++
    else if (c === 123 || c === 91) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if (c === 125 || c === 93) depth--
  }
  return { deepest, values }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair: the first is refused, the second mended. */
function storable(value: unknown, path: (string | number)[]): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw new InvalidInput([{ loc: ['body', ...path], type: 'value_error', ctx: { reason: 'NUL' } }])
    return value.toWellFormed()
  }
  if (Array.isArray(value)) return value.map((item, index) => storable(item, [...path, index]))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [storable(key, path) as string, storable(item, [...path, key])]),
    )
  return value
}

/** What a thread sends back: a complaint is plain data. */
export type Parsed = { value: unknown } | { complaints: Complaint[] }

/** For a thread: bodies that are too large for the main one. */
export function parseLargeJson(bytes: Uint8Array): Parsed {
  try {
    return { value: parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch (error) {
    if (error instanceof InvalidInput) return { complaints: error.complaints }
    throw error
  }
}

/** An absent body is undefined; what is not JSON is the 422 of the interface. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw complain('the body is not valid UTF-8', 0)
  }
  const { deepest, values } = countsOf(text)
  if (deepest > MAX_DEPTH) throw complain(`nested deeper than ${MAX_DEPTH} levels`, 0)
  if (values > MAX_VALUES) throw complain(`more than ${MAX_VALUES} values`, 0)
  try {
    const value: unknown = JSON.parse(text)
    return text.includes('\\u') ? storable(value, []) : value
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    const message = (error as Error).message
    throw complain(
      message.replace(/ in JSON at position.*| \(line.*|, ".*$/s, ''),
      Number(/position (\d+)/.exec(message)?.[1] ?? 0),
    )
  }
}
