import { Link } from '@tanstack/react-router'
import { AudioLines, FileText } from 'lucide-react'
import { useFile } from '../../files/files.ts'
import { formatSecond } from '../recordings/index.ts'
import { type CalendarTask, useTasks } from './agenda.ts'
import { calendarWords } from './words.ts'

/** Opens the file at the passage that proves the task, a recording at its second. */
export function TaskSource({ task }: { task: CalendarTask }) {
  const t = calendarWords.use()
  const { source_object_id: id, source_char_start: from, source_char_end: to, source_start_s: second } = task
  const { data } = useFile(id ?? undefined)
  if (!id || !data) return null
  const Icon = second === null ? FileText : AudioLines
  const place = {
    file: id,
    at: from !== null && to !== null ? `${from}-${to}` : undefined,
    t: second ?? undefined,
    page: undefined,
  }
  return (
    <Link
      to="."
      search={(now: object) => ({ ...now, ...place })}
      className="mt-0.5 flex min-w-0 items-center gap-1 text-xs text-accent-ink"
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">{t.from}</span>
      <span className="truncate">{data.filename}</span>
      {second !== null && <span className="figures shrink-0">{formatSecond(second)}</span>}
    </Link>
  )
}

/** The same for a line of the agenda, which knows the task by its id alone. */
export function AgendaSource({ id }: { id: string }) {
  const task = useTasks('open').data?.items.find(each => each.id === id)
  return task ? <TaskSource task={task} /> : null
}
