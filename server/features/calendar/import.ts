import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction } from '../../context.ts'
import { nextNumber } from '../../db/numbers.ts'
import { AppError, InvalidInput } from '../../lib/errors.ts'
import { BadCalendar, type Component, parseCalendars } from '../../lib/icalendar/lines.ts'
import type { Words } from '../../lib/language.ts'
import { type Changing, zoneOf } from './change.ts'
import { BadComponent, clockIn, type ReadEvent, readEvent, zonesOf } from './ics-read.ts'
import { calendarText } from './ics-write.ts'
import {
  type EventRow,
  eventsByUid,
  insertEvent,
  type NewEvent,
  nextRevision,
  type Override,
  setOverrides,
  updateEvent,
} from './queries.ts'
import { completed } from './series.ts'

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

const noCalendar = (reason: string) =>
  new AppError('unsupported', 'not_a_calendar', {
    en: `This is not an iCalendar file: ${reason}. Send a file that begins with BEGIN:VCALENDAR.`,
    ru: 'Это не файл iCalendar. Отправьте файл, который начинается с BEGIN:VCALENDAR.',
  })

const tooMany = () =>
  new AppError('too_large', 'too_many_events', {
    en: `The file has more than ${MAX_EVENTS} events. Split it.`,
    ru: `В файле больше ${MAX_EVENTS} событий. Разделите его.`,
  })

const tooHard = () =>
  new AppError('too_large', 'calendar_too_hard', {
    en: 'The rules in this file take too long to work out. Import fewer events at once.',
    ru: 'Правила в этом файле слишком долго разбирать. Импортируйте меньше событий за раз.',
  })

/** Others are served in between, and a file made to keep the service busy is given up. */
function patience(): () => Promise<void> {
  let left = WORK_MS
  let began = performance.now()
  return async () => {
    const worked = performance.now() - began
    if (worked < TURN_MS) return
    left -= worked
    if (left < 0) throw tooHard()
    await new Promise(resolve => setImmediate(resolve))
    began = performance.now()
  }
}

const TURN_MS = 25
const WORK_MS = 15_000

/** Reads a file; what is broken in it is told, the rest is taken. */
export async function readCalendar(text: string, ownZone: string): Promise<ReadCalendar> {
  let calendars: Component[]
  try {
    calendars = parseCalendars(text)
  } catch (error) {
    if (error instanceof BadCalendar) throw noCalendar(error.message)
    throw error
  }
  const problems: Problem[] = []
  const groups = new Map<string, { read: ReadEvent; at: number }[]>()
  const others = new Set<string>()
  let count = 0
  const pause = patience()
  for (const calendar of calendars) {
    const zones = { named: zonesOf(calendar), own: ownZone }
    for (const component of calendar.children) {
      if (component.name !== 'VEVENT') {
        if (component.name !== 'VTIMEZONE') others.add(component.name)
        continue
      }
      if (++count > MAX_EVENTS) throw tooMany()
      await pause()
      guard(problems, component, () => {
        const read = readEvent(component, zones)
        groups.set(read.uid, [...(groups.get(read.uid) ?? []), { read, at: component.at }])
      })
    }
  }
  const series: ReadSeries[] = []
  for (const [uid, group] of groups) {
    await pause()
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

export interface ImportReport {
  created: number
  updated: number
  unchanged: number
  problems: Problem[]
  others: string[]
}

/** All in one transaction: the file's good events are there together, or, when the service fails, none is. */
export async function importCalendar(context: Changing, actor: Actor, text: string): Promise<ImportReport> {
  const { series, problems, others } = await readCalendar(text, await zoneOf(context, actor))
  const report = { created: 0, updated: 0, unchanged: 0, problems, others }
  if (series.length === 0) return report
  await inTransaction(context, async tx => {
    const revision = await nextRevision(tx.db, actor)
    const known = await eventsByUid(
      tx.db,
      actor,
      series.map(({ event }) => event.uid),
    )
    const fresh = series.filter(({ event }) => !known.has(event.uid))
    const last = fresh.length > 0 ? await nextNumber(tx.db, actor.ownerId, 'event', { by: fresh.length }) : 0
    let number = last - fresh.length
    for (const { event, overrides } of fresh)
      await storeNew(tx, actor, { ...event, number: ++number }, overrides, revision)
    report.created = fresh.length
    for (const one of series) {
      const before = known.get(one.event.uid)
      if (!before) continue
      const isSame = sameAs(before, one)
      report[isSame ? 'unchanged' : 'updated']++
      if (!isSame) await storeOver(tx, actor, before, one, revision)
    }
  })
  return report
}

export async function storeNew(
  tx: Changing,
  actor: Actor,
  event: NewEvent,
  overrides: Override[],
  revision: number,
): Promise<void> {
  await insertEvent(tx.db, actor, event, revision)
  if (overrides.length > 0) await setOverrides(tx.db, actor, event.id, overrides)
}

/** Replaces a stored event, which keeps its id, its number and its place. */
export async function storeOver(
  tx: Changing,
  actor: Actor,
  before: EventRow,
  { event, overrides }: ReadSeries,
  revision: number,
): Promise<void> {
  const { id, number, resource } = before
  await updateEvent(tx.db, actor, { ...event, id, number, resource }, revision)
  await setOverrides(tx.db, actor, id, overrides)
}

/** Whether both would be written as the same lines; when something was changed last is not counted. */
export function sameAs(before: EventRow, { event, overrides }: ReadSeries): boolean {
  const plain = (row: EventRow) =>
    calendarText([{ ...row, updated_ms: 0, overrides: row.overrides }]).replace(/^SEQUENCE:.*\r\n/gm, '')
  const after: EventRow = {
    ...event,
    overrides,
    revision: 0,
    updated_ms: 0,
    resource: before.resource,
    hidden: before.hidden,
    made_from: before.made_from,
  }
  return plain(before) === plain(after)
}
