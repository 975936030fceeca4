import { withoutEnds } from '../trim.ts'
import { DAY, dateOf, HOUR, MINUTE, midnight } from './calendar.ts'
import { type DateRule, type Days, dateRules, type TimeDirection } from './dates.ts'
import { type FoundRepeat, findRepeat } from './repeat.ts'
import { type Clock, TIME_RULES } from './times.ts'

/**
 * Dates and times as people say them, in Russian and English. Everything is clock time, read against `now` on the clock of
 * whoever speaks; the zone is the caller's affair.
 */

export interface When {
  /** Clock time of the beginning. */
  start: number
  /** The first moment after it, where the words name a stretch: a month, "from 10 to 12". */
  end: number
  hasDate: boolean
  hasTime: boolean
  /** The words name more than a day: a week, a month, a year. */
  isStretch: boolean
  rrule: string
  /** Where the words stand in the text, as ranges of UTF-16. */
  ranges: [number, number][]
}

interface Found<T> {
  value: T
  start: number
  end: number
}

/** Nobody says later than here when something is: the rules are worse than linear in runs of blanks. */
const LONGEST = 1000

const plain = (text: string) => text.slice(0, LONGEST).toLowerCase().replaceAll('ё', 'е')

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end

/** The longest of the earliest; rules that come first win a draw. */
function first<T>(
  rules: DateRule<T>[],
  text: string,
  { now, direction, taken }: { now: number; direction: TimeDirection; taken: { start: number; end: number }[] },
): Found<T> | undefined {
  let best: Found<T> | undefined
  for (const { pattern, read } of rules) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const found = { start: match.index, end: match.index + match[0].length }
      if (match[0] === '') pattern.lastIndex++
      if (taken.some(range => overlaps(range, found))) continue
      if (best && (found.start > best.start || (found.start === best.start && found.end <= best.end))) break
      const value = read(match, now, direction)
      if (value === undefined) continue
      best = { value, ...found }
      break
    }
  }
  return best
}

export function findWhen(text: string, now: number, direction: TimeDirection = 'forward'): When | undefined {
  const lower = plain(text)
  const repeat = findRepeat(lower)
  const taken = repeat ? [repeat] : []
  const date = datesIn(lower, now, direction, taken)
  const passed = date && !isLoose(date, lower) ? [...taken, date] : taken
  const time = first(TIME_RULES, lower, { now, direction, taken: passed })
  const clashing = date && time && overlaps(date, time)
  const kept = clashing ? (time.end - time.start >= date.end - date.start ? undefined : date) : date
  const at = clashing && kept ? undefined : time
  if (!kept && !at && !repeat) return undefined
  return joined([kept, at, repeat], lower, now, direction)
}

const datesIn = (text: string, now: number, direction: TimeDirection, taken: { start: number; end: number }[]) =>
  first(dateRules(), text, { now, direction, taken })

/** "15.30" may be a day or a time of day: with a preposition of times before it, it is let go. */
const isLoose = (date: Found<Days>, text: string) =>
  /^\d{1,2}\.\d{2}$/.test(text.slice(date.start, date.end)) && /(?:^|\s)(?:в|к|at)\s+$/u.test(text.slice(0, date.start))

const PREPOSITION = /(?:^|\s)(?:начиная с|в|во|на|к|ко|до|с|со|on|by|at|until|till|before|for|from|starting)\s+$/u

/** With the preposition before it. */
function rangeOf(text: string, { start, end }: { start: number; end: number }): [number, number] {
  const before = PREPOSITION.exec(text.slice(0, start))
  return [before ? before.index + (before[0].length - before[0].trimStart().length) : start, end]
}

/** "завтра в 5" is rather in the afternoon than at dawn. */
const likely = ({ minutes, until, vague }: Clock): Clock =>
  vague && minutes >= 60 && minutes < 360
    ? { minutes: minutes + 720, until: until && until + 720 }
    : { minutes, until, vague }

function joined(
  [date, time, repeat]: [Found<Days> | undefined, Found<Clock> | undefined, FoundRepeat | undefined],
  text: string,
  now: number,
  direction: TimeDirection,
): When {
  const ranges = [date, time, repeat]
    .filter(found => found !== undefined)
    .map(found => rangeOf(text, found))
    .sort((a, b) => a[0] - b[0])
  const base = { rrule: repeat?.rrule ?? '', ranges, hasDate: Boolean(date), hasTime: Boolean(time) }
  if (date?.value.exact)
    return { ...base, start: date.value.from, end: date.value.from, hasTime: true, isStretch: false }
  const clock = time
    ? likely(time.value)
    : date?.value.hour === undefined
      ? undefined
      : { minutes: date.value.hour * 60 }
  const days = date?.value ?? dayFor(clock, repeat, now, direction)
  const isStretch = days.until - days.from > DAY
  if (!clock) return { ...base, start: days.from, end: days.until, isStretch }
  let start = days.from + clock.minutes * MINUTE
  // "в пятницу в 10", said on a Friday at noon, is in a week.
  if (days.weekday && direction === 'forward' && start < now) start += 7 * DAY
  const end = clock.until === undefined ? start : start + ((clock.until - clock.minutes + 1440) % 1440) * MINUTE
  return { ...base, start, end, hasTime: true, isStretch: false }
}

/** A time alone is the next one: today, or tomorrow when it has passed. */
function dayFor(
  clock: Clock | undefined,
  repeat: FoundRepeat | undefined,
  now: number,
  direction: TimeDirection,
): Days {
  const today = midnight(now)
  const passed = clock !== undefined && today + clock.minutes * MINUTE <= now
  let from = today
  if (repeat && repeat.weekdays.length > 0) {
    for (let away = passed ? 1 : 0; away <= 7; away++)
      if (repeat.weekdays.includes(dateOf(today + away * DAY).weekday)) {
        from = today + away * DAY
        break
      }
  } else if (passed && direction === 'forward') {
    // "в 5", said at noon, is rather at 17:00 than tomorrow at dawn.
    const afternoon = clock.vague && clock.minutes < 720 && today + clock.minutes * MINUTE + 12 * HOUR > now
    if (afternoon) return { from: today + 12 * HOUR, until: today + DAY }
    from = today + DAY
  }
  return { from, until: from + DAY }
}

/** The text without the words that said when, tidied up. */
export function withoutWhen(text: string, when: When): string {
  let left = text
  for (const [start, end] of when.ranges.toReversed()) left = `${left.slice(0, start)} ${left.slice(end)}`
  const tidy = left.replace(/\s{2,}/gu, ' ').replace(/\s([,.;:!?])/gu, '$1')
  return withoutEnds(tidy, /[\s,.;:—–-]/, /[\s,;:—–-]/)
}
