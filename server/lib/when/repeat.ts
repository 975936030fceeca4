import { rule } from './dates.ts'
import { anyOf, NUMBERS, UNITS, WEEKDAYS } from './words.ts'

/** "каждый понедельник", "every 2 weeks": an RFC 5545 rule. */

export interface Repeat {
  rrule: string
  /** The weekdays it names, 0 for Sunday. */
  weekdays: number[]
}

const CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const WEEKDAY = anyOf(WEEKDAYS.keys())
const FREQUENCIES: Record<string, string> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
  hour: 'HOURLY',
}

const byDays = (words: string, interval = 1): Repeat => {
  const weekdays = [...words.matchAll(rule(WEEKDAY))].map(([word]) => WEEKDAYS.get(word!)!)
  const days = [...new Set(weekdays)]
  return {
    rrule: `FREQ=WEEKLY${interval > 1 ? `;INTERVAL=${interval}` : ''};BYDAY=${days.map(day => CODES[day]).join(',')}`,
    weekdays: days,
  }
}

const plain = (frequency: string, interval = 1): Repeat => ({
  rrule: `FREQ=${frequency}${interval > 1 ? `;INTERVAL=${interval}` : ''}`,
  weekdays: [],
})

const LIST = `(?:${WEEKDAY})(?:(?:\\s*,\\s*|\\s+и\\s+|\\s+and\\s+)(?:${WEEKDAY}))*`
const WORKDAYS: Repeat = { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', weekdays: [1, 2, 3, 4, 5] }

const RULES: { pattern: RegExp; read(match: RegExpExecArray): Repeat | undefined }[] = [
  {
    pattern: rule(
      'по будням|по рабочим дням|каждый будний день|каждый рабочий день|every weekday|on weekdays|every workday|every working day',
    ),
    read: () => WORKDAYS,
  },
  {
    pattern: rule('по выходным|on weekends|every weekend'),
    read: () => ({ rrule: 'FREQ=WEEKLY;BYDAY=SA,SU', weekdays: [6, 0] }),
  },
  {
    pattern: rule(`(?:кажд(?:ый|ую|ое|ого)|every|each)\\s+(?:(other|второй|вторую)\\s+)?(${LIST})`),
    read: ([, other, list]) => byDays(list!, other ? 2 : 1),
  },
  { pattern: rule(`по\\s+(${LIST})`), read: ([all, list]) => (/ам/u.test(all) ? byDays(list!) : undefined) },
  {
    pattern: rule(
      `on\\s+((?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:\\s*,\\s*|\\s+and\\s+)(?:mon|tues|wednes|thurs|fri|satur|sun)days)*)`,
    ),
    read: ([, list]) => byDays(list!),
  },
  {
    pattern: rule(
      'ежедневно|every day|daily|each day|каждый день|каждое утро|каждый вечер|every morning|every evening',
    ),
    read: () => plain('DAILY'),
  },
  { pattern: rule('еженедельно|weekly|раз в неделю|once a week'), read: () => plain('WEEKLY') },
  { pattern: rule('ежемесячно|monthly|раз в месяц|once a month'), read: () => plain('MONTHLY') },
  { pattern: rule('ежегодно|yearly|annually|раз в год|once a year'), read: () => plain('YEARLY') },
  {
    pattern: rule(
      `(?:кажд(?:ый|ую|ое|ые)|раз в|every|each)\\s+(?:(other|второй|вторую|\\d{1,3}|${anyOf(NUMBERS.keys())})\\s+)?(${anyOf(UNITS.keys())})`,
    ),
    read: ([, number, unit]) => {
      const frequency = FREQUENCIES[UNITS.get(unit!)!]
      const interval = /^(?:other|втор)/.test(number ?? '')
        ? 2
        : /^\d/.test(number ?? '')
          ? Number(number)
          : (NUMBERS.get(number ?? '') ?? 1)
      return frequency && Number.isInteger(interval) ? plain(frequency, interval) : undefined
    },
  },
]

export interface FoundRepeat extends Repeat {
  start: number
  end: number
}

export function findRepeat(text: string): FoundRepeat | undefined {
  for (const { pattern, read } of RULES) {
    pattern.lastIndex = 0
    const match = pattern.exec(text)
    const repeat = match && read(match)
    if (match && repeat) return { ...repeat, start: match.index, end: match.index + match[0].length }
  }
  return undefined
}
