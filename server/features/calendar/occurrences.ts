import { aBudget, expand, type Series } from '../../lib/recurrence/expand.ts'
import { parseRule, type RecurrenceRule } from '../../lib/recurrence/rule.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { DAY } from './times.ts'

/** What expansion needs to know of an event or of an occurrence that differs. */
export interface Timing {
  all_day: boolean
  tz: string
  starts_clock: number
  /** Real milliseconds; of all-day events whole days of clock time. */
  duration: number
  /** The moment of the first start. */
  starts_ms: number
}

export interface Moved extends Timing {
  /** The start that the rule gives and this one replaces. */
  clock: number
  status: string
}

export interface Recurring<Override extends Moved = Moved> extends Timing {
  rrule: string
  last_clock: number | null
  exdates: number[]
  rdates: number[]
  overrides: Override[]
}

export interface Occurrence<Override extends Moved = Moved> {
  /** Its name within the series: the clock time that the rule gives. */
  clock: number
  start: number
  end: number
  override?: Override
}

const rules = new Map<string, RecurrenceRule>()

/** Rules come back with every look at the calendar. */
export function ruleOf(text: string): RecurrenceRule {
  const known = rules.get(text)
  if (known) return known
  if (rules.size > 20_000) rules.clear()
  const rule = parseRule(text)
  rules.set(text, rule)
  return rule
}

export const seriesOf = (event: Recurring): Series => ({
  rule: ruleOf(event.rrule),
  start: event.starts_clock,
  last: event.last_clock ?? undefined,
})

/** When a start by the clock is, for somebody who looks from `view`: an all-day event is on its date everywhere. */
function spanOf(timing: Timing, clock: number, view: string): { start: number; end: number } {
  if (timing.all_day) return { start: utcOf(view, clock), end: utcOf(view, clock + timing.duration) }
  const start = clock === timing.starts_clock ? timing.starts_ms : utcOf(timing.tz, clock)
  return { start, end: start + timing.duration }
}

export interface Window {
  since: number
  until: number
  /** The zone of the one who looks. */
  tz: string
}

/** In the window when any part of it is; what has no length is in it at its moment. */
const touches = ({ since, until }: Window, start: number, end: number) =>
  start < until && (end > since || (start === end && start >= since))

/**
 * The occurrences of an event that touch the window, in the order of the rule, at most `max`; answers whether there may be more.
 * A zone differs from itself by up to a day and a bit where its clocks are changed: there so much is looked at on both sides.
 */
export function occurrences<Override extends Moved>(
  event: Recurring<Override>,
  window: Window,
  max: number,
  onOccurrence: (found: Occurrence<Override>) => void,
): boolean {
  let found = 0
  let more = false
  const zone = event.all_day ? window.tz : event.tz
  const moved = event.overrides.length > 0 ? new Map(event.overrides.map(one => [one.clock, one])) : undefined
  let previous = Number.NaN
  const addOccurrence = (occurrence: Occurrence<Override>) => {
    if (!touches(window, occurrence.start, occurrence.end)) return true
    if (found >= max) {
      more = true
      return false
    }
    found++
    onOccurrence(occurrence)
    return true
  }
  const taken = event.exdates.length > 0 ? new Set(event.exdates) : undefined
  const plain = (clock: number) => {
    if (moved?.has(clock) || taken?.has(clock)) return true
    const span = spanOf(event, clock, window.tz)
    // Where clocks go forward two starts may be one moment.
    if (span.start === previous) return true
    previous = span.start
    return addOccurrence({ clock, ...span })
  }
  const from = localOf(zone, window.since) - event.duration - marginAt(zone, window.since)
  const to = localOf(zone, window.until) + marginAt(zone, window.until)
  const budget = aBudget()
  if (event.rrule === '') plain(event.starts_clock)
  else expand(seriesOf(event), { from, to }, plain, budget)
  for (const clock of event.rdates) if (clock >= from && clock <= to && !isByRule(event, clock)) plain(clock)
  if (moved)
    for (const override of moved.values()) {
      if (override.status === 'cancelled' || !isOccurrence(event, override.clock)) continue
      addOccurrence({ clock: override.clock, ...spanOf(override, override.starts_clock, window.tz), override })
    }
  return more || budget.left < 0
}

const MARGIN = 1.25 * DAY

/** Where the clocks are not changed nearby nothing needs to be looked at twice: a dense rule has 86,400 starts a day. */
const marginAt = (zone: string, moment: number): number => {
  const offset = (at: number) => localOf(zone, at) - at
  const here = offset(moment)
  return offset(moment - MARGIN) === here && offset(moment + MARGIN) === here ? 1000 : MARGIN
}

const isByRule = (event: Recurring, clock: number): boolean => {
  if (event.rrule === '') return clock === event.starts_clock
  let hit = false
  expand(seriesOf(event), { from: clock, to: clock }, () => {
    hit = true
    return false
  })
  return hit
}

/** Whether the series has a start at this clock time that was not taken out of it. */
export const isOccurrence = (event: Recurring, clock: number): boolean =>
  !event.exdates.includes(clock) && (isByRule(event, clock) || event.rdates.includes(clock))
