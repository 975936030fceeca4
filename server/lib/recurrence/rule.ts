/** The RRULE value of RFC 5545, section 3.3.10: read, checked and written. */

export const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Monday is 0. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export interface NthDay {
  weekday: number
  /** 0 is every one. */
  nth: number
}

export interface RecurrenceRule {
  freq: Frequency
  interval: number
  count?: number
  /** As it was written: a date, a local time, or UTC with a Z. */
  until?: string
  weekStart: number
  setPos: number[]
  month: number[]
  weekNo: number[]
  yearDay: number[]
  monthDay: number[]
  day: NthDay[]
  hour: number[]
  minute: number[]
  second: number[]
}

/** `part` is what is wrong, `reason` why, in English and Russian. */
export class BadRule extends Error {
  override name = 'BadRule'
  constructor(
    readonly part: string,
    readonly reason: { en: string; ru: string },
  ) {
    super(`${part}: ${reason.en}`)
  }
}

export const RULE_MAX_LENGTH = 4000

type ListPart = 'setPos' | 'month' | 'weekNo' | 'yearDay' | 'monthDay' | 'hour' | 'minute' | 'second'

const LISTS: Record<string, { field: ListPart; min: number; max: number; signed: boolean }> = {
  BYSETPOS: { field: 'setPos', min: 1, max: 366, signed: true },
  BYMONTH: { field: 'month', min: 1, max: 12, signed: false },
  BYWEEKNO: { field: 'weekNo', min: 1, max: 53, signed: true },
  BYYEARDAY: { field: 'yearDay', min: 1, max: 366, signed: true },
  BYMONTHDAY: { field: 'monthDay', min: 1, max: 31, signed: true },
  BYHOUR: { field: 'hour', min: 0, max: 23, signed: false },
  BYMINUTE: { field: 'minute', min: 0, max: 59, signed: false },
  BYSECOND: { field: 'second', min: 0, max: 60, signed: false },
}

const bad = (part: string, en: string, ru: string) => new BadRule(part, { en, ru })

function numbers(part: string, value: string): number[] {
  const { min, max, signed } = LISTS[part]!
  const found = value.split(',').map(word => {
    const number = Number(word)
    const size = signed ? Math.abs(number) : number
    if (!(signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(word) || size < min || size > max)
      throw bad(part, `takes numbers from ${min} to ${max}`, `принимает числа от ${min} до ${max}`)
    return number
  })
  return [...new Set(found)].sort((a, b) => a - b)
}

function weekdayOf(part: string, word: string): number {
  const index = WEEKDAYS.indexOf(word as (typeof WEEKDAYS)[number])
  if (index < 0) throw bad(part, 'takes the days MO TU WE TH FR SA SU', 'принимает дни MO TU WE TH FR SA SU')
  return index
}

function days(value: string): NthDay[] {
  return value.split(',').map(word => {
    const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(word)
    const nth = Number(match?.[1] ?? 0)
    if (!match || (match[1] !== undefined && (nth === 0 || Math.abs(nth) > 53)))
      throw bad('BYDAY', 'takes days such as MO, 1FR or -1SU', 'принимает дни вида MO, 1FR или -1SU')
    return { weekday: weekdayOf('BYDAY', match[2]!), nth }
  })
}

function positive(part: string, value: string, max: number): number {
  const number = Number(value)
  if (!/^\d{1,10}$/.test(value) || number < 1 || number > max)
    throw bad(part, `takes a whole number from 1 to ${max}`, `принимает целое число от 1 до ${max}`)
  return number
}

const UNTIL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/

/** The time that a basic-format date or date-time shows on its clock; undefined for what is none. */
export function clockOf(text: string): number | undefined {
  const match = UNTIL.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map(part => Number(part ?? 0))
  const time = Date.UTC(year!, month! - 1, day, hour, minute, Math.min(second, 59))
  const back = new Date(time)
  const isReal =
    back.getUTCMonth() === month! - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 61
  return isReal ? time : undefined
}

function setPart(rule: RecurrenceRule, part: string, value: string): void {
  if (part in LISTS) rule[LISTS[part]!.field] = numbers(part, value)
  else if (part === 'BYDAY') rule.day = days(value)
  else if (part === 'INTERVAL') rule.interval = positive(part, value, 1_000_000)
  else if (part === 'COUNT') rule.count = positive(part, value, 1_000_000_000)
  else if (part === 'WKST') rule.weekStart = weekdayOf(part, value)
  else if (part === 'UNTIL') {
    if (clockOf(value) === undefined)
      throw bad(
        part,
        'takes a date such as 20261231 or 20261231T235959Z',
        'принимает дату вида 20261231 или 20261231T235959Z',
      )
    rule.until = value
  } else if (part !== 'FREQ') throw bad(part.slice(0, 40), 'is not a part of a rule', 'не бывает частью правила')
}

/** Throws BadRule for what RFC 5545 does not allow. */
export function parseRule(text: string): RecurrenceRule {
  if (text.length > RULE_MAX_LENGTH) throw bad('RRULE', 'is too long', 'слишком длинно')
  // Some programs end the rule with a semicolon.
  const parts = text
    .replace(/;$/, '')
    .split(';')
    .map(pair => pair.split('=') as [string, string | undefined, ...string[]])
  const seen = new Map<string, string>()
  for (const [name, value, ...rest] of parts) {
    const part = name.trim().toUpperCase()
    if (!value || rest.length > 0)
      throw bad(part.slice(0, 40) || 'RRULE', 'reads like FREQ=DAILY;COUNT=3', 'пишется как FREQ=DAILY;COUNT=3')
    if (seen.has(part)) throw bad(part.slice(0, 40), 'is given twice', 'указано дважды')
    seen.set(part, value.trim().toUpperCase())
  }
  const freq = seen.get('FREQ') as Frequency | undefined
  if (!freq || !FREQUENCIES.includes(freq))
    throw bad('FREQ', `is needed, one of ${FREQUENCIES.join(', ')}`, `обязательно, одно из ${FREQUENCIES.join(', ')}`)
  const rule: RecurrenceRule = {
    freq,
    interval: 1,
    weekStart: 0,
    setPos: [],
    month: [],
    weekNo: [],
    yearDay: [],
    monthDay: [],
    day: [],
    hour: [],
    minute: [],
    second: [],
  }
  for (const [part, value] of seen) setPart(rule, part, value)
  refuseMixtures(rule)
  return rule
}

function refuseMixtures(rule: RecurrenceRule): void {
  const { freq } = rule
  if (rule.count !== undefined && rule.until !== undefined)
    throw bad('COUNT', 'and UNTIL exclude each other', 'и UNTIL исключают друг друга')
  if (rule.weekNo.length > 0 && freq !== 'YEARLY')
    throw bad('BYWEEKNO', 'goes with FREQ=YEARLY only', 'бывает только при FREQ=YEARLY')
  if (rule.yearDay.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(freq))
    throw bad('BYYEARDAY', `does not go with FREQ=${freq}`, `не сочетается с FREQ=${freq}`)
  if (rule.monthDay.length > 0 && freq === 'WEEKLY')
    throw bad('BYMONTHDAY', 'does not go with FREQ=WEEKLY', 'не сочетается с FREQ=WEEKLY')
  const numbered = rule.day.some(({ nth }) => nth !== 0)
  if (numbered && freq !== 'MONTHLY' && freq !== 'YEARLY')
    throw bad(
      'BYDAY',
      'takes a number with FREQ=MONTHLY and YEARLY only',
      'с числом бывает только при FREQ=MONTHLY и YEARLY',
    )
  if (numbered && rule.weekNo.length > 0)
    throw bad('BYDAY', 'takes no number beside BYWEEKNO', 'не принимает числа рядом с BYWEEKNO')
  const others = [rule.month, rule.weekNo, rule.yearDay, rule.monthDay, rule.day, rule.hour, rule.minute, rule.second]
  if (rule.setPos.length > 0 && others.every(list => list.length === 0))
    throw bad('BYSETPOS', 'needs another BY part', 'требует другой части BY')
}

/** The rule as text, its end replaced: undefined keeps it, null removes it. */
export function withUntil(text: string, until: string | null): string {
  const kept = text.split(';').filter(part => !/^\s*(UNTIL|COUNT)=/i.test(part))
  return until === null ? kept.join(';') : [...kept, `UNTIL=${until}`].join(';')
}
