import { useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { type CalendarTask, useTasks } from './agenda.ts'
import { CloseButton } from './chips.tsx'
import { clockOf } from './days.ts'
import { dueText } from './names.ts'
import { TaskSource } from './task-source.tsx'
import { calendarWords } from './words.ts'

/** What is to be done, with or without a date, and where it comes from. */
export function TasksPane({ zone }: { zone: string }) {
  const t = calendarWords.use()
  const [showDone, setShowDone] = useState(false)
  const { data, error, refetch } = useTasks('open')
  return (
    <div className="flex flex-col gap-3 p-4">
      <h2 className="flex items-center gap-2 text-base font-semibold">
        {t.tasks}
        {data && data.open > 0 && <Badge>{t.tasksOpen(data.open)}</Badge>}
        {data && data.overdue > 0 && <Badge look="wrong">{t.tasksOverdue(data.overdue)}</Badge>}
      </h2>
      {error && <Failed compact error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <p className="text-sm text-ink-soft">
          <span className="block font-medium text-ink">{t.tasksNone}</span>
          {t.tasksNoneText}
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {data?.items.map(task => (
          <TaskRow key={task.id} task={task} zone={zone} />
        ))}
      </ul>
      <Button look="quiet" className="-ml-3 self-start" aria-expanded={showDone} onClick={() => setShowDone(!showDone)}>
        {showDone ? t.tasksHideDone : t.tasksShowDone}
      </Button>
      {showDone && <Done zone={zone} />}
    </div>
  )
}

function Done({ zone }: { zone: string }) {
  const { data } = useTasks('done')
  return (
    <ul className="flex flex-col gap-1">
      {data?.items.map(task => (
        <TaskRow key={task.id} task={task} zone={zone} />
      ))}
    </ul>
  )
}

function TaskRow({ task, zone }: { task: CalendarTask; zone: string }) {
  const t = calendarWords.use()
  const due = task.due_at ? t.due(dueText(clockOf(task.due_at, zone))) : t.noDue
  return (
    <li className="flex items-start gap-1">
      <CloseButton task={task} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className={cx('text-base break-words', task.status === 'done' && 'text-ink-faint line-through')}>
          {task.title}
        </p>
        <p className={cx('text-xs', task.overdue ? 'text-wrong' : 'text-ink-faint')}>
          {[task.overdue && t.overdue, due, task.assignee].filter(Boolean).join(', ')}
        </p>
        <TaskSource task={task} />
      </div>
    </li>
  )
}
