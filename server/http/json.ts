import { InvalidInput } from '../lib/errors.ts'

const MAX_DEPTH = 64

const complain = (error: string, at: number) =>
  new InvalidInput([{ loc: ['body', at], type: 'json_invalid', ctx: { error } }])

/** Brackets inside strings do not count. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 123 || c === 91) deepest = Math.max(deepest, ++depth)
    else if (c === 125 || c === 93) depth--
  }
  return deepest
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

/** An absent body is undefined; what is not JSON is the 422 of the interface. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw complain('the body is not valid UTF-8', 0)
  }
  if (depthOf(text) > MAX_DEPTH) throw complain(`nested deeper than ${MAX_DEPTH} levels`, 0)
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
