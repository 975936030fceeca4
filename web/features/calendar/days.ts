/**
 * Days and times as a wall clock shows them. A clock time is kept as milliseconds, as if the clock hung in Greenwich:
 * adding a day to it is adding a day, whatever summer time does meanwhile.
 */

export const DAY = 86_400_000
export const MINUTE = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formats.set(zone, format)
  return format
}

/** What the clock on a wall in that zone shows at a moment. */
export function clockOf(moment: string | number, zone: string): number {
  const at: Record<string, number> = {}
  for (const { type, value } of partsIn(zone).formatToParts(new Date(moment))) at[type] = Number(value)
  return Date.UTC(at.year!, at.month! - 1, at.day!, at.hour!, at.minute!, at.second!)
}

/** The moment at which the clock shows that; the later one where the clock shows it twice. */
export function momentOf(clock: number, zone: string): number {
  let moment = clock
  for (let turn = 0; turn < 2; turn++) moment += clock - clockOf(moment, zone)
  return moment
}

export const dayOf = (clock: number): string => new Date(clock).toISOString().slice(0, 10)
export const timeOf = (clock: number): string => new Date(clock).toISOString().slice(11, 16)
export const clockAt = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00Z`)
export const addDays = (day: string, count: number): string => dayOf(clockAt(day) + count * DAY)
export const daysBetween = (from: string, to: string): number => Math.round((clockAt(to) - clockAt(from)) / DAY)

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(clockAt(day)).getUTCDay() + 6) % 7
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))

export function addMonths(day: string, count: number): string {
  const date = new Date(clockAt(day))
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), last))
  return dayOf(first.getTime())
}

/** The whole weeks that a month lies in. */
export function monthDays(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const from = mondayOf(first)
  const weeks = Math.ceil(daysBetween(from, addMonths(first, 1)) / 7)
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(from, index))
}

export const weekDays = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(clockAt(text))
