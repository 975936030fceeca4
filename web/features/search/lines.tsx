import { Building2, CalendarDays, CircleCheck, CircleDashed, FolderClosed, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Marked } from '../../ui/marked.tsx'
import type { Everything, Things } from './everything.ts'
import type { Hit } from './found.ts'
import { searchWords } from './words.ts'

/** One thing that was found, wherever it is shown: what it is called, where it is, and where it leads. */
export interface ResultLine {
  key: string
  icon: ReactNode
  text: string
  /** The sentence that matched. */
  sentence?: ReactNode
  hint?: string
  to: string
  search?: Record<string, unknown>
}

type GroupName = 'files' | 'passages' | 'folders' | 'people' | 'events' | 'tasks'
export interface ResultGroup {
  name: GroupName
  lines: ResultLine[]
}

const ICON = 'size-4 shrink-0 text-ink-faint'

const PAGED = new Set(['pdf', 'document', 'presentation', 'spreadsheet'])

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Where in a file a passage is, in words. */
export function placeOf({ object, page, attachment, start_s: second }: Hit): string {
  const t = searchWords.now()
  if (second !== null) return t.said(clock(second))
  if (attachment) return t.inAttachment(attachment)
  return page && PAGED.has(object.kind) ? t.page(page) : ''
}

/** Why it was found, where not by the words themselves. */
export function reasonOf({ reason }: Hit): string {
  return reason === 'meaning' || reason === 'spelling' ? searchWords.now().reasons[reason] : ''
}

/** What of an address opens a file at what was found in it. */
export const openAt = ({ object, char_start: from, char_end: to, start_s, page }: Hit) => ({
  file: object.id,
  at: from !== null && to !== null && to > from ? `${from}-${to}` : undefined,
  t: start_s ?? undefined,
  page: page ?? undefined,
})

const passage = (hit: Hit): ResultLine => ({
  key: `passage ${hit.object.id}`,
  icon: <KindIcon kind={hit.object.kind} />,
  text: hit.object.enrichment?.title || hit.object.filename,
  sentence: <Marked text={hit.snippet} ranges={hit.highlights} />,
  hint: [placeOf(hit), reasonOf(hit)].filter(Boolean).join(' · '),
  to: '/',
  search: openAt(hit),
})

function otherGroups(things: Things, folders: Everything['folders']): ResultGroup[] {
  const t = searchWords.now()
  return [
    {
      name: 'folders',
      lines: folders.map(folder => ({
        key: folder.id,
        icon: <FolderClosed aria-hidden className={ICON} />,
        text: folder.name,
        hint: folder.path === folder.name ? undefined : folder.path,
        to: `/folders/${folder.id}`,
      })),
    },
    {
      name: 'people',
      lines: things.people.map(({ name, sort, count }) => ({
        key: `${sort} ${name}`,
        icon:
          sort === 'person' ? <UserRound aria-hidden className={ICON} /> : <Building2 aria-hidden className={ICON} />,
        text: name,
        hint: t.withFiles(count),
        to: '/',
        search: { [sort]: name },
      })),
    },
    {
      name: 'events',
      lines: things.events.map(event => ({
        key: event.id,
        icon: <CalendarDays aria-hidden className={ICON} />,
        text: event.title,
        hint: [event.all_day ? formatDate(event.starts_at) : formatMoment(event.starts_at), event.repeats && t.repeats]
          .filter(Boolean)
          .join(' · '),
        to: '/calendar',
        search: { event: event.id, day: event.starts_at.slice(0, 10) },
      })),
    },
    {
      name: 'tasks',
      lines: things.tasks.map(task => ({
        key: task.id,
        icon:
          task.status === 'done' ? (
            <CircleCheck aria-hidden className={ICON} />
          ) : (
            <CircleDashed aria-hidden className={ICON} />
          ),
        text: task.title,
        hint: task.status === 'done' ? t.done : task.due_at ? t.due(formatDate(task.due_at)) : undefined,
        to: '/calendar',
        search: { show: 'agenda' },
      })),
    },
  ]
}

const filled = (groups: ResultGroup[]) => groups.filter(({ lines }) => lines.length > 0)

export const otherLines = (things: Things, folders: Everything['folders']): ResultGroup[] =>
  filled(otherGroups(things, folders))

/** Everything that fits, in the order in which people look for it. */
export const linesOf = ({ files, passages, folders, things }: Everything): ResultGroup[] =>
  filled([
    {
      name: 'files',
      lines: files.map(file => ({
        key: `file ${file.id}`,
        icon: <KindIcon kind={file.kind} />,
        text: file.title || file.filename,
        hint: file.title && file.title !== file.filename ? file.filename : undefined,
        to: '/',
        search: { file: file.id },
      })),
    },
    { name: 'passages', lines: passages.map(passage) },
    ...otherGroups(things, folders),
  ])

/** How a line looks inside of whatever holds it. */
export function LineBody({ line }: { line: ResultLine }) {
  return (
    <>
      {line.icon}
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 truncate">{line.text}</span>
          {line.hint && (
            <span className="figures ml-auto max-w-[50%] shrink-0 truncate text-xs text-ink-faint">{line.hint}</span>
          )}
        </span>
        {line.sentence && (
          <span className="line-clamp-2 text-xs leading-snug text-ink-soft [overflow-wrap:anywhere]">
            {line.sentence}
          </span>
        )}
      </span>
    </>
  )
}
