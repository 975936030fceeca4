import {
  BadCalendar,
  type CalendarLine,
  escapeText,
  linesToText,
  parseCalendars,
  unescapeText,
} from '../../../lib/icalendar/lines.ts'
import { clockOf } from '../../../lib/recurrence/rule.ts'
import { isTimeZone, utcOf } from '../../../lib/time-zones.ts'
import type { Task } from '../../tasks/index.ts'

/** A task as a VTODO, and what of one may be changed. */

const basic = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '')

/** Ids begin with the moment in which they were made. */
const madeAt = ({ id }: Task) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))

export const todoText = (task: Task): string =>
  linesToText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dossier//Dossier//EN',
    'BEGIN:VTODO',
    `UID:${task.id}`,
    `DTSTAMP:${basic(madeAt(task))}`,
    `CREATED:${basic(madeAt(task))}`,
    `SUMMARY:${escapeText(task.title)}`,
    ...(task.due_at ? [`DUE:${basic(task.due_at)}`] : []),
    `STATUS:${task.status === 'done' ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    ...(task.done_at ? [`COMPLETED:${basic(task.done_at)}`, 'PERCENT-COMPLETE:100'] : []),
    'END:VTODO',
    'END:VCALENDAR',
  ])

export interface TodoChange {
  uid: string
  title: string | undefined
  status: 'open' | 'done'
  dueAt: Date | null
}

/** Undefined for what is no single task. */
export function readTodo(text: string, zone: string): TodoChange | undefined {
  const lines = todoLines(text)
  if (!lines) return undefined
  const value = (name: string) => lines.find(line => line.name === name)
  const due = value('DUE')
  const dueAt = due ? momentOf(due, zone) : null
  if (dueAt === undefined) return undefined
  const status = value('STATUS')?.value.trim().toUpperCase()
  const isDone = status === 'COMPLETED' || (status === undefined && value('COMPLETED') !== undefined)
  const title = value('SUMMARY')
  return {
    uid: value('UID')?.value.trim() ?? '',
    title: title && unescapeText(title.value).trim(),
    status: isDone ? 'done' : 'open',
    dueAt,
  }
}

function todoLines(text: string): CalendarLine[] | undefined {
  try {
    const [calendar, ...others] = parseCalendars(text)
    const [todo, ...more] = (calendar?.children ?? []).filter(({ name }) => name !== 'VTIMEZONE')
    return todo?.name === 'VTODO' && more.length + others.length === 0 && !todo.broken ? todo.lines : undefined
  } catch (error) {
    if (error instanceof BadCalendar) return undefined
    throw error
  }
}

/** A day is due when it begins, by the clock of its owner; a time without a zone, too. */
function momentOf({ value, params }: CalendarLine, zone: string): Date | undefined {
  const clock = clockOf(value.trim())
  if (clock === undefined) return undefined
  if (value.trim().endsWith('Z')) return new Date(clock)
  const named = params.TZID && isTimeZone(params.TZID) ? params.TZID : zone
  return new Date(utcOf(named, clock))
}
