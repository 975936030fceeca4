import { type Occurrence, occurrences, type Recurring, type Window } from './occurrences.ts'
import type { AgendaEvent, Override } from './queries.ts'

/** What takes long of a calendar: series written out within a window. Runs beside the main thread; plain data in and out. */

/** One series gives so many at most, all together so many: what is beyond is cut off, and said. */
const PER_SERIES = 1000
export const TOGETHER = 50_000

/** What is shown of an event beside its occurrences. */
export type Shown = Omit<AgendaEvent, 'overrides' | 'exdates' | 'rdates'> & { recurring: boolean }

interface Entry {
  start: number
  end: number
  /** Which of the events. */
  event: number
  occurrence: Occurrence<Override>
}

export interface ToLineUp {
  /** JSON of them. */
  events: string
  window: Window
  /** Of the day that is called today. */
  today: [number, number]
  now: number
  /** How many are shown. */
  limit: number
}

export interface LinedUp {
  entries: (Entry & { conflict: boolean })[]
  /** Those that have entries, by their places. */
  shown: Map<number, Shown>
  total: number
  today: number
  upcoming: number
  cut: boolean
}

/** The first occurrences of all events in order, those that overlap others marked, and counts of them all. */
export function lineUp({ events: json, ...input }: ToLineUp): LinedUp {
  const all = JSON.parse(json) as AgendaEvent[]
  const found = lineUpEvents(all.slice(0, TOGETHER), input)
  return { ...found, cut: found.cut || all.length > TOGETHER }
}

/** A week of appointments costs less than a message to a thread. */
const FEW_SERIES = 10

export const isLight = (events: Recurring[]) =>
  events.filter(({ rrule }) => rrule !== '').length <= FEW_SERIES &&
  events.every(({ rrule }) => rrule === '' || /FREQ=(DAILY|WEEKLY)/.test(rrule))

export function lineUpEvents(events: AgendaEvent[], { window, today, now, limit }: Omit<ToLineUp, 'events'>): LinedUp {
  const { lines, cut } = gather(events, window)
  const all = inOrder(lines, events)
  const shown = all.slice(0, limit)
  const conflicts = conflicting(shown, events, window)
  return {
    entries: shown.map(line => ({ ...line, conflict: conflicts.has(line) })),
    shown: new Map(shown.map(({ event }) => [event, shownOf(events[event]!)])),
    total: all.length,
    today: all.filter(({ start }) => start >= today[0] && start < today[1]).length,
    upcoming: all.filter(({ start }) => start > now).length,
    cut,
  }
}

function shownOf({ overrides: _, exdates: __, rdates, ...event }: AgendaEvent): Shown {
  return { ...event, recurring: event.rrule !== '' || rdates.length > 0 }
}

/** Which of the events have an occurrence in the window. */
export const touching = ({ events, window }: { events: Recurring[]; window: Window }): boolean[] =>
  events.map(event => {
    let hit = false
    occurrences(event, window, 1, () => {
      hit = true
    })
    return hit
  })

/** All occurrences, within both bounds. When there are too many together, the latest go, and the window with them. */
function gather(events: AgendaEvent[], window: Window): { lines: Entry[]; cut: boolean } {
  let lines: Entry[] = []
  let cut = false
  let { until } = window
  for (const [at, event] of events.entries()) {
    const more = occurrences(event, { ...window, until }, PER_SERIES, occurrence =>
      lines.push({ start: occurrence.start, end: occurrence.end, event: at, occurrence }),
    )
    cut ||= more
    if (lines.length < 2 * TOGETHER) continue
    lines = inOrder(lines, events).slice(0, TOGETHER)
    until = lines.at(-1)!.start
    cut = true
  }
  if (lines.length <= TOGETHER) return { lines, cut }
  return { lines: inOrder(lines, events).slice(0, TOGETHER), cut: true }
}

const inOrder = (lines: Entry[], events: AgendaEvent[]) =>
  lines.sort((a, b) => {
    const [one, other] = [events[a.event]!, events[b.event]!]
    return a.start - b.start || Number(other.all_day) - Number(one.all_day) || one.number - other.number
  })

/** Those of the shown timed events that overlap another, which may itself lie outside the window. */
function conflicting(shown: Entry[], events: AgendaEvent[], window: Window): Set<Entry> {
  const isTimed = (line: Entry) => !(line.occurrence.override ?? events[line.event]!).all_day
  const timed = shown.filter(isTimed)
  if (timed.length === 0) return new Set()
  const reach = {
    ...window,
    since: timed[0]!.start,
    until: timed.reduce((end, line) => Math.max(end, line.end), 0) + 1,
  }
  const { lines } = gather(events, reach)
  const others = inOrder(
    lines.filter(line => isTimed(line) && line.end > line.start),
    events,
  )
  const nameOf = (line: Entry) => `${line.event} ${line.occurrence.clock}`
  const found = new Set<string>()
  let latest: Entry | undefined
  for (const line of others) {
    if (latest && line.start < latest.end) {
      found.add(nameOf(line))
      found.add(nameOf(latest))
    }
    if (!latest || line.end > latest.end) latest = line
  }
  return new Set(timed.filter(line => found.has(nameOf(line))))
}
