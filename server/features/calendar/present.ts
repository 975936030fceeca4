import type { Language } from '../../lib/language.ts'
import { labelOf } from '../../lib/recurrence/label.ts'
import { ruleOf } from './occurrences.ts'
import type { EventRow } from './queries.ts'
import { untilClock } from './series.ts'

export const iso = (ms: number) => new Date(ms).toISOString()

interface Labelled {
  rrule: string
  starts_clock: number
  tz: string
}

export function recurrenceLabel(event: Labelled, language: Language): string {
  if (event.rrule === '') return ''
  const rule = ruleOf(event.rrule)
  return labelOf(rule, event.starts_clock, language, untilClock(rule, event.tz))
}

/** The event; with a clock time the occurrence of that name, as it differs from its series. */
export function presentEvent(event: EventRow, language: Language, clock?: number) {
  const shown = event.overrides.find(one => one.clock === clock) ?? event
  return {
    id: event.id,
    number: event.number,
    title: shown.title,
    starts_at: iso(shown.starts_ms),
    ends_at: iso(shown.ends_ms),
    tz: shown.tz,
    all_day: shown.all_day,
    description: shown.description,
    location: shown.location,
    recurrence_label: recurrenceLabel(event, language),
    rrule: event.rrule,
    reminders: shown.reminders,
    status: shown.status,
    made_from: event.made_from,
  }
}
