import type { RecurrenceRule } from './rule.ts'

/** The times of a day that a rule gives, in milliseconds from midnight. */

const HOUR = 3600
const MINUTE = 60
const DAY = 86_400

const range = (end: number) => Array.from({ length: end }, (_, index) => index)
const HOURS = range(24)
const SIXTY = range(60)

/** Rules of days and longer have the same list of times on each day; shorter ones count through the days. */
export const timesPerDay = (rule: RecurrenceRule): 'listed' | 'counted' =>
  rule.freq === 'HOURLY' || rule.freq === 'MINUTELY' || rule.freq === 'SECONDLY' ? 'counted' : 'listed'

const or = (given: number[], otherwise: number[]) => (given.length > 0 ? given : otherwise)

/** A leap second is shown as the one before it. */
const seconds = (rule: RecurrenceRule) => [...new Set(rule.second.map(second => Math.min(second, 59)))]

export function timesInDay(rule: RecurrenceRule, start: number): (day: number) => Iterable<number> {
  const clock = Math.floor((((start % (DAY * 1000)) + DAY * 1000) % (DAY * 1000)) / 1000)
  const own = { hour: Math.floor(clock / HOUR), minute: Math.floor(clock / MINUTE) % 60, second: clock % 60 }
  const minutes = or(rule.minute, [own.minute])
  const secondsOr = (otherwise: number[]) => or(seconds(rule), otherwise)
  if (timesPerDay(rule) === 'listed') {
    const listed = or(rule.hour, [own.hour]).flatMap(hour =>
      minutes.flatMap(minute => secondsOr([own.second]).map(second => (hour * HOUR + minute * MINUTE + second) * 1000)),
    )
    return () => listed
  }
  const first = Math.floor(start / 1000)
  if (rule.freq === 'HOURLY') {
    const within = pickFrom(
      rule.setPos,
      minutes.flatMap(minute => secondsOr([own.second]).map(second => minute * MINUTE + second)),
    )
    return within.length === 0 ? () => [] : day => hoursOf(rule, first, day, within)
  }
  if (rule.freq === 'MINUTELY') {
    const within = pickFrom(rule.setPos, secondsOr([own.second]))
    return within.length === 0 ? () => [] : day => minutesOf(rule, first, day, within)
  }
  return day => secondsOf(rule, first, day)
}

const pickFrom = (places: number[], list: number[]) =>
  places.length === 0 ? list : pick(places, list.length).map(index => list[index]!)

/** The indexes that BYSETPOS names in a set of some size, in order, each once. */
export function pick(places: number[], size: number): number[] {
  const indexes = places
    .map(place => (place > 0 ? place - 1 : size + place))
    .filter(index => index >= 0 && index < size)
  return [...new Set(indexes)].sort((a, b) => a - b)
}

/** How many units after `at` the next one is in step with the interval. */
const wait = (first: number, at: number, interval: number) => (((first - at) % interval) + interval) % interval

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Of the values that a rule lists, those that steps of the interval can ever reach; undefined when it lists none. */
function reachable(listed: number[], own: number, interval: number, cycle: number): Set<number> | undefined {
  if (listed.length === 0) return undefined
  const stride = gcd(interval, cycle)
  return new Set(listed.filter(value => (value - own) % stride === 0))
}

function* hoursOf(rule: RecurrenceRule, first: number, day: number, within: number[]): Generator<number> {
  const firstHour = Math.floor(first / HOUR)
  const allowed = reachable(rule.hour, firstHour, rule.interval, 24)
  if (allowed?.size === 0) return
  for (let hour = wait(firstHour, day * 24, rule.interval); hour < 24; hour += rule.interval)
    if (!allowed || allowed.has(hour)) for (const second of within) yield (hour * HOUR + second) * 1000
}

function* minutesOf(rule: RecurrenceRule, first: number, day: number, within: number[]): Generator<number> {
  const firstMinute = Math.floor(first / MINUTE)
  if (wait(firstMinute, day * 1440, rule.interval) >= 1440) return
  const allowed = reachable(rule.minute, firstMinute, rule.interval, 60)
  if (allowed?.size === 0) return
  for (const hour of or(rule.hour, HOURS)) {
    const at = hour * 60
    for (let minute = wait(firstMinute, day * 1440 + at, rule.interval); minute < 60; minute += rule.interval)
      if (!allowed || allowed.has(minute)) for (const second of within) yield ((at + minute) * MINUTE + second) * 1000
  }
}

function* secondsOf(rule: RecurrenceRule, first: number, day: number): Generator<number> {
  // A single second is the whole set: its only places are 1 and -1.
  if (rule.setPos.length > 0 && !rule.setPos.includes(1) && !rule.setPos.includes(-1)) return
  if (wait(first, day * DAY, rule.interval) >= DAY) return
  const allowed = reachable(seconds(rule), first, rule.interval, 60)
  if (allowed?.size === 0) return
  for (const hour of or(rule.hour, HOURS)) {
    const hourAt = hour * HOUR
    // Long steps may leave out whole hours.
    if (wait(first, day * DAY + hourAt, rule.interval) >= HOUR) continue
    for (const minute of or(rule.minute, SIXTY)) {
      const at = hourAt + minute * MINUTE
      for (let second = wait(first, day * DAY + at, rule.interval); second < 60; second += rule.interval)
        if (!allowed || allowed.has(second)) yield (at + second) * 1000
    }
  }
}
