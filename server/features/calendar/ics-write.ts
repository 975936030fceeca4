import { escapeText, linesToText } from '../../lib/icalendar/lines.ts'
import { timeZoneLines } from '../../lib/icalendar/zones.ts'
import { withUntil } from '../../lib/recurrence/rule.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { alarmMinutes } from './alarms.ts'
import { ruleOf } from './occurrences.ts'
import type { EventRow, Facts } from './queries.ts'
import { untilClock } from './series.ts'

/** Events as iCalendar: everything that came in goes out again. */

const basic = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
const date = (clock: number) => basic(clock).slice(0, 8)

/** A moment in the zone; what its clock cannot tell apart (an hour that comes twice) is written in UTC. */
function timed(name: string, tz: string, utc: number): string {
  const clock = localOf(tz, utc)
  if (tz === 'UTC' || utcOf(tz, clock) !== utc) return `${name}:${basic(utc)}`
  return `${name};TZID=${tz}:${basic(clock).replace('Z', '')}`
}

function clocks(name: string, event: EventRow, list: number[]): string[] {
  if (event.all_day) return list.map(clock => `${name};VALUE=DATE:${date(clock)}`)
  if (event.tz === 'UTC') return list.map(clock => `${name}:${basic(clock)}`)
  return list.map(clock => `${name};TZID=${event.tz}:${basic(clock).replace('Z', '')}`)
}

/** UNTIL is a date for all-day events and UTC for the others, whatever the caller wrote. */
function ruleText(event: EventRow): string {
  const rule = ruleOf(event.rrule)
  const until = untilClock(rule, event.tz)
  if (until === undefined) return event.rrule
  return withUntil(event.rrule, event.all_day ? date(until) : basic(utcOf(event.tz, until)))
}

function alarmLines(shown: Facts): string[] {
  const kept = shown.alarms.filter(alarm => {
    const minutes = alarmMinutes(alarm.split('\n'))
    return minutes === undefined || shown.reminders.includes(minutes)
  })
  const known = new Set(kept.map(alarm => alarmMinutes(alarm.split('\n'))))
  const made = shown.reminders
    .filter(minutes => !known.has(minutes))
    .flatMap(minutes => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(shown.title)}`,
      `TRIGGER:-PT${minutes}M`,
      'END:VALARM',
    ])
  return [...kept.flatMap(alarm => alarm.split('\n')), ...made]
}

function componentLines(event: EventRow, shown: Facts, clock?: number): string[] {
  const own = clock === undefined
  const start = shown.all_day
    ? `DTSTART;VALUE=DATE:${date(shown.starts_clock)}`
    : timed('DTSTART', shown.tz, shown.starts_ms)
  const end = shown.all_day
    ? `DTEND;VALUE=DATE:${date(shown.starts_clock + shown.duration)}`
    : timed('DTEND', shown.tz, shown.ends_ms)
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${basic(event.updated_ms)}`,
    `LAST-MODIFIED:${basic(event.updated_ms)}`,
    `SEQUENCE:${shown.sequence}`,
    ...(own ? [] : clocks('RECURRENCE-ID', event, [clock])),
    start,
    end,
    `SUMMARY:${escapeText(shown.title)}`,
    ...(shown.description ? [`DESCRIPTION:${escapeText(shown.description)}`] : []),
    ...(shown.location ? [`LOCATION:${escapeText(shown.location)}`] : []),
    `STATUS:${shown.status.toUpperCase()}`,
    ...(own && event.rrule ? [`RRULE:${ruleText(event)}`] : []),
    ...(own ? clocks('EXDATE', event, event.exdates) : []),
    ...(own ? clocks('RDATE', event, event.rdates) : []),
    ...shown.extra,
    ...alarmLines(shown),
    'END:VEVENT',
  ]
}

const eventLines = (event: EventRow): string[] => [
  ...componentLines(event, event),
  ...event.overrides.flatMap(one => componentLines(event, one, one.clock)),
]

/** A zone, and the first year in which it is needed. */
export interface UsedZone {
  tz: string
  year: number
}

const headLines = (zones: UsedZone[], name?: string) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Dossier//Calendar//EN',
  'CALSCALE:GREGORIAN',
  ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`]),
  ...zones.flatMap(({ tz, year }) => timeZoneLines(tz, year)),
]

/** A calendar of one event, with the definitions of the zones it is in. */
export function calendarText(event: EventRow): string {
  const zones = new Map<string, number>()
  for (const { tz, all_day, starts_ms } of [event, ...event.overrides]) {
    const year = new Date(starts_ms).getUTCFullYear()
    if (!all_day && tz !== 'UTC') zones.set(tz, Math.min(year, zones.get(tz) ?? year))
  }
  const used = [...zones].map(([tz, year]) => ({ tz, year }))
  return linesToText([...headLines(used), ...eventLines(event), 'END:VCALENDAR'])
}

export const calendarTexts = (events: EventRow[]): string[] => events.map(calendarText)

/** What stands before all events of a calendar that is written in parts. */
export const headText = ({ zones, name }: { zones: UsedZone[]; name: string }) => linesToText(headLines(zones, name))

export const eventsText = (events: EventRow[]): string => linesToText(events.flatMap(eventLines))

export const END_TEXT = linesToText(['END:VCALENDAR'])
