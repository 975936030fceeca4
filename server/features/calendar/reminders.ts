import { type Occurrence, occurrences, type Recurring } from './occurrences.ts'
import type { Override } from './queries.ts'
import { DAY } from './times.ts'

/** When reminders of an event are due. Those of all-day events count back from midnight in the event's zone. */

const MINUTE = 60_000
const MONTH = 45 * DAY
/** Series that come round rarely are looked for in ever wider stretches; after the widest one is looked again. */
const STRETCHES = [MONTH, 400 * DAY, 3660 * DAY]
const PER_LOOK = 2000

export interface Reminded extends Recurring<Override> {
  status: string
  reminders: number[]
}

export interface Reminder {
  at: number
  minutes: number
  occurrence: Occurrence<Override>
}

const mostMinutes = (event: Reminded) =>
  [event.reminders, ...event.overrides.map(one => one.reminders)]
    .flat()
    .reduce((most, minutes) => Math.max(most, minutes), -1)

/** All reminders due after one moment and up to another, in order. */
export function remindersBetween(event: Reminded, after: number, until: number): Reminder[] {
  const most = mostMinutes(event)
  if (most < 0 || event.status === 'cancelled') return []
  const found: Reminder[] = []
  const window = { since: after, until: until + most * MINUTE + 1, tz: event.tz }
  occurrences(event, window, PER_LOOK, occurrence => {
    for (const minutes of (occurrence.override ?? event).reminders) {
      const at = occurrence.start - minutes * MINUTE
      if (at > after && at <= until) found.push({ at, minutes, occurrence })
    }
  })
  return found.sort((a, b) => a.at - b.at)
}

/** When the event has to be looked at again; null when no reminder can ever come. */
export function nextReminder(event: Reminded, after: number): number | null {
  if (mostMinutes(event) < 0 || event.status === 'cancelled') return null
  for (const stretch of STRETCHES) {
    const [first] = remindersBetween(event, after, after + stretch)
    if (first) return first.at
  }
  return event.rrule !== '' && event.last_clock === null ? after + STRETCHES.at(-1)! : null
}
