import { aligned, type DayTest, dayTest } from './days.ts'
import type { RecurrenceRule } from './rule.ts'
import { pick, timesInDay, timesPerDay } from './times.ts'

export const DAY = 86_400_000

export interface Series {
  rule: RecurrenceRule
  /** The first start, as its clock shows it. */
  start: number
  /** No start is later than this clock time: UNTIL, or what COUNT comes to. */
  last?: number
}

/** A window of clock time, both ends included. */
interface Span {
  from: number
  to: number
}

/** Called with each start in order; false says that these are enough. */
export type OnStart = (start: number) => boolean

/** How many steps an expansion may take; sparse rules walk far, dense ones give much. Negative when it was not enough. */
export interface Budget {
  left: number
}

/** Tens of milliseconds. */
export const aBudget = (): Budget => ({ left: 400_000 })

/**
 * The starts of a series within a window of clock time. Only the window is walked, however long ago
 * the series began; COUNT must have been turned into `last` before.
 */
export function expand(series: Series, { from, to }: Span, onStart: OnStart, budget: Budget = aBudget()): void {
  const span = { from: Math.max(from, series.start), to: series.last === undefined ? to : Math.min(to, series.last) }
  if (span.from > span.to) return
  const within: OnStart = at => budget.left-- > 0 && (at < span.from || (at <= span.to && onStart(at)))
  if (series.rule.setPos.length > 0 && timesPerDay(series.rule) === 'listed') byPeriods(series, span, within, budget)
  else byDays(series, span, within, budget)
}

/** Without BYSETPOS each day stands for itself: it is in step with the interval, it passes the filters, or it does not. */
function byDays(series: Series, { from: begin, to: end }: Span, onStart: OnStart, budget: Budget): void {
  const test = dayTest(series.rule, series.start)
  const times = timesInDay(series.rule, series.start)
  const lastDay = Math.floor(end / DAY)
  let day = Math.floor(begin / DAY)
  while (day <= lastDay && budget.left-- > 0) {
    const next = test(day)
    if (next > day) day = next
    else {
      const midnight = day * DAY
      for (const time of times(day)) if (!onStart(midnight + time)) return
      day++
    }
  }
}

/** With BYSETPOS the whole set of each year, month, week or day is made, and the places are picked from it. */
function byPeriods(series: Series, { from: begin, to: end }: Span, onStart: OnStart, budget: Budget): void {
  const { rule, start } = series
  const test: DayTest = dayTest({ ...rule, interval: 1 }, start)
  const times = [...timesInDay(rule, start)(0)]
  for (const [first, last] of aligned(rule, Math.floor(start / DAY), Math.floor(begin / DAY), Math.floor(end / DAY))) {
    const days: number[] = []
    if (budget.left < 0) return
    for (let day = first; day <= last; budget.left--) {
      const next = test(day)
      if (next === day) days.push(day)
      day = Math.max(next, day + 1)
    }
    const size = days.length * times.length
    for (const index of pick(rule.setPos, size))
      if (!onStart(days[Math.floor(index / times.length)]! * DAY + times[index % times.length]!)) return
  }
}

const COUNT_STEP_DAYS = 400
const COUNT_MAX = 100_000
/** How far behind its start a counted series is looked for, when it is sparse. */
const COUNT_YEARS = { listed: 300, counted: 30 }

/** Units that are always as long by the clock. */
const UNITS: Partial<Record<RecurrenceRule['freq'], number>> = {
  WEEKLY: 7 * DAY,
  DAILY: DAY,
  HOURLY: DAY / 24,
  MINUTELY: 60_000,
  SECONDLY: 1000,
}

const isPlain = (rule: RecurrenceRule) =>
  [rule.month, rule.monthDay, rule.yearDay, rule.weekNo, rule.day, rule.hour, rule.minute, rule.second].every(
    list => list.length === 0,
  )

/**
 * The start that ends a series of COUNT; undefined when it cannot be found with bounded work. A series that has fewer within
 * three hundred years, or thirty of one that counts hours, ends with the last of them.
 */
export function lastOfCount(rule: RecurrenceRule, start: number): number | undefined {
  const count = rule.count!
  const unit = UNITS[rule.freq]
  if (unit && isPlain(rule)) return start + (count - 1) * rule.interval * unit
  if (count > COUNT_MAX) return undefined
  let seen = 0
  let last: number | undefined
  const budget = { left: 4_000_000 }
  const onStart: OnStart = at => {
    last = at
    return ++seen < count
  }
  const step = (rule.freq === 'YEARLY' ? 30 : rule.freq === 'MONTHLY' ? 4 : 1) * COUNT_STEP_DAYS * DAY
  for (let from = start; from < start + COUNT_YEARS[timesPerDay(rule)] * 366 * DAY && seen < count; from += step)
    expand({ rule, start }, { from, to: from + step - 1 }, onStart, budget)
  if (budget.left < 0) return undefined
  return last ?? start - 1
}
