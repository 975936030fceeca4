import { invalid } from '../../lib/errors.ts'
import { expand, lastOfCount } from '../../lib/recurrence/expand.ts'
import { BadRule, clockOf, parseRule, type RecurrenceRule } from '../../lib/recurrence/rule.ts'
import { timesPerDay } from '../../lib/recurrence/times.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { CHANGE_SLACK_MS, type EventRow, type Facts, type NewEvent, type Override } from './queries.ts'
import { nextReminder } from './reminders.ts'
import { DAY, LAST_MS } from './times.ts'

/** What follows from the times and the rule of an event: where it ends, and when it can be met at all. */

const LOC = ['body', 'rrule']

const badRule = (text: string, en: string, ru: string) => invalid(LOC, 'value_error', { en, ru }, text)

/** An empty rule is none; the prefix that iCalendar has before it is forgiven. */
export function readRule(given: string): { text: string; rule: RecurrenceRule } | undefined {
  const text = given
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
  if (text === '') return undefined
  try {
    return { text, rule: parseRule(text) }
  } catch (error) {
    if (!(error instanceof BadRule)) throw error
    throw badRule(
      given,
      `The rule cannot be used: ${error.part} ${error.reason.en}. See RFC 5545, RRULE.`,
      `Правило не подходит: ${error.part} ${error.reason.ru}. См. RFC 5545, RRULE.`,
    )
  }
}

/** A day has no hours: what a rule says of them is passed over (RFC 5545, 3.3.10), and one that counts hours is refused. */
function ofDays(read: { text: string; rule: RecurrenceRule }): { text: string; rule: RecurrenceRule } {
  if (timesPerDay(read.rule) === 'counted')
    throw badRule(
      read.text,
      'An all-day event recurs by days or longer. Give another FREQ.',
      'Событие на весь день повторяется по дням и реже. Укажите другой FREQ.',
    )
  const text = read.text
    .split(';')
    .filter(part => !/^BY(HOUR|MINUTE|SECOND)=/.test(part))
    .join(';')
  return text === read.text ? read : readRule(text)!
}

/** UNTIL on the clock of the event. A date includes its whole day. */
export function untilClock(rule: RecurrenceRule, tz: string): number | undefined {
  if (rule.until === undefined) return undefined
  const shown = clockOf(rule.until)!
  if (!rule.until.includes('T')) return shown + DAY - 1
  return rule.until.endsWith('Z') ? localOf(tz, shown) : shown
}

/** The latest start that the rule allows; null when it never ends. */
export function lastClock(rule: RecurrenceRule, start: number, tz: string): number | null {
  if (rule.count === undefined) return untilClock(rule, tz) ?? null
  const last = lastOfCount(rule, start)
  if (last === undefined)
    throw badRule(
      `COUNT=${rule.count}`,
      'The rule has too many occurrences to be counted. Give a smaller COUNT, or UNTIL.',
      'У правила слишком много повторений. Укажите меньший COUNT или UNTIL.',
    )
  return last
}

const noOccurrence = (text: string) =>
  badRule(
    text,
    'The rule has no occurrence at all. Change the rule or the start.',
    'По этому правилу событие не наступит ни разу. Измените правило или начало.',
  )

/** A rule that never comes true would be an event that nobody ever sees. */
export function refuseEmpty(text: string, rule: RecurrenceRule, start: number, last: number | null): void {
  let hit = false
  const years = rule.freq === 'YEARLY' || rule.freq === 'MONTHLY' ? 120 : 30
  expand({ rule, start, last: last ?? undefined }, { from: start, to: start + years * 366 * DAY }, () => {
    hit = true
    return false
  })
  if (!hit) throw noOccurrence(text)
}

type Draft = Facts & Pick<NewEvent, 'id' | 'number' | 'uid' | 'resource' | 'rrule' | 'exdates' | 'rdates'>

/** The stored form: with the end of the series, and between which moments anything of it can be met. */
export function completed(draft: Draft, overrides: Override[] = []): NewEvent {
  const written = readRule(draft.rrule)
  const read = written && draft.all_day ? ofDays(written) : written
  const last = read ? lastClock(read.rule, draft.starts_clock, draft.tz) : null
  if (read && draft.rdates.length === 0) refuseEmpty(read.text, read.rule, draft.starts_clock, last)
  const endless = read !== undefined && last === null
  const lasts = [draft.starts_clock, ...draft.rdates, ...(last === null ? [] : [last])]
  const lastStart = lasts.reduce((a, b) => Math.max(a, b))
  const ends = [
    draft.ends_ms,
    utcOf(draft.tz, Math.min(lastStart, LAST_MS)) + draft.duration,
    ...overrides.map(one => one.ends_ms),
  ]
  const firstExtra = draft.rdates.map(clock => utcOf(draft.tz, clock))
  const starts = [draft.starts_ms, ...firstExtra, ...overrides.map(one => one.starts_ms)]
  return {
    ...draft,
    rrule: read?.text ?? '',
    last_clock: last,
    next_reminder: nextReminder(
      { ...draft, rrule: read?.text ?? '', last_clock: last, overrides },
      Date.now() - CHANGE_SLACK_MS,
    ),
    found_from: starts.reduce((a, b) => Math.min(a, b)),
    found_until: endless ? null : ends.reduce((a, b) => Math.max(a, b)),
  }
}

/** The draft of a stored event, to be changed and completed again. */
export const draftOf = ({
  overrides: _overrides,
  last_clock: _last,
  revision: _r,
  updated_ms: _u,
  ...event
}: EventRow): Draft => event

/** How many starts the rule gives before this clock time. */
export function countBefore(rule: RecurrenceRule, start: number, clock: number): number {
  let n = 0
  expand({ rule, start }, { from: start, to: clock - 1 }, () => ++n < 1_000_000)
  return n
}
