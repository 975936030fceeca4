import type { Language } from '../language.ts'
import { EN_MONTHS, EN_WEEKDAYS, RU_MONTHS, RU_WEEKDAYS } from '../when/names.ts'
import { civilOf, weekdayOf } from './days.ts'
import type { Frequency, NthDay, RecurrenceRule } from './rule.ts'

/** A rule in a person's words: "по понедельникам и средам, 6 раз", "on Mondays and Wednesdays, 6 times". */
export function labelOf(rule: RecurrenceRule, start: number, language: Language, untilClock?: number): string {
  const say = language === 'ru' ? russian : english
  const parts = [say.rhythm(rule, start), ...say.narrowed(rule), ...say.ending(rule, untilClock)]
  return parts.filter(Boolean).join(', ')
}

interface Voice {
  rhythm(rule: RecurrenceRule, start: number): string
  narrowed(rule: RecurrenceRule): string[]
  ending(rule: RecurrenceRule, untilClock?: number): string[]
}

const DAY = 86_400_000
const WORKDAYS = [0, 1, 2, 3, 4]
const two = (value: number) => String(value).padStart(2, '0')

const joined = (words: string[], and: string) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`

const weekdaysOf = (rule: RecurrenceRule, start: number): number[] =>
  rule.day.length > 0
    ? [...new Set(rule.day.map(({ weekday }) => weekday))].sort((a, b) => a - b)
    : [weekdayOf(Math.floor(start / DAY))]

const isWorkdays = (days: number[]) => days.length === 5 && days.every((day, index) => day === WORKDAYS[index])
const isEvery = (days: number[]) => days.length === 7

/** Said in words as long as it is short; what is cut finer is called by what it is. */
const isIntricate = (rule: RecurrenceRule) =>
  rule.weekNo.length + rule.yearDay.length + rule.setPos.length > 0 ||
  rule.second.length > 0 ||
  rule.hour.length * Math.max(1, rule.minute.length) > 4 ||
  rule.monthDay.length > 6 ||
  rule.day.length > 7 ||
  (rule.monthDay.length > 0 && rule.day.length > 0) ||
  (rule.freq === 'YEARLY' && rule.month.length === 0 && rule.day.length + rule.monthDay.length > 0) ||
  (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq) && rule.monthDay.length > 0)

const clockTimes = (rule: RecurrenceRule, and: string) =>
  joined(
    rule.hour.flatMap(hour => (rule.minute.length > 0 ? rule.minute : [undefined]).map(m => `${hour}:${two(m ?? 0)}`)),
    and,
  )

/** 0 masculine, 1 feminine, 2 neuter. */
const RU_GENDER = [0, 0, 1, 0, 1, 1, 2]
const RU_NTH = [
  ['первый', 'первую', 'первое'],
  ['второй', 'вторую', 'второе'],
  ['третий', 'третью', 'третье'],
  ['четвёртый', 'четвёртую', 'четвёртое'],
  ['пятый', 'пятую', 'пятое'],
]
const RU_LAST = ['последний', 'последнюю', 'последнее']

/** One, few, many: 1 раз, 2 раза, 5 раз. */
const ruPlural = (n: number, forms: [string, string, string]) => {
  const [tens, ones] = [n % 100, n % 10]
  if (tens > 10 && tens < 20) return forms[2]
  return ones === 1 ? forms[0] : ones > 1 && ones < 5 ? forms[1] : forms[2]
}

const RU_UNITS: Record<Frequency, { one: string; every: string; forms: [string, string, string] }> = {
  YEARLY: { one: 'ежегодно', every: 'каждый', forms: ['год', 'года', 'лет'] },
  MONTHLY: { one: 'ежемесячно', every: 'каждый', forms: ['месяц', 'месяца', 'месяцев'] },
  WEEKLY: { one: 'еженедельно', every: 'каждую', forms: ['неделю', 'недели', 'недель'] },
  DAILY: { one: 'ежедневно', every: 'каждый', forms: ['день', 'дня', 'дней'] },
  HOURLY: { one: 'каждый час', every: 'каждый', forms: ['час', 'часа', 'часов'] },
  MINUTELY: { one: 'каждую минуту', every: 'каждую', forms: ['минуту', 'минуты', 'минут'] },
  SECONDLY: { one: 'каждую секунду', every: 'каждую', forms: ['секунду', 'секунды', 'секунд'] },
}

function ruEvery({ freq, interval }: RecurrenceRule): string {
  const { one, every, forms } = RU_UNITS[freq]
  if (interval === 1) return one
  const word = ruPlural(interval, forms)
  return `${word === forms[0] ? every : 'каждые'} ${interval} ${word}`
}

const ruNth = ({ weekday, nth }: NthDay) => {
  const gender = RU_GENDER[weekday]!
  const word = nth === -1 ? RU_LAST[gender] : nth > 0 ? RU_NTH[nth - 1]?.[gender] : undefined
  return word
    ? `${word} ${RU_WEEKDAYS.accusative[weekday]}`
    : `${Math.abs(nth)}-й с конца ${RU_WEEKDAYS.accusative[weekday]}`
}

const ruDays = (days: number[]) =>
  isEvery(days)
    ? 'каждый день'
    : isWorkdays(days)
      ? 'по будням'
      : `по ${joined(
          days.map(day => RU_WEEKDAYS.each[day]!),
          'и',
        )}`

const russian: Voice = {
  rhythm(rule, start) {
    if (isIntricate(rule)) return `${ruEvery(rule)} по особому правилу`
    const base = ruEvery(rule)
    const first = civilOf(Math.floor(start / DAY))
    if (rule.freq === 'WEEKLY') {
      const days = ruDays(weekdaysOf(rule, start))
      return rule.interval === 1 ? days : `${base} ${days}`
    }
    if (rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.day.length > 0)) {
      if (rule.day.length === 0)
        return `${base}, ${joined((rule.monthDay.length > 0 ? rule.monthDay : [first.day]).map(ruMonthDay), 'и')}`
      if (rule.day.some(({ nth }) => nth === 0)) return `${base} ${ruDays(weekdaysOf(rule, start))}`
      return `${base} в ${joined(rule.day.map(ruNth), 'и')}`
    }
    if (rule.freq === 'YEARLY') {
      const days = joined((rule.monthDay.length > 0 ? rule.monthDay : [first.day]).map(String), 'и')
      const months = (rule.month.length > 0 ? rule.month : [first.month]).map(month => RU_MONTHS.genitive[month - 1]!)
      return `${base} ${days} ${joined(months, 'и')}`
    }
    return rule.day.length > 0 ? `${base} ${ruDays(weekdaysOf(rule, start))}` : base
  },
  narrowed(rule) {
    if (isIntricate(rule)) return []
    const inMonths = rule.month.length > 0 && !(rule.freq === 'YEARLY' && rule.day.length === 0)
    return [
      inMonths
        ? `в ${joined(
            rule.month.map(month => RU_MONTHS.locative[month - 1]!),
            'и',
          )}`
        : '',
      rule.hour.length > 0 ? `в ${clockTimes(rule, 'и')}` : '',
    ]
  },
  ending(rule, until) {
    if (rule.count !== undefined) return [`${rule.count} ${ruPlural(rule.count, ['раз', 'раза', 'раз'])}`]
    if (until === undefined) return []
    const { year, month, day } = civilOf(Math.floor(until / DAY))
    return [`до ${day} ${RU_MONTHS.genitive[month - 1]} ${year}`]
  },
}

const ruMonthDay = (day: number) =>
  day > 0 ? `${day} числа` : day === -1 ? 'в последний день' : `в ${-day}-й день с конца`

const EN_UNITS: Record<Frequency, [string, string]> = {
  YEARLY: ['yearly', 'years'],
  MONTHLY: ['monthly', 'months'],
  WEEKLY: ['weekly', 'weeks'],
  DAILY: ['daily', 'days'],
  HOURLY: ['hourly', 'hours'],
  MINUTELY: ['every minute', 'minutes'],
  SECONDLY: ['every second', 'seconds'],
}

const enEvery = ({ freq, interval }: RecurrenceRule) =>
  interval === 1 ? EN_UNITS[freq][0] : `every ${interval} ${EN_UNITS[freq][1]}`

const ordinal = (n: number) => {
  const tail = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${tail}`
}

const fromEnd = (n: number) => (n === -1 ? 'last' : `${ordinal(-n)} last`)
const enNth = ({ weekday, nth }: NthDay) => `${nth < 0 ? fromEnd(nth) : ordinal(nth)} ${EN_WEEKDAYS[weekday]}`
const enMonthDay = (day: number) => (day < 0 ? `${fromEnd(day)} day` : ordinal(day))

const enDays = (days: number[]) =>
  isEvery(days)
    ? 'every day'
    : isWorkdays(days)
      ? 'on weekdays'
      : `on ${joined(
          days.map(day => `${EN_WEEKDAYS[day]}s`),
          'and',
        )}`

const english: Voice = {
  rhythm(rule, start) {
    if (isIntricate(rule)) return `${enEvery(rule)} by a rule of its own`
    const base = enEvery(rule)
    const first = civilOf(Math.floor(start / DAY))
    if (rule.freq === 'WEEKLY') {
      const days = enDays(weekdaysOf(rule, start))
      return rule.interval === 1 ? days : `${base} ${days}`
    }
    if (rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && rule.day.length > 0)) {
      if (rule.day.length === 0)
        return `${base} on the ${joined((rule.monthDay.length > 0 ? rule.monthDay : [first.day]).map(enMonthDay), 'and')}`
      if (rule.day.some(({ nth }) => nth === 0)) return `${base} ${enDays(weekdaysOf(rule, start))}`
      return `${base} on the ${joined(rule.day.map(enNth), 'and')}`
    }
    if (rule.freq === 'YEARLY') {
      const days = joined((rule.monthDay.length > 0 ? rule.monthDay : [first.day]).map(String), 'and')
      const months = (rule.month.length > 0 ? rule.month : [first.month]).map(month => EN_MONTHS[month - 1]!)
      return `${base} on ${days} ${joined(months, 'and')}`
    }
    return rule.day.length > 0 ? `${base} ${enDays(weekdaysOf(rule, start))}` : base
  },
  narrowed(rule) {
    if (isIntricate(rule)) return []
    const inMonths = rule.month.length > 0 && !(rule.freq === 'YEARLY' && rule.day.length === 0)
    return [
      inMonths
        ? `in ${joined(
            rule.month.map(month => EN_MONTHS[month - 1]!),
            'and',
          )}`
        : '',
      rule.hour.length > 0 ? `at ${clockTimes(rule, 'and')}` : '',
    ]
  },
  ending(rule, until) {
    if (rule.count !== undefined) return [rule.count === 1 ? 'once' : `${rule.count} times`]
    if (until === undefined) return []
    const { year, month, day } = civilOf(Math.floor(until / DAY))
    return [`until ${day} ${EN_MONTHS[month - 1]} ${year}`]
  },
}
