import { invalid } from '../../lib/errors.ts'
import { isTimeZone, localOf, utcOf } from '../../lib/time-zones.ts'

/** Times as callers write them: with an offset they are moments, without one they are read on a clock of the event's zone. */

export const DAY = 86_400_000
/** Calendars begin and end somewhere; beyond, zones are guesses. */
export const FIRST_MS = Date.UTC(1900, 0, 1)
export const LAST_MS = Date.UTC(2200, 0, 1)

export interface Instant {
  clock: number
  utc: number
}

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i

function offsetMs(text: string): number {
  if (/^z$/i.test(text)) return 0
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(text)!
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000
}

/** Undefined for what is not a time, or lies out of range. */
export function readInstant(text: string, zone: string): Instant | undefined {
  const match = WRITTEN.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0))
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const shown = Date.UTC(year!, month! - 1, day, hour, minute, second, millis)
  const back = new Date(shown)
  const isReal = back.getUTCMonth() === month! - 1 && back.getUTCDate() === day
  if (!isReal || hour! > 23 || minute! > 59 || second! > 59 || shown < FIRST_MS || shown > LAST_MS) return undefined
  if (match[8] === undefined) return { clock: shown, utc: utcOf(zone, shown) }
  const utc = shown - offsetMs(match[8])
  return { clock: localOf(zone, utc), utc }
}

export function instantIn(loc: (string | number)[], text: string, zone: string): Instant {
  const found = readInstant(text, zone)
  if (found) return found
  throw invalid(
    loc,
    'datetime_parsing',
    {
      en: 'Give an ISO 8601 date-time between 1900 and 2200; without an offset it is in the zone tz.',
      ru: 'Укажите дату и время ISO 8601 между 1900 и 2200 годом; без смещения они считаются в поясе tz.',
    },
    text,
  )
}

export function zoneIn(loc: (string | number)[], name: string): string {
  if (isTimeZone(name)) return name
  throw invalid(
    loc,
    'value_error',
    {
      en: 'There is no such time zone. Give an IANA name such as Europe/Moscow.',
      ru: 'Такого часового пояса нет. Укажите имя IANA, например Europe/Moscow.',
    },
    name,
  )
}

/** The midnight that begins the clock's day. */
export const midnight = (clock: number) => Math.floor(clock / DAY) * DAY
