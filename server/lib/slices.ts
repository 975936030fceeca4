import { setImmediate } from 'node:timers/promises'

/** So much of a long list is done in one turn of the event loop; others are served before the next. */
const SLICE = 1000

export async function inSlices<From, To>(list: From[], work: (slice: From[]) => To[]): Promise<To[]> {
  if (list.length <= SLICE) return work(list)
  const made: To[][] = []
  for (let at = 0; at < list.length; at += SLICE) {
    if (at > 0) await setImmediate()
    made.push(work(list.slice(at, at + SLICE)))
  }
  return made.flat()
}

/** JSON as `JSON.stringify` writes it, the long lists of an object in slices. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (!isPlain(value) || !Object.values(value).some(isLong)) return JSON.stringify(value)
  const parts: string[] = []
  for (const [key, one] of Object.entries(value)) {
    const text = isLong(one) ? await listInSlices(one) : JSON.stringify(one)
    // As it leaves out what is undefined.
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${parts.join(',')}}`
}

async function listInSlices(list: unknown[]): Promise<string> {
  const slices = await inSlices(list, slice => [JSON.stringify(slice).slice(1, -1)])
  return `[${slices.join(',')}]`
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > SLICE

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value)
