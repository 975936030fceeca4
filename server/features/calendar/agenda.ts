import type { Actor, Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { localOf, utcOf, withOffset } from '../../lib/time-zones.ts'
import { zoneOf } from './change.ts'
import { type DayNames, dayNames } from './days.ts'
import { type Occurrence, occurrences, type Window } from './occurrences.ts'
import { iso, recurrenceLabel } from './present.ts'
import { type AgendaEvent, type AgendaTaskRow, agendaRows, type Override } from './queries.ts'
import { reminderNote } from './reminder-note.ts'
import type { AgendaQuery } from './schema.ts'
import { DAY, instantIn, midnight, zoneIn } from './times.ts'

const DEFAULT_DAYS = 14
const DEFAULT_LIMIT = 200
const MAX_WINDOW = 20 * 366 * DAY
/** One series gives so many at most, all together so many: what is beyond is cut off, and said. */
const PER_SERIES = 1000
const TOGETHER = 50_000

interface Line {
  start: number
  end: number
  event?: AgendaEvent
  occurrence?: Occurrence<Override>
  task?: AgendaTaskRow
}

export async function agenda(context: Needs<'db' | 'mail' | 'messenger'>, actor: Actor, query: AgendaQuery) {
  const owner = await zoneOf(context, actor)
  const tz = query.tz ? zoneIn(['query', 'tz'], query.tz) : owner
  const now = Date.now()
  const window = windowOf(query, tz, now)
  const limit = query.limit ?? DEFAULT_LIMIT
  const todayClock = midnight(localOf(tz, now))
  const today: [number, number] = [utcOf(tz, todayClock), utcOf(tz, todayClock + DAY)]
  const rows = await agendaRows(context.db, actor, {
    ...window,
    today,
    now,
    tasks: query.include_tasks === false ? 0 : limit,
  })
  const { lines, cut } = gather(rows.events, window)
  const tasks: Line[] = rows.tasks.map(task => ({ start: task.due_ms, end: task.due_ms, task }))
  const all = inOrder([...lines, ...tasks])
  const shown = all.slice(0, limit)
  const conflicts = conflicting(shown, rows.events, window)
  const names = dayNames(actor.language, todayClock)
  const labels = new Map<AgendaEvent, string>()
  const labelOf = (event: AgendaEvent) => {
    const known = labels.get(event) ?? recurrenceLabel(event, actor.language)
    labels.set(event, known)
    return known
  }
  return {
    items: shown.map(line =>
      line.task
        ? taskLine(line.task, owner, now, names(localOf(tz, line.start)))
        : eventLine(line, {
            now,
            conflict: conflicts.has(line),
            label: labelOf(line.event!),
            day: names(localOf(tz, line.start)),
          }),
    ),
    since: iso(window.since),
    until: iso(window.until),
    tz,
    today: lines.filter(({ start }) => start >= today[0] && start < today[1]).length + rows.due.today,
    upcoming: lines.filter(({ start }) => start > now).length + rows.due.upcoming,
    truncated: cut || lines.length + rows.due.total > shown.length,
    reminder_note: await reminderNote(context, actor),
  }
}

function windowOf(query: AgendaQuery, tz: string, now: number): Window {
  const since = query.since ? instantIn(['query', 'since'], query.since, tz).utc : utcOf(tz, midnight(localOf(tz, now)))
  const until = query.until
    ? instantIn(['query', 'until'], query.until, tz).utc
    : utcOf(tz, localOf(tz, since) + (query.days ?? DEFAULT_DAYS) * DAY)
  if (until <= since)
    throw invalid(
      ['query', 'until'],
      'value_error',
      {
        en: 'The window ends before it begins. Give a later until.',
        ru: 'Окно кончается раньше, чем начинается. Укажите until позже.',
      },
      query.until,
    )
  if (until - since > MAX_WINDOW)
    throw invalid(
      ['query', 'until'],
      'value_error',
      { en: 'The window is longer than 20 years. Ask for less.', ru: 'Окно длиннее 20 лет. Запросите меньше.' },
      query.until,
    )
  return { since, until, tz }
}

/** All occurrences, within both bounds. When there are too many together, the latest go, and the window with them. */
function gather(events: AgendaEvent[], window: Window): { lines: Line[]; cut: boolean } {
  let lines: Line[] = []
  let cut = false
  let { until } = window
  for (const event of events) {
    const more = occurrences(event, { ...window, until }, PER_SERIES, occurrence =>
      lines.push({ start: occurrence.start, end: occurrence.end, event, occurrence }),
    )
    cut ||= more
    if (lines.length < 2 * TOGETHER) continue
    lines = inOrder(lines).slice(0, TOGETHER)
    until = lines.at(-1)!.start
    cut = true
  }
  if (lines.length <= TOGETHER) return { lines, cut }
  return { lines: inOrder(lines).slice(0, TOGETHER), cut: true }
}

const rank = (line: Line) => (line.event?.all_day ? 0 : 1)

const inOrder = (lines: Line[]) =>
  lines.sort(
    (a, b) =>
      a.start - b.start ||
      rank(a) - rank(b) ||
      (a.event?.number ?? a.task!.number) - (b.event?.number ?? b.task!.number) ||
      (a.event ? 0 : 1) - (b.event ? 0 : 1),
  )

const isTimed = (line: Line) => line.event !== undefined && !(line.occurrence!.override ?? line.event).all_day

/** Those of the shown timed events that overlap another, which may itself lie outside the window. */
function conflicting(shown: Line[], events: AgendaEvent[], window: Window): Set<Line> {
  const timed = shown.filter(isTimed)
  if (timed.length === 0) return new Set()
  const reach = {
    ...window,
    since: timed[0]!.start,
    until: timed.reduce((end, line) => Math.max(end, line.end), 0) + 1,
  }
  const { lines } = gather(events, reach)
  const others = inOrder(lines.filter(line => isTimed(line) && line.end > line.start))
  const found = new Set<string>()
  let latest: Line | undefined
  for (const line of others) {
    if (latest && line.start < latest.end) {
      found.add(nameOf(line))
      found.add(nameOf(latest))
    }
    if (!latest || line.end > latest.end) latest = line
  }
  return new Set(timed.filter(line => found.has(nameOf(line))))
}

const nameOf = (line: Line) => `${line.event!.id} ${line.occurrence!.clock}`

function eventLine(line: Line, seen: { now: number; conflict: boolean; label: string; day: DayNames }) {
  const event = line.event!
  const { override, clock } = line.occurrence!
  const shown = override ?? event
  return {
    id: event.id,
    number: event.number,
    title: shown.title,
    starts_at: iso(line.start),
    ends_at: iso(line.end),
    occurrence_at: iso(clock === event.starts_clock ? event.starts_ms : utcOf(event.tz, clock)),
    ...seen.day,
    kind: 'event' as const,
    all_day: shown.all_day,
    conflict: seen.conflict,
    past: line.end <= seen.now && line.start < seen.now,
    recurring: event.rrule !== '' || event.rdates.length > 0,
    location: shown.location,
    recurrence_label: seen.label,
    reminders: shown.reminders,
    task: null,
  }
}

function taskLine(task: AgendaTaskRow, owner: string, now: number, day: DayNames) {
  const due = withOffset(owner, task.due_ms)
  const overdue = task.due_ms < now
  return {
    id: task.id,
    number: task.number,
    title: task.title,
    starts_at: due,
    ends_at: due,
    occurrence_at: due,
    ...day,
    kind: 'task' as const,
    all_day: false,
    conflict: false,
    past: overdue,
    recurring: false,
    location: '',
    recurrence_label: '',
    reminders: [],
    task: {
      id: task.id,
      number: task.number,
      title: task.title,
      assignee: task.assignee,
      due_at: due,
      overdue,
      status: 'open',
    },
  }
}
