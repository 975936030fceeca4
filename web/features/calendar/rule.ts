import { clockAt, dayOf, momentOf, weekdayOf } from './days.ts'

/** How an event repeats, as far as the form speaks of it; any other rule is kept as it is. */

export const UNITS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type RepeatUnit = (typeof UNITS)[number]
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export interface RepeatForm {
  unit: RepeatUnit
  every: number
  /** Of weeks: which days, Monday is 0. */
  days: number[]
  /** Of months: on the day of the month, or on the same weekday of it (-1 is the last). */
  nth: number | undefined
  ends: 'never' | 'until' | 'count'
  until: string
  count: number
}

export const anew = (unit: RepeatUnit, day: string): RepeatForm => ({
  unit,
  every: 1,
  days: unit === 'WEEKLY' ? [weekdayOf(day)] : [],
  nth: undefined,
  ends: 'never',
  until: dayOf(clockAt(day) + 30 * 86_400_000),
  count: 10,
})

/** Which of its weekday in the month a day is: 1 to 5. */
export const nthOf = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST', 'BYMONTHDAY', 'BYMONTH'])

/** Undefined where the form has no words for the rule. */
export function readRule(rrule: string, day: string): RepeatForm | undefined {
  const parts = new Map(rrule.split(';').map(part => part.split('=') as [string, string]))
  const unit = UNITS.find(one => one === parts.get('FREQ'))
  if (!unit || [...parts.keys()].some(name => !KNOWN.has(name))) return undefined
  if (parts.has('BYMONTHDAY') && (unit !== 'MONTHLY' || Number(parts.get('BYMONTHDAY')) !== Number(day.slice(8))))
    return undefined
  if (parts.has('BYMONTH')) return undefined
  const repeat = { ...anew(unit, day), every: Number(parts.get('INTERVAL') ?? 1) }
  const byday = parts.get('BYDAY')?.split(',') ?? []
  if (unit === 'WEEKLY' && byday.length > 0) repeat.days = byday.map(name => WEEKDAYS.indexOf(name as 'MO'))
  else if (unit === 'MONTHLY' && byday.length === 1) {
    const [, nth, name] = /^([+-]?\d)([A-Z]{2})$/.exec(byday[0]!) ?? []
    if (!nth || WEEKDAYS.indexOf(name as 'MO') !== weekdayOf(day)) return undefined
    repeat.nth = Number(nth)
  } else if (byday.length > 0) return undefined
  if (repeat.days.some(index => index < 0)) return undefined
  const until = parts.get('UNTIL')
  const count = parts.get('COUNT')
  if (until)
    return { ...repeat, ends: 'until', until: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` }
  return count ? { ...repeat, ends: 'count', count: Number(count) } : repeat
}

export function writeRule(repeat: RepeatForm, day: string, allDay: boolean, zone: string): string {
  const { unit, every, days, nth, ends } = repeat
  const parts = [`FREQ=${unit}`]
  if (every > 1) parts.push(`INTERVAL=${every}`)
  if (unit === 'WEEKLY' && days.length > 0)
    parts.push(`BYDAY=${[...days].sort((a, b) => a - b).map(index => WEEKDAYS[index])}`)
  if (unit === 'MONTHLY' && nth !== undefined) parts.push(`BYDAY=${nth}${WEEKDAYS[weekdayOf(day)]}`)
  if (ends === 'count') parts.push(`COUNT=${repeat.count}`)
  if (ends === 'until') parts.push(`UNTIL=${allDay ? repeat.until.replaceAll('-', '') : endOf(repeat.until, zone)}`)
  return parts.join(';')
}

/** The end of a day, in UTC. */
const endOf = (day: string, zone: string) =>
  new Date(momentOf(clockAt(day, '23:59'), zone)).toISOString().replace(/[-:]|\.\d+/g, '')
