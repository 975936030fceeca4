import { type CalendarLine, type Component, parseDuration, unescapeText } from '../../lib/icalendar/lines.ts'
import { zoneNamed } from '../../lib/icalendar/zones.ts'
import type { Words } from '../../lib/language.ts'
import { BadRule, clockOf, parseRule } from '../../lib/recurrence/rule.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { alarmMinutes } from './alarms.ts'
import type { EventStatus, Facts } from './queries.ts'
import { MAX_DESCRIPTION, MAX_LOCATION, MAX_REMINDERS, MAX_TITLE } from './schema.ts'
import { DAY, FIRST_MS, LAST_MS, midnight } from './times.ts'

/** A VEVENT that cannot be taken, and why. */
export class BadComponent extends Error {
  override name = 'BadComponent'
  constructor(readonly words: Words) {
    super(words.en)
  }
}

const bad = (en: string, ru: string) => new BadComponent({ en, ru })

export interface ReadEvent extends Facts {
  uid: string
  rrule: string
  exdates: number[]
  rdates: number[]
  /** The clock time that the component replaces, in the zone it was written in. */
  recurrence?: Moment
}

interface Moment {
  date: boolean
  tz: string
  clock: number
  utc: number
}

const OWN = new Set(
  'UID DTSTAMP LAST-MODIFIED SEQUENCE DTSTART DTEND DURATION SUMMARY DESCRIPTION LOCATION STATUS RRULE EXDATE RDATE RECURRENCE-ID'.split(
    ' ',
  ),
)
const MAX_EXTRA_BYTES = 200_000
const MAX_DATES = 5000
const MAX_DURATION = 3660 * DAY

/** How the zones of a file are called there and here. */
export function zonesOf(calendar: Component): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const zone of calendar.children.filter(child => child.name === 'VTIMEZONE')) {
    const value = (name: string) => zone.lines.find(line => line.name === name)?.value
    const id = value('TZID')
    if (id) found.set(id, zoneNamed(id, value('X-LIC-LOCATION')))
  }
  return found
}

export interface Zones {
  named: Map<string, string | undefined>
  /** For times that name none. */
  own: string
}

function momentOf(line: CalendarLine, value: string, zones: Zones): Moment {
  const text = value.trim().toUpperCase()
  const shown = clockOf(text)
  if (shown === undefined || shown < FIRST_MS || shown > LAST_MS)
    throw bad(`${line.name} is no date that can be used`, `${line.name} — не дата, которую можно взять`)
  const { TZID: id } = line.params
  if (!text.includes('T')) return { date: true, tz: zones.own, clock: shown, utc: utcOf(zones.own, shown) }
  if (text.endsWith('Z')) return { date: false, tz: 'UTC', clock: shown, utc: shown }
  const tz = id ? (zones.named.get(id) ?? zoneNamed(id)) : zones.own
  if (!tz) throw bad(`the time zone ${id!.slice(0, 80)} is unknown`, `часовой пояс ${id!.slice(0, 80)} неизвестен`)
  return { date: false, tz, clock: shown, utc: utcOf(tz, shown) }
}

const propertyOf = (component: Component, name: string) => component.lines.find(line => line.name === name)

const textOf = (component: Component, name: string, max: number) =>
  Array.from(unescapeText(propertyOf(component, name)?.value ?? '').slice(0, max * 2))
    .slice(0, max)
    .join('')
    .toWellFormed()

function lengthOf(component: Component, start: Moment, zones: Zones): number {
  const end = propertyOf(component, 'DTEND')
  const written = propertyOf(component, 'DURATION')
  let length = start.date ? DAY : 0
  if (end) {
    const moment = momentOf(end, end.value, zones)
    if (moment.date !== start.date)
      throw bad('DTSTART and DTEND are of different kinds', 'DTSTART и DTEND разного вида')
    length = start.date ? moment.clock - start.clock : moment.utc - start.utc
    // Files from the wild end all-day events on the day they begin.
    if (start.date && length === 0) length = DAY
  } else if (written) {
    const duration = parseDuration(written.value)
    if (!duration) throw bad('DURATION cannot be read', 'DURATION не читается')
    length = start.date
      ? duration.days * DAY
      : utcOf(start.tz, start.clock + duration.days * DAY) + duration.ms - start.utc
  }
  if (length < 0 || (start.date && length === 0))
    throw bad('it ends before it starts', 'оно кончается раньше, чем начинается')
  if (length > MAX_DURATION) throw bad('it lasts longer than ten years', 'оно длится больше десяти лет')
  return length
}

/** Dates of EXDATE and RDATE on the clock of the event. */
function datesOf(component: Component, name: string, start: Moment, zones: Zones): number[] {
  const found: number[] = []
  for (const line of component.lines.filter(candidate => candidate.name === name))
    for (const value of line.value.split(',')) {
      const moment = momentOf(line, value.split('/')[0]!, zones)
      found.push(clockIn(moment, start))
      if (found.length > MAX_DATES) throw bad(`it has too many of ${name}`, `в нём слишком много ${name}`)
    }
  return [...new Set(found)].sort((a, b) => a - b)
}

/** A moment on the clock of another: a date stays a date, and stands for the start of that day's occurrence. */
export function clockIn(moment: Moment, start: { date: boolean; tz: string; clock: number }): number {
  if (start.date) return midnight(moment.clock)
  if (moment.date) return moment.clock + (start.clock - midnight(start.clock))
  return moment.tz === start.tz ? moment.clock : localOf(start.tz, moment.utc)
}

function ruleIn(component: Component): string {
  const lines = component.lines.filter(line => line.name === 'RRULE')
  if (lines.length === 0) return ''
  if (lines.length > 1) throw bad('it has several rules', 'в нём несколько правил')
  const text = lines[0]!.value.trim().toUpperCase()
  try {
    parseRule(text)
    return text
  } catch (error) {
    if (!(error instanceof BadRule)) throw error
    throw bad(`RRULE: ${error.part} ${error.reason.en}`, `RRULE: ${error.part} ${error.reason.ru}`)
  }
}

function statusOf(component: Component): EventStatus {
  const status = propertyOf(component, 'STATUS')?.value.trim().toLowerCase()
  return status === 'tentative' || status === 'cancelled' ? status : 'confirmed'
}

function extraOf(component: Component): { extra: string[]; alarms: string[] } {
  const extra = component.lines.filter(line => !OWN.has(line.name)).map(line => line.text)
  const alarms = component.children.filter(child => child.name === 'VALARM' && !child.broken).map(writtenAs)
  for (const child of component.children)
    if (child.name !== 'VALARM' && !child.broken) extra.push(...writtenAs(child).split('\n'))
  if (Buffer.byteLength([...extra, ...alarms].join()) > MAX_EXTRA_BYTES)
    throw bad('it is larger than 200 KB', 'оно больше 200 КБ')
  return { extra, alarms }
}

const writtenAs = (component: Component): string =>
  [
    `BEGIN:${component.name}`,
    ...component.lines.map(line => line.text),
    ...component.children.map(writtenAs),
    `END:${component.name}`,
  ].join('\n')

/** Throws BadComponent for a VEVENT that cannot be taken. */
export function readEvent(component: Component, zones: Zones): ReadEvent {
  if (component.broken) throw bad(component.broken, 'его нельзя прочитать до конца')
  const uid = propertyOf(component, 'UID')?.value.trim() ?? ''
  if (uid === '' || uid.length > 1000) throw bad('it has no UID', 'в нём нет UID')
  const begin = propertyOf(component, 'DTSTART')
  if (!begin) throw bad('it has no DTSTART', 'в нём нет DTSTART')
  const start = momentOf(begin, begin.value, zones)
  const duration = lengthOf(component, start, zones)
  const replaced = propertyOf(component, 'RECURRENCE-ID')
  if (replaced?.params.RANGE) throw bad('RANGE is not understood', 'RANGE не поддерживается')
  const { extra, alarms } = extraOf(component)
  const minutes = alarms.map(alarm => alarmMinutes(alarm.split('\n'))).filter(value => value !== undefined)
  return {
    uid,
    title: textOf(component, 'SUMMARY', MAX_TITLE) || '—',
    description: textOf(component, 'DESCRIPTION', MAX_DESCRIPTION),
    location: textOf(component, 'LOCATION', MAX_LOCATION),
    status: statusOf(component),
    all_day: start.date,
    tz: start.tz,
    starts_clock: start.clock,
    duration,
    starts_ms: start.utc,
    ends_ms: start.date ? utcOf(start.tz, start.clock + duration) : start.utc + duration,
    reminders: [...new Set(minutes)].sort((a, b) => a - b).slice(0, MAX_REMINDERS),
    extra,
    alarms,
    sequence: Math.min(Number(/^\d{1,9}$/.exec(propertyOf(component, 'SEQUENCE')?.value.trim() ?? '')?.[0] ?? 0), 1e9),
    rrule: replaced ? '' : ruleIn(component),
    exdates: replaced ? [] : datesOf(component, 'EXDATE', start, zones),
    rdates: replaced ? [] : datesOf(component, 'RDATE', start, zones),
    ...(replaced ? { recurrence: momentOf(replaced, replaced.value, zones) } : {}),
  }
}
