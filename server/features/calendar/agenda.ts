import type { Actor, Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { localOf, utcOf, withOffset } from '../../lib/time-zones.ts'
import { zoneOf } from './change.ts'
import { type DayNames, dayNames } from './days.ts'
import { linedUp } from './expand.ts'
import { type Shown, TOGETHER } from './expansion.ts'
import type { Occurrence, Window } from './occurrences.ts'
import { iso, recurrenceLabel } from './present.ts'
import { type AgendaTaskRow, agendaRows, type Override } from './queries.ts'
import { reminderNote } from './reminder-note.ts'
import type { AgendaQuery } from './schema.ts'
import { DAY, instantIn, midnight, zoneIn } from './times.ts'

const DEFAULT_DAYS = 14
const DEFAULT_LIMIT = 200
const MAX_WINDOW = 20 * 366 * DAY
interface Line {
  start: number
  end: number
  event?: Shown
  occurrence?: Occurrence<Override>
  conflict?: boolean
  task?: AgendaTaskRow
}

export async function agenda(
  context: Needs<'db' | 'mail' | 'messenger' | 'compute'>,
  actor: Actor,
  query: AgendaQuery,
) {
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
    events: TOGETHER,
  })
  const found = await linedUp(context, actor.ownerId, { events: rows.events, window, today, now, limit })
  const lines: Line[] = found.entries.map(({ event, ...entry }) => ({ ...entry, event: found.shown.get(event)! }))
  const tasks: Line[] = rows.tasks.map(task => ({ start: task.due_ms, end: task.due_ms, task }))
  const shown = inOrder([...lines, ...tasks]).slice(0, limit)
  const names = dayNames(actor.language, todayClock)
  const labels = new Map<Shown, string>()
  const labelOf = (event: Shown) => {
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
            conflict: line.conflict ?? false,
            label: labelOf(line.event!),
            day: names(localOf(tz, line.start)),
          }),
    ),
    since: iso(window.since),
    until: iso(window.until),
    tz,
    today: found.today + rows.due.today,
    upcoming: found.upcoming + rows.due.upcoming,
    truncated: found.cut || found.total + rows.due.total > shown.length,
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

const rank = (line: Line) => (line.event?.all_day ? 0 : 1)

const inOrder = (lines: Line[]) =>
  lines.sort(
    (a, b) =>
      a.start - b.start ||
      rank(a) - rank(b) ||
      (a.event?.number ?? a.task!.number) - (b.event?.number ?? b.task!.number) ||
      (a.event ? 0 : 1) - (b.event ? 0 : 1),
  )

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
    recurring: event.recurring,
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
