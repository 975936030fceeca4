import type { RecurrenceRule } from './rule.ts'

/** Days are numbers, counted from 1970-01-01. */

/** Answers the day itself when the rule takes it, else the next day that is worth a look. */
export type DayTest = (day: number) => number

const DAY = 86_400_000

export interface Civil {
  year: number
  /** 1..12 */
  month: number
  day: number
}

/** Days to calendar and back by Howard Hinnant's arithmetic: no Date is made for each day of a window. */
export function civilOf(number: number): Civil {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const m = Math.floor((5 * dayOfYear + 2) / 153)
  const month = m < 10 ? m + 3 : m - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  }
}

export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const yearLength = (year: number) => (isLeap(year) ? 366 : 365)
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const monthLength = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : LENGTHS[month - 1]!)
const nextMonth = ({ year, month }: Civil) => (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1))

/** Monday is 0; the first of January 1970 was a Thursday. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7
const weekOf = (day: number, weekStart: number) => day - ((weekdayOf(day) - weekStart + 7) % 7)

/** The number of the week a day is in, from the beginning and from the end of its year; a week needs four days of it. */
function weekNumbers(day: number, year: number, weekStart: number): [number, number] {
  const first = (y: number) => weekOf(dayNumber(y, 1, 4), weekStart)
  const own = day < first(year) ? year - 1 : day >= first(year + 1) ? year + 1 : year
  const weeks = (first(own + 1) - first(own)) / 7
  const number = (day - first(own)) / 7 + 1
  return [Math.floor(number), Math.floor(number) - weeks - 1]
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** What the rule leaves open is taken from the first start. */
function completed(
  rule: RecurrenceRule,
  first: Civil,
  firstWeekday: number,
): Pick<RecurrenceRule, 'month' | 'monthDay' | 'day'> {
  const { month, monthDay, day } = rule
  const open = rule.weekNo.length + rule.yearDay.length + monthDay.length + day.length === 0
  if (!open) return { month, monthDay, day }
  if (rule.freq === 'YEARLY') return { month: month.length > 0 ? month : [first.month], monthDay: [first.day], day }
  if (rule.freq === 'MONTHLY') return { month, monthDay: [first.day], day }
  if (rule.freq === 'WEEKLY') return { month, monthDay, day: [{ weekday: firstWeekday, nth: 0 }] }
  return { month, monthDay, day }
}

/** Where the first day of the next period in step with the interval is, or the day itself when its period is. */
function stepTest(rule: RecurrenceRule, start: number): (day: number, civil: Civil) => number {
  const { freq, interval, weekStart } = rule
  if (interval === 1 || freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY') return day => day
  const first = civilOf(start)
  if (freq === 'DAILY') return day => day + modulo(start - day, interval)
  if (freq === 'WEEKLY') {
    const firstWeek = weekOf(start, weekStart)
    return day => {
      const week = weekOf(day, weekStart)
      const wait = modulo((firstWeek - week) / 7, interval)
      return wait === 0 ? day : week + wait * 7
    }
  }
  if (freq === 'MONTHLY')
    return (day, { year, month }) => {
      const months = (year - first.year) * 12 + month - first.month
      const wait = modulo(-months, interval)
      if (wait === 0) return day
      const total = year * 12 + month - 1 + wait
      return dayNumber(Math.floor(total / 12), (total % 12) + 1, 1)
    }
  return (day, { year }) => {
    const wait = modulo(first.year - year, interval)
    return wait === 0 ? day : dayNumber(year + wait, 1, 1)
  }
}

const member = (list: number[], size: number): boolean[] => {
  const found = new Array<boolean>(size).fill(false)
  for (const value of list) found[value] = true
  return found
}

export function dayTest(rule: RecurrenceRule, startClock: number): DayTest {
  const start = Math.floor(startClock / DAY)
  const step = stepTest(rule, start)
  const { month, monthDay, day: weekdays } = completed(rule, civilOf(start), weekdayOf(start))
  const months = member(month, 13)
  const filters: ((day: number, civil: Civil) => boolean)[] = []
  if (monthDay.length > 0)
    filters.push(
      (_, { year, month: m, day }) => monthDay.includes(day) || monthDay.includes(day - monthLength(year, m) - 1),
    )
  if (rule.yearDay.length > 0)
    filters.push((number, { year }) => {
      const of = number - dayNumber(year, 1, 1) + 1
      return rule.yearDay.includes(of) || rule.yearDay.includes(of - yearLength(year) - 1)
    })
  if (rule.weekNo.length > 0)
    filters.push((number, { year }) =>
      weekNumbers(number, year, rule.weekStart).some(week => rule.weekNo.includes(week)),
    )
  if (weekdays.length > 0) filters.push(weekdayFilter(rule, weekdays))
  return day => {
    const civil = civilOf(day)
    const inStep = step(day, civil)
    if (inStep > day) return inStep
    if (month.length > 0 && !months[civil.month]) return nextMonth(civil)
    for (const passes of filters) if (!passes(day, civil)) return day + 1
    return day
  }
}

function weekdayFilter(rule: RecurrenceRule, weekdays: RecurrenceRule['day']): (day: number, civil: Civil) => boolean {
  const plain = member(
    weekdays.filter(({ nth }) => nth === 0).map(({ weekday }) => weekday),
    7,
  )
  const numbered = weekdays.filter(({ nth }) => nth !== 0)
  const inMonth = rule.freq === 'MONTHLY' || rule.month.length > 0
  return (number, { year, month, day }) => {
    const weekday = weekdayOf(number)
    if (plain[weekday]) return true
    if (numbered.length === 0) return false
    const place = inMonth ? day : number - dayNumber(year, 1, 1) + 1
    const length = inMonth ? monthLength(year, month) : yearLength(year)
    const nth = Math.ceil(place / 7)
    const fromEnd = -Math.ceil((length - place + 1) / 7)
    return numbered.some(
      candidate => candidate.weekday === weekday && (candidate.nth === nth || candidate.nth === fromEnd),
    )
  }
}

/** First and last day of each year, month, week or day in step with the interval that touches the window. */
export function* aligned(rule: RecurrenceRule, start: number, from: number, to: number): Generator<[number, number]> {
  const step = stepTest(rule, start)
  let day = from
  while (day <= to) {
    const civil = civilOf(day)
    const inStep = step(day, civil)
    if (inStep > day) day = inStep
    else {
      const [first, last] = periodOf(rule, day, civil)
      // The first week begins with the series, as in the implementations that people compare with.
      yield [rule.freq === 'WEEKLY' ? Math.max(first, start) : first, last]
      day = last + 1
    }
  }
}

function periodOf(rule: RecurrenceRule, day: number, { year, month }: Civil): [number, number] {
  if (rule.freq === 'YEARLY') return [dayNumber(year, 1, 1), dayNumber(year, 12, 31)]
  if (rule.freq === 'MONTHLY') return [dayNumber(year, month, 1), dayNumber(year, month, monthLength(year, month))]
  if (rule.freq === 'WEEKLY') {
    const week = weekOf(day, rule.weekStart)
    return [week, week + 6]
  }
  return [day, day]
}
