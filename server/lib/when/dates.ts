import { lazy } from '../lazy.ts'
import { addMonths, clockOf, DAY, dateOf, fullYear, HOUR, MINUTE, midnight, weekOf } from './calendar.ts'
import { anyOf, MONTHS, NUMBERS, ORDINALS, type TimeUnit, UNITS, WEEKDAYS } from './words.ts'

/** Rules that find a day, or a stretch of days, in a text in lower case. */

export interface Days {
  /** The first day as a clock time, or an exact moment when `exact`. */
  from: number
  /** The first moment after the stretch. */
  until: number
  /** It is a moment already ("in two hours"): no hour may be added. */
  exact?: boolean
  /** The hour that the words themselves hold ("tonight"). */
  hour?: number
  /** A day of the week was named: when its hour has passed today, the next one is meant. */
  weekday?: boolean
}

/** Which way a day without a year, or a weekday, is meant. */
export type TimeDirection = 'forward' | 'back'

export interface DateRule<T> {
  pattern: RegExp
  read(match: RegExpExecArray, now: number, direction: TimeDirection): T | undefined
}

const L = '(?<![\\p{L}\\p{N}])'
const R = '(?![\\p{L}\\p{N}])'
export const rule = (body: string) => new RegExp(`${L}(?:${body})${R}`, 'gu')

const NUMBER = `\\d{1,4}|полтора|полторы|half an?|${anyOf(NUMBERS.keys())}`
const UNIT = anyOf(UNITS.keys())
const MONTH = anyOf(MONTHS.keys())
const WEEKDAY = anyOf(WEEKDAYS.keys())
const ORDINAL = anyOf(ORDINALS.keys())
/** "Friday, March 15": the date counts, not the day of the week. */
const NAMED = `(?:(?:${WEEKDAY})\\.?,?\\s+)?`
const YEAR = '(?:\\d{4}|\\d{2}(?=\\s*г))'

const numberOf = (word: string | undefined): number => {
  if (!word) return 1
  if (/^\d+$/.test(word)) return Number(word)
  if (/^полтор/.test(word)) return 1.5
  if (/^half/.test(word)) return 0.5
  return NUMBERS.get(word) ?? 1
}

const day = (from: number): Days => ({ from, until: from + DAY })

export function shift(now: number, unit: TimeUnit, amount: number): Days {
  if (unit === 'second' || unit === 'minute' || unit === 'hour') {
    const ms = { second: 1000, minute: MINUTE, hour: HOUR }[unit]
    const from = now + amount * ms
    return { from, until: from, exact: true }
  }
  if (unit === 'day') return day(midnight(now) + Math.round(amount) * DAY)
  if (unit === 'week') return day(midnight(now) + Math.round(amount * 7) * DAY)
  return day(midnight(addMonths(now, Math.round(amount * (unit === 'year' ? 12 : 1)))))
}

/** The stretch of a week, month, quarter or year, so many away from this one. */
export function stretch(now: number, unit: 'week' | 'month' | 'quarter' | 'year', away: number): Days {
  const { year, month } = dateOf(now)
  if (unit === 'week') {
    const from = weekOf(now) + away * 7 * DAY
    return { from, until: from + 7 * DAY }
  }
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  const first = unit === 'month' ? month - 1 : unit === 'quarter' ? Math.floor((month - 1) / 3) * 3 : 0
  return { from: Date.UTC(year, first + away * months, 1), until: Date.UTC(year, first + (away + 1) * months, 1) }
}

function weekday(now: number, wanted: number, which: string, direction: TimeDirection): Days {
  const today = midnight(now)
  const ahead = (wanted - dateOf(now).weekday + 7) % 7
  if (/^(?:прошл|last|past)/.test(which)) return day(today + (ahead === 0 ? -7 : ahead - 7) * DAY)
  if (/^(?:следующ|next)/.test(which)) return day(weekOf(now) + 7 * DAY + ((wanted + 6) % 7) * DAY)
  if (/^(?:эт|this)/.test(which)) {
    const here = weekOf(now) + ((wanted + 6) % 7) * DAY
    return day(here < today && direction === 'forward' ? here + 7 * DAY : here)
  }
  if (direction === 'back') return day(today + (ahead === 0 ? 0 : ahead - 7) * DAY)
  return { ...day(today + ahead * DAY), weekday: true }
}

function dayOfMonth(
  now: number,
  { dayNumber, month, year }: { dayNumber: number; month: number; year: number | undefined },
  direction: TimeDirection,
) {
  const today = midnight(now)
  if (year !== undefined) {
    const exact = clockOf(year, month, dayNumber)
    return exact === undefined ? undefined : day(exact)
  }
  const { year: thisYear } = dateOf(now)
  // The 29th of February is looked for over a few years.
  const years = direction === 'forward' ? [0, 1, 2, 3, 4] : [0, -1, -2, -3, -4]
  for (const away of years) {
    const clock = clockOf(thisYear + away, month, dayNumber)
    if (clock !== undefined && (direction === 'forward' ? clock >= today : clock <= today)) return day(clock)
  }
  return undefined
}

function bareDay(now: number, dayNumber: number, direction: TimeDirection): Days | undefined {
  const { year, month } = dateOf(now)
  const sign = direction === 'forward' ? 1 : -1
  for (let away = 0; away < 4; away++) {
    const first = new Date(Date.UTC(year, month - 1 + sign * away, 1))
    const clock = clockOf(first.getUTCFullYear(), first.getUTCMonth() + 1, dayNumber)
    if (clock !== undefined && (sign > 0 ? clock >= midnight(now) : clock <= midnight(now))) return day(clock)
  }
  return undefined
}

function wholeMonth(now: number, month: number, year: number | undefined, direction: TimeDirection): Days {
  const { year: thisYear, month: thisMonth } = dateOf(now)
  const guess = direction === 'forward' ? (month < thisMonth ? 1 : 0) : month > thisMonth ? -1 : 0
  const y = year ?? thisYear + guess
  return { from: Date.UTC(y, month - 1, 1), until: Date.UTC(y, month, 1) }
}

const DAYS_AWAY: Record<string, number> = {
  сегодня: 0,
  завтра: 1,
  послезавтра: 2,
  послепослезавтра: 3,
  вчера: -1,
  позавчера: -2,
  today: 0,
  tomorrow: 1,
  tmrw: 1,
  yesterday: -1,
  'day after tomorrow': 2,
  'the day after tomorrow': 2,
  'day before yesterday': -2,
  'the day before yesterday': -2,
}

const away = (which: string) =>
  /^(?:прошл|last|past)/.test(which) ? -1 : /^(?:следующ|next|будущ)/.test(which) ? 1 : 0

const unitOf = (word: string) =>
  /^(?:недел|week)/.test(word)
    ? 'week'
    : /^(?:месяц|month)/.test(word)
      ? 'month'
      : /^(?:кварт|quart)/.test(word)
        ? 'quarter'
        : 'year'

const WHICH = 'следующ\\p{L}+|будущ\\p{L}+|прошл\\p{L}+|эт\\p{L}{1,2}|текущ\\p{L}+|next|last|past|this|the current|the'
const SPAN = 'недел[еяию]|месяце?|месяца|году?|года|квартал[еа]?|week|month|quarter|year'

export const dateRules = lazy((): DateRule<Days>[] => [
  {
    pattern: rule(anyOf(Object.keys(DAYS_AWAY))),
    read: ([word], now) => day(midnight(now) + DAYS_AWAY[word!]! * DAY),
  },
  { pattern: rule('tonight|this evening'), read: (_, now) => ({ ...day(midnight(now)), hour: 19 }) },
  { pattern: rule('this morning'), read: (_, now) => ({ ...day(midnight(now)), hour: 9 }) },
  { pattern: rule('this afternoon'), read: (_, now) => ({ ...day(midnight(now)), hour: 15 }) },
  { pattern: rule('(?:прямо )?сейчас|right now|now'), read: (_, now) => ({ from: now, until: now, exact: true }) },
  {
    // "in two hours", "через полчаса", "через день"
    pattern: rule(`(?:через|спустя|in|within|в течение)\\s+(?:(${NUMBER})\\s+)?(?:of\\s+)?(${UNIT})`),
    read: ([, number, unit], now) => shift(now, UNITS.get(unit!)!, numberOf(number)),
  },
  { pattern: rule('через\\s+полчаса'), read: (_, now) => shift(now, 'minute', 30) },
  {
    pattern: rule(`(?:in\\s+)?(${NUMBER})\\s+(?:of\\s+)?(${UNIT})\\s+(?:from now|from today|later)`),
    read: ([, number, unit], now) => shift(now, UNITS.get(unit!)!, numberOf(number)),
  },
  {
    pattern: rule(`(?:(${NUMBER})\\s+)?(${UNIT})\\s+(?:назад|тому назад|ago)`),
    read: ([, number, unit], now) => shift(now, UNITS.get(unit!)!, -numberOf(number)),
  },
  {
    // "by the end of the week", "до конца месяца", "в конце следующей недели"
    pattern: rule(
      `(?:к концу|до конца|в конце|конец|(?:by |at |before )?(?:the )?end of)\\s+(?:(${WHICH})\\s+)?(${SPAN}|дня|рабочего дня|day)`,
    ),
    read: ([, which, unit], now) => endOf(now, which ?? '', unit!),
  },
  {
    pattern: rule(
      `(?:в начале|к началу|начало|(?:at )?(?:the )?(?:start|beginning) of)\\s+(?:(${WHICH})\\s+)?(${SPAN})`,
    ),
    read: ([, which, unit], now) => day(stretch(now, unitOf(unit!), away(which ?? '')).from),
  },
  {
    pattern: rule(`(?:на|в|за|к|during|in|for)?\\s*(${WHICH})\\s+(${SPAN})`),
    read: ([, which, unit], now) => (which === 'the' ? undefined : stretch(now, unitOf(unit!), away(which!))),
  },
  {
    pattern: rule('(?:на |в )?(?:эти |этих |ближайши[ех] )?выходны[ех]|(?:this |the |on the |at the )?weekend'),
    read: (_, now) => {
      const saturday = weekOf(now) + 5 * DAY
      return { from: saturday, until: saturday + 2 * DAY }
    },
  },
  {
    // 2026-03-15
    pattern: rule('(\\d{4})-(\\d{1,2})-(\\d{1,2})'),
    read: ([, y, m, d]) => ymd(Number(y), Number(m), Number(d)),
  },
  {
    // 15.03.2026, 15.03; a dot that parts hours and minutes is left to the rules for times
    pattern: rule(`${NAMED}(\\d{1,2})\\.(\\d{2})(?:\\.(\\d{4}|\\d{2}))?(?:\\s*г(?:ода|\\.)?)?`),
    read: ([, d, m, y], now, direction) =>
      Number(m) < 1 || Number(m) > 12 || Number(d) > 31 || Number(d) < 1
        ? undefined
        : dayOfMonth(now, { dayNumber: Number(d), month: Number(m), year: fullYear(y) }, direction),
  },
  {
    // 3/15/2026, and 15/3/2026 where it can be nothing else
    pattern: rule('(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?'),
    read: ([, a, b, y], now, direction) => {
      const [month, dayNumber] = Number(a) > 12 ? [Number(b), Number(a)] : [Number(a), Number(b)]
      if (month < 1 || month > 12 || dayNumber < 1 || dayNumber > 31) return undefined
      return dayOfMonth(now, { dayNumber, month, year: fullYear(y) }, direction)
    },
  },
  {
    // 15 марта 2026 года, 15th of March, двадцать пятого марта
    pattern: rule(
      `${NAMED}(?:(двадцать|тридцать)\\s+)?(?:(\\d{1,2})(?:-?го|-?е|st|nd|rd|th)?|(?:the\\s+)?(${ORDINAL}))\\s+(?:of\\s+)?(${MONTH})\\.?(?:,?\\s+(${YEAR})(?:\\s*г(?:ода|оду|\\.)?)?)?`,
    ),
    read: ([, tens, digits, ordinal, month, year], now, direction) => {
      const number = (tens ? (NUMBERS.get(tens) ?? 0) : 0) + (digits ? Number(digits) : ORDINALS.get(ordinal!)!)
      return dayOfMonth(now, { dayNumber: number, month: MONTHS.get(month!)!, year: fullYear(year) }, direction)
    },
  },
  {
    // March 15th, 2026
    pattern: rule(
      `${NAMED}(${MONTH})\\.?\\s+(?:the\\s+)?(?:(\\d{1,2})(?:st|nd|rd|th)?|(${ORDINAL}))(?:,?\\s+(\\d{4}))?`,
    ),
    read: ([, month, digits, ordinal, year], now, direction) =>
      dayOfMonth(
        now,
        {
          dayNumber: digits ? Number(digits) : ORDINALS.get(ordinal!)!,
          month: MONTHS.get(month!)!,
          year: fullYear(year),
        },
        direction,
      ),
  },
  {
    // "15 числа", "15-го", "the 15th"
    pattern: rule('(\\d{1,2})(?:-?го)?\\s+числ[аоу]|(\\d{1,2})-?го|the\\s+(\\d{1,2})(?:st|nd|rd|th)'),
    read: ([, a, b, c], now, direction) => bareDay(now, Number(a ?? b ?? c), direction),
  },
  {
    pattern: rule(
      `(?:(?:в|во|на|к|ко|до|с|on|by|until|till|before|for)\\s+)?(?:(${WHICH}|ближайш\\p{L}+|coming)\\s+)?(${WEEKDAY})(?:\\s+(next week|на следующей неделе))?`,
    ),
    read: ([, which, word, behind], now, direction) =>
      weekday(now, WEEKDAYS.get(word!)!, behind ? 'next' : which === 'the' ? '' : (which ?? ''), direction),
  },
  {
    // в марте 2026, за март, March 2026, in March
    pattern: rule(
      `(?:(?:в|за|на|к|до|с|for|in|from|of|by|during)\\s+)?(?:(прошл\\p{L}+|last|следующ\\p{L}+|next)\\s+)?(${MONTH})(?:\\s+(${YEAR}|прошлого|этого)(?:\\s*г(?:ода|оду|\\.)?)?)?`,
    ),
    read: ([all, which, month, year], now, direction) => {
      // "may" and "mar", "sat" and "sun" alone are other words as often as not
      if (/^(?:may|mar|мае?|мар)$/.test(all) && !year) return undefined
      const given = year === 'прошлого' ? dateOf(now).year - 1 : year === 'этого' ? dateOf(now).year : fullYear(year)
      return wholeMonth(now, MONTHS.get(month!)!, given, which ? (away(which) < 0 ? 'back' : 'forward') : direction)
    },
  },
  {
    pattern: rule('(?:в|за|in|for|from)\\s+((?:19|20)\\d\\d)(?:\\s*г(?:оду?|ода|\\.)?)?'),
    read: ([, year]) => ({ from: Date.UTC(Number(year), 0, 1), until: Date.UTC(Number(year) + 1, 0, 1) }),
  },
])

function ymd(year: number, month: number, dayNumber: number): Days | undefined {
  const clock = clockOf(year, month, dayNumber)
  return clock === undefined ? undefined : day(clock)
}

/** The last day of it: of a week at work that is Friday. */
function endOf(now: number, which: string, unit: string): Days {
  if (/дня|day/.test(unit)) return { ...day(midnight(now)), hour: 18 }
  const { until } = stretch(now, unitOf(unit), away(which))
  const last = unitOf(unit) === 'week' ? until - 3 * DAY : until - DAY
  return day(last < midnight(now) && away(which) === 0 ? until - DAY : last)
}
