import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays, ChevronLeft, ChevronRight, EllipsisVertical, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazily } from '../../lib/lazily.ts'
import { useMedia, useNarrow } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { type PlacedEvent, useAgenda, useZone } from './agenda.ts'
import { AgendaView } from './agenda-view.tsx'
import { addDays, addMonths, clockOf, dayOf, mondayOf, monthDays } from './days.ts'
import { importFile, importing } from './import.ts'
import { useCalendarKeys } from './keys.ts'
import { MonthView } from './month.tsx'
import { daysTitle, monthTitle } from './names.ts'
import { type CalendarSearch, SHOWS, type Show } from './search.ts'
import { TasksPane } from './tasks-pane.tsx'
import { WeekView } from './week.tsx'
import { calendarWords } from './words.ts'

const EventDialog = lazily(() => import('./event-dialog.tsx'))
const FeedDialog = lazily(() => import('./feed-dialog.tsx'))

const AGENDA_DAYS = 30

/** The days that a view shows: the first, and the one after the last. */
function windowOf(show: Show, day: string, days: number): [string, string] {
  if (show === 'agenda') return [day, addDays(day, days)]
  if (show === 'week') return [mondayOf(day), addDays(mondayOf(day), 7)]
  const all = monthDays(day)
  return [all[0]!, addDays(all.at(-1)!, 1)]
}

function stepOf(show: Show, day: string, by: number): string {
  if (show === 'month') return addMonths(day, by)
  return addDays(day, by * (show === 'week' ? 7 : AGENDA_DAYS))
}

function titleOf(show: Show, day: string, [first, until]: [string, string], narrow: boolean): string {
  if (show === 'month') return monthTitle(day)
  return daysTitle(first, addDays(until, -1), narrow)
}

function useNow(zone: string | undefined): number {
  const [moment, setMoment] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return clockOf(moment, zone ?? 'UTC')
}

export function CalendarPage() {
  const t = calendarWords.use()
  const search = useSearch({ strict: false }) as CalendarSearch
  const navigate = useNavigate()
  const narrow = useNarrow()
  const roomy = useMedia('(min-width: 1180px)')
  const zone = useZone()
  const now = useNow(zone)
  const today = dayOf(now)
  const day = search.day ?? today
  const show = search.show ?? (narrow ? 'agenda' : 'month')
  const [days, setDays] = useState(AGENDA_DAYS)
  const [first, until] = windowOf(show, day, days)
  const { items, data, error, refetch } = useAgenda(first, until, zone)
  const [making, make] = useState<{ day: string; time?: string }>()
  const [feed, setFeed] = useState(false)

  const change = (next: Partial<CalendarSearch>, replace = false) =>
    void navigate({ to: '.', search: (before: CalendarSearch) => ({ ...before, ...next }), replace })
  const open = ({ item }: PlacedEvent) =>
    change({ event: item.id, when: item.recurring ? item.occurrence_at : undefined })
  const onNew = (on: string, time?: string) => make({ day: on, time })
  const step = (by: number) => change({ day: stepOf(show, day, by) }, true)
  useCalendarKeys({
    n: () => onNew(day),
    t: () => change({ day: undefined }, true),
    m: () => change({ show: 'month' }),
    w: () => change({ show: 'week' }),
    a: () => change({ show: 'agenda' }),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  })
  if (!zone) return <main />
  const opened = items.find(
    ({ item }) => item.id === search.event && (search.when === undefined || item.occurrence_at === search.when),
  )
  const view = {
    day,
    today,
    items,
    narrow,
    onNew,
    onOpen: open,
    onDay: (next: string) => change({ day: next }, true),
    onMore: (on: string) => change({ show: 'agenda', day: on }),
  }
  return (
    <main className="flex h-full flex-col">
      <Header
        title={titleOf(show, day, [first, until], narrow)}
        show={show}
        narrow={narrow}
        step={step}
        change={change}
        onNew={() => onNew(day)}
        onFeed={() => setFeed(true)}
      />
      {data?.truncated && (
        <div className="px-4 pb-2">
          <Notice look="careful">{t.truncated}</Notice>
        </div>
      )}
      <div className="flex min-h-0 flex-1 border-t border-line">
        <div className="min-w-0 flex-1 overflow-auto">
          {error && !data ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : show === 'month' ? (
            <MonthView {...view} />
          ) : show === 'week' ? (
            <WeekView {...view} now={now} />
          ) : (
            data && (
              <>
                <AgendaView
                  first={first}
                  days={days}
                  today={today}
                  items={items}
                  onOpen={open}
                  onNew={onNew}
                  onMore={() => setDays(days + AGENDA_DAYS)}
                />
                {!roomy && (
                  <div className="mx-auto max-w-3xl border-t border-line">
                    <TasksPane zone={zone} />
                  </div>
                )}
              </>
            )
          )}
        </div>
        {roomy && (
          <aside aria-label={t.tasks} className="w-72 shrink-0 overflow-y-auto border-l border-line bg-surface">
            <TasksPane zone={zone} />
          </aside>
        )}
      </div>
      <Suspense>
        {making && <EventDialog opened={{ kind: 'new', ...making, zone }} onClose={() => make(undefined)} />}
        {search.event && data && (
          <EventDialog
            key={search.event + search.when}
            opened={{ kind: 'event', id: search.event, item: opened?.item, when: search.when }}
            onClose={() => change({ event: undefined, when: undefined })}
          />
        )}
        {feed && <FeedDialog onClose={() => setFeed(false)} />}
      </Suspense>
    </main>
  )
}

interface HeaderProps {
  title: string
  show: Show
  narrow: boolean
  step: (by: number) => void
  change: (next: Partial<CalendarSearch>, replace?: boolean) => void
  onNew: () => void
  onFeed: () => void
}

function Header({ title, show, narrow, step, change, onNew, onFeed }: HeaderProps) {
  const t = calendarWords.use()
  const taken = useStore(importing)
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5">
      <h1 className="sr-only">{t.title}</h1>
      <p aria-live="polite" className="mr-1 min-w-0 flex-1 truncate text-lg font-semibold tracking-tight md:text-xl">
        {title}
      </p>
      {taken !== undefined && (
        <span role="status" className="figures text-sm text-ink-faint max-md:order-3">
          {t.importing(Math.floor(taken * 100))}
        </span>
      )}
      {/* On a phone the title, its neighbours and what is made stand above, how it is shown below. */}
      <span aria-hidden className="order-2 basis-full md:hidden" />
      <div className="flex items-center gap-1 max-md:contents">
        <IconButton
          icon={ChevronLeft}
          label={t.previous[show]}
          keys="←"
          className="max-md:order-1"
          onClick={() => step(-1)}
        />
        <Button className="max-md:order-3" onClick={() => change({ day: undefined }, true)}>
          {t.today}
        </Button>
        <IconButton
          icon={ChevronRight}
          label={t.next[show]}
          keys="→"
          className="max-md:order-1"
          onClick={() => step(1)}
        />
      </div>
      <div className="max-md:order-3">
        <Segmented
          label={t.show}
          value={show}
          choices={SHOWS.map(value => ({ value, text: t.shows[value] }))}
          onChange={next => change({ show: next })}
        />
      </div>
      {narrow ? (
        <IconButton icon={Plus} label={t.newEvent} onClick={onNew} className="order-1 bg-accent text-on-accent!" />
      ) : (
        <Button look="primary" icon={Plus} onClick={onNew}>
          {t.newEvent}
        </Button>
      )}
      <Menu
        align="end"
        items={() => [
          { text: t.import, icon: CalendarDays, run: () => void importFile() },
          { text: t.subscribe, icon: CalendarDays, run: onFeed },
        ]}
      >
        <IconButton icon={EllipsisVertical} label={t.moreActions} className="max-md:order-1" />
      </Menu>
    </header>
  )
}
