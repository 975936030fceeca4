import { Circle, MapPin, Repeat, TriangleAlert } from 'lucide-react'
import type { Schemas } from '../../api/openapi.ts'
import { cx } from '../../lib/class-names.ts'
import { closeTask, type PlacedEvent } from './agenda.ts'
import { clockTime, clockTimes, dueTime } from './names.ts'
import { AgendaSource } from './task-source.tsx'
import { calendarWords } from './words.ts'

interface ChipProps {
  placed: PlacedEvent
  onOpen: (placed: PlacedEvent) => void
  /** Begun on an earlier day: the time was said there. */
  continues?: boolean
}

/** One line in a day of the month. */
export function Chip({ placed, onOpen, continues }: ChipProps) {
  const t = calendarWords.use()
  const { item, from } = placed
  if (item.kind === 'task') return <TaskChip placed={placed} />
  const title = item.title || t.untitled
  return (
    <button
      type="button"
      onClick={() => onOpen(placed)}
      className={cx(
        'relative flex h-6 min-w-0 items-center gap-1 rounded-sm px-1.5 text-left text-xs',
        item.all_day
          ? 'bg-accent text-on-accent hover:bg-accent-hover'
          : item.past
            ? 'bg-hover text-ink-soft hover:bg-press'
            : 'bg-accent-soft text-accent-ink hover:bg-press',
      )}
    >
      {!item.all_day && !continues && <span className="figures shrink-0">{clockTime(from)}</span>}
      <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
      {item.conflict && <TriangleAlert aria-label={t.conflict} className="size-3 shrink-0 text-careful" />}
    </button>
  )
}

function TaskChip({ placed: { item, from } }: { placed: PlacedEvent }) {
  const t = calendarWords.use()
  return (
    <button
      type="button"
      aria-label={t.closeTask(item.title)}
      title={item.title}
      onClick={() => void closeTask(item.task!, 'done')}
      className={cx(
        'relative flex h-6 min-w-0 items-center gap-1 rounded-sm px-1.5 text-left text-xs hover:bg-hover',
        item.task?.overdue ? 'text-wrong' : 'text-ink',
      )}
    >
      <Circle aria-hidden className="size-3 shrink-0" />
      {dueTime(from) && <span className="figures shrink-0">{dueTime(from)}</span>}
      <span className="min-w-0 flex-1 truncate">{item.title}</span>
    </button>
  )
}

/** The lines of one day, in full. */
export function DayLines({
  items,
  onOpen,
  empty,
}: {
  items: PlacedEvent[]
  onOpen: (placed: PlacedEvent) => void
  empty: string
}) {
  if (items.length === 0) return <p className="text-sm text-ink-faint">{empty}</p>
  return (
    <ul className="flex flex-col gap-1">
      {items.map(placed => (
        <li key={placed.key}>
          {placed.item.kind === 'task' ? <TaskLine placed={placed} /> : <EventLine placed={placed} onOpen={onOpen} />}
        </li>
      ))}
    </ul>
  )
}

const LINE =
  'touchable grid min-h-11 w-full grid-cols-[6.5rem_1fr_auto] items-center gap-3 rounded px-3 py-1.5 text-left'

function EventLine({ placed, onOpen }: ChipProps) {
  const t = calendarWords.use()
  const { item, from, to } = placed
  return (
    <button type="button" onClick={() => onOpen(placed)} className={cx(LINE, 'hover:bg-hover')}>
      <span className="figures flex items-center gap-2 text-sm text-ink-soft">
        <span aria-hidden className={cx('h-7 w-1 shrink-0 rounded-full', item.past ? 'bg-line-strong' : 'bg-accent')} />
        {item.all_day ? t.allDay : clockTimes(from, to)}
      </span>
      <span className="min-w-0">
        <span className={cx('line-clamp-6 text-base font-medium wrap-anywhere', item.past && 'text-ink-soft')}>
          {item.title || t.untitled}
        </span>
        {item.location && (
          <span className="flex min-w-0 items-center gap-1 text-xs text-ink-faint">
            <MapPin aria-hidden className="size-3 shrink-0" />
            <span className="truncate">{item.location}</span>
          </span>
        )}
      </span>
      <span className="flex items-center gap-1.5">
        {item.conflict && <TriangleAlert aria-label={t.conflict} className="size-4 text-careful" />}
        {item.recurring && (
          <Repeat aria-label={item.recurrence_label || t.recurring} className="size-3.5 text-ink-faint" />
        )}
      </span>
    </button>
  )
}

function TaskLine({ placed: { item, from } }: { placed: PlacedEvent }) {
  const t = calendarWords.use()
  const overdue = item.task?.overdue
  return (
    <div className={LINE}>
      <span className={cx('figures flex items-center gap-2 text-sm', overdue ? 'text-wrong' : 'text-ink-soft')}>
        <span aria-hidden className="h-7 w-1 shrink-0 rounded-full bg-careful" />
        {dueTime(from)}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-3 text-base font-medium wrap-anywhere">{item.title}</span>
        <span className="block truncate text-xs text-ink-faint">
          {[overdue ? t.overdue : t.task, item.task?.assignee].filter(Boolean).join(', ')}
        </span>
        <AgendaSource id={item.task!.id} />
      </span>
      <CloseButton task={item.task!} />
    </div>
  )
}

export function CloseButton({ task }: { task: Pick<Schemas['AgendaTask'], 'id' | 'title' | 'status'> }) {
  const t = calendarWords.use()
  const done = task.status === 'done'
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={done}
      aria-label={done ? t.reopenTask(task.title) : t.closeTask(task.title)}
      onClick={() => void closeTask(task, done ? 'open' : 'done')}
      className="group touchable flex size-8 shrink-0 items-center justify-center rounded hover:bg-hover"
    >
      <span
        aria-hidden
        className={cx(
          'flex size-4.5 items-center justify-center rounded-full border-[1.5px] text-xs leading-none',
          done ? 'border-good bg-good text-on-accent' : 'border-line-strong group-hover:border-good',
        )}
      >
        {done && '✓'}
      </span>
    </button>
  )
}
