import { v7 as uuidv7 } from 'uuid'
import { InvalidInput } from '../../lib/errors.ts'
import { BadCalendar, type Component, parseCalendars } from '../../lib/icalendar/lines.ts'
import type { Words } from '../../lib/language.ts'
import { BadComponent, clockIn, type ReadEvent, readEvent, zonesOf } from './ics-read.ts'
import type { NewEvent, Override } from './queries.ts'
import { completed } from './series.ts'

/** An iCalendar file as events to be stored. Runs beside the main thread: plain data in and out. */

export const MAX_EVENTS = 10_000

/** An event with all that differs from it, ready to be stored. */
export interface ReadSeries {
  event: NewEvent
  overrides: Override[]
}

export interface Problem {
  uid: string
  line: number
  words: Words
}

export interface ReadCalendar {
  series: ReadSeries[]
  problems: Problem[]
  /** Names of components that are not events, such as VTODO. */
  others: string[]
}

/** Why nothing of it can be taken. */
export type CalendarRefusal = { refused: 'not_a_calendar'; reason: string } | { refused: 'too_many' }

/** Reads a file; what is broken in it is told, the rest is taken. */
export function readCalendarText({ text, ownZone }: { text: string; ownZone: string }): ReadCalendar | CalendarRefusal {
  let calendars: Component[]
  try {
    calendars = parseCalendars(text)
  } catch (error) {
    if (error instanceof BadCalendar) return { refused: 'not_a_calendar', reason: error.message }
    throw error
  }
  const problems: Problem[] = []
  const groups = new Map<string, { read: ReadEvent; at: number }[]>()
  const others = new Set<string>()
  let count = 0
  for (const calendar of calendars) {
    const zones = { named: zonesOf(calendar), own: ownZone }
    for (const component of calendar.children) {
      if (component.name !== 'VEVENT') {
        if (component.name !== 'VTIMEZONE') others.add(component.name)
        continue
      }
      if (++count > MAX_EVENTS) return { refused: 'too_many' }
      guard(problems, component, () => {
        const read = readEvent(component, zones)
        groups.set(read.uid, [...(groups.get(read.uid) ?? []), { read, at: component.at }])
      })
    }
  }
  const series: ReadSeries[] = []
  for (const [uid, group] of groups) {
    guard(problems, { uid, at: group[0]!.at }, () => series.push(joined(group.map(({ read }) => read))))
  }
  return { series, problems, others: [...others] }
}

function guard(problems: Problem[], where: Component | { uid: string; at: number }, work: () => void): void {
  const uid = 'uid' in where ? where.uid : (where.lines.find(line => line.name === 'UID')?.value.slice(0, 200) ?? '')
  try {
    work()
  } catch (error) {
    if (error instanceof BadComponent) problems.push({ uid, line: where.at, words: error.words })
    else if (error instanceof InvalidInput)
      problems.push({
        uid,
        line: where.at,
        words: error.complaints[0]!.words ?? { en: 'bad value', ru: 'неверное значение' },
      })
    else throw error
  }
}

/** The master and those that differ from it; without a master the first stands for itself. */
function joined(group: ReadEvent[]): ReadSeries {
  const master = group.findLast(read => !read.recurrence) ?? group[0]!
  const start = { date: master.all_day, tz: master.tz, clock: master.starts_clock }
  const differing = new Map<number, Override>()
  for (const read of group) {
    if (read === master || !read.recurrence) continue
    const clock = clockIn(read.recurrence, start)
    const { uid: _uid, rrule: _rrule, exdates: _exdates, rdates: _rdates, recurrence: _recurrence, ...facts } = read
    differing.set(clock, { ...facts, clock })
  }
  const { recurrence: _recurrence, ...event } = master
  const overrides = [...differing.values()].sort((a, b) => a.clock - b.clock)
  const id = uuidv7()
  return { event: completed({ ...event, id, number: 0, resource: `${id}.ics` }, overrides), overrides }
}
