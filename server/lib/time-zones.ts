/**
 * Wall-clock time and UTC. A local time is a number of milliseconds too: that of the moment at which a clock in UTC would
 * show the same. The offsets of a zone are looked up once for each year, since the platform's own way takes microseconds.
 */

const DAY = 86_400_000
const STEP = 4 * DAY
const MINUTE = 60_000

/** An IANA name; Intl takes offsets such as +03:00 too, which are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

function askOffset(zone: string, utc: number): number {
  const part: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(utc)) part[type] = value
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
  const shown = new Date(0)
  shown.setUTCFullYear(year, Number(part.month) - 1, Number(part.day))
  shown.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second))
  return shown.getTime() - Math.floor(utc / 1000) * 1000
}

interface Stretch {
  /** From this moment on. */
  from: number
  offset: number
}

const years = new Map<string, Stretch[]>()
const MAX_YEARS = 20_000

/** The offsets that hold in a year of UTC, in order; the first from its beginning on. */
function stretchesOf(zone: string, year: number): Stretch[] {
  const key = `${zone} ${year}`
  const known = years.get(key)
  if (known) return known
  const begin = Date.UTC(year, 0, 1)
  const end = Date.UTC(year + 1, 0, 1)
  const found: Stretch[] = [{ from: begin, offset: askOffset(zone, begin) }]
  for (let at = begin; at < end; at += STEP) {
    const next = Math.min(at + STEP, end)
    let last = found.at(-1)!.offset
    // Two changes within four days have happened; one look at the end of the stretch and bisecting finds each.
    for (let offset = askOffset(zone, next); offset !== last; last = found.at(-1)!.offset) {
      let [low, high] = [Math.max(at, found.at(-1)!.from), next]
      while (high - low > MINUTE) {
        const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
        if (askOffset(zone, middle) === last) low = middle
        else high = middle
      }
      if (high >= end) break
      found.push({ from: high, offset: askOffset(zone, high) })
      offset = askOffset(zone, next)
    }
  }
  if (years.size >= MAX_YEARS) years.clear()
  years.set(key, found)
  return found
}

export function offsetAt(zone: string, utc: number): number {
  if (zone === 'UTC') return 0
  const stretches = stretchesOf(zone, new Date(utc).getUTCFullYear())
  let offset = stretches[0]!.offset
  for (const stretch of stretches) {
    if (stretch.from > utc) break
    offset = stretch.offset
  }
  return offset
}

export const localOf = (zone: string, utc: number): number => utc + offsetAt(zone, utc)

/** RFC 5545, 3.3.5: a time that comes twice is the first one; one that is skipped is read with the offset before the gap. */
export function utcOf(zone: string, local: number): number {
  if (zone === 'UTC') return local
  const before = offsetAt(zone, local - DAY)
  const first = local - before
  if (offsetAt(zone, first) === before) return first
  const after = local - offsetAt(zone, local + DAY)
  return localOf(zone, after) === local ? after : first
}

/** `2026-05-01T09:00:00+03:00`: the moment as a clock of the zone shows it. */
export function withOffset(zone: string, utc: number): string {
  const offset = offsetAt(zone, utc)
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  const sign = offset < 0 ? '-' : '+'
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = new Date(utc + offset).toISOString().replace(/\.000Z$|Z$/, '')
  return `${clock}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
