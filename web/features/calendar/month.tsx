import { type KeyboardEvent, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/media.ts'
import { on, type PlacedEvent } from './agenda.ts'
import { Chip, DayLines } from './chips.tsx'
import { addDays, monthDays } from './days.ts'
import { dayNumber, longDay, weekdayName } from './names.ts'
import { calendarWords } from './words.ts'

export interface ViewProps {
  day: string
  today: string
  items: PlacedEvent[]
  narrow: boolean
  onDay: (day: string) => void
  onNew: (day: string, time?: string) => void
  onOpen: (placed: PlacedEvent) => void
  onMore: (day: string) => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month of whole weeks. The arrows walk through the days, Enter makes an event on one. */
export function MonthView(props: ViewProps) {
  const { day, items, narrow, onDay, onOpen } = props
  const t = calendarWords.use()
  const grid = useRef<HTMLDivElement>(null)
  const days = monthDays(day)
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || !(event.target as Element).matches('[data-day]')) return
    event.preventDefault()
    event.stopPropagation()
    const next = addDays(day, step)
    onDay(next)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  return (
    <div className="flex size-full flex-col">
      <div
        ref={grid}
        role="grid"
        aria-label={t.shows.month}
        onKeyDown={walk}
        className={cx('flex flex-col', !narrow && 'min-h-0 flex-1')}
      >
        <div role="row" className="grid shrink-0 grid-cols-7 border-b border-line">
          {days.slice(0, 7).map(each => (
            <span
              key={each}
              role="columnheader"
              aria-label={weekdayName(each, 'long')}
              className="px-2 py-1 text-center text-xs text-ink-faint md:text-left"
            >
              {weekdayName(each, 'short')}
            </span>
          ))}
        </div>
        {weeks.map(week => (
          <div key={week[0]} role="row" className={cx('grid grid-cols-7', narrow ? 'h-13' : 'min-h-28 flex-1')}>
            {week.map(each => (
              <Cell key={each} each={each} {...props} />
            ))}
          </div>
        ))}
      </div>
      {narrow && (
        <section aria-label={longDay(day)} className="min-h-0 flex-1 overflow-auto p-4">
          <h2 className="mb-2 text-sm font-medium first-letter:uppercase">{longDay(day)}</h2>
          <DayLines items={on(items, day)} onOpen={onOpen} empty={t.nothingOn} />
        </section>
      )}
    </div>
  )
}

function Cell({ each, day, today, items, narrow, onDay, onNew, onOpen, onMore }: ViewProps & { each: string }) {
  const t = calendarWords.use()
  const outside = each.slice(0, 7) !== day.slice(0, 7)
  const there = on(items, each)
  return (
    <div
      role="gridcell"
      aria-selected={each === day}
      className={cx(
        'relative flex min-w-0 flex-col gap-0.5 border-b border-line p-1 not-last:border-r',
        outside && 'bg-sunken',
      )}
    >
      <button
        type="button"
        data-day={each}
        tabIndex={each === day ? 0 : -1}
        aria-label={narrow ? longDay(each) : t.newOn(longDay(each))}
        aria-current={each === today ? 'date' : undefined}
        onClick={() => (narrow ? onDay(each) : onNew(each))}
        className={cx(
          'absolute inset-0 focus-visible:-outline-offset-2',
          narrow ? each === day && 'bg-accent-soft' : 'hover:bg-hover',
        )}
      />
      <span
        aria-hidden
        className={cx(
          'figures pointer-events-none relative flex size-6 items-center justify-center self-center rounded-full text-xs md:self-start',
          each === today ? 'bg-accent font-semibold text-on-accent' : outside ? 'text-ink-faint' : 'text-ink',
        )}
      >
        {dayNumber(each)}
      </span>
      {narrow ? <Dots items={there} /> : <Shown each={each} there={there} onOpen={onOpen} onMore={onMore} />}
    </div>
  )
}

interface ShownProps extends Pick<ViewProps, 'onOpen' | 'onMore'> {
  each: string
  there: PlacedEvent[]
}

function Shown({ each, there, onOpen, onMore }: ShownProps) {
  const t = calendarWords.use()
  const room = useMedia('(min-height: 800px)') ? 4 : 3
  const shown = there.length > room ? there.slice(0, room - 1) : there
  const left = there.length - shown.length
  return (
    <>
      {shown.map(placed => (
        <Chip key={placed.key} placed={placed} onOpen={onOpen} continues={placed.firstDay < each} />
      ))}
      {left > 0 && (
        <button
          type="button"
          aria-label={t.moreOn(left, longDay(each))}
          onClick={() => onMore(each)}
          className="relative h-6 rounded-sm px-1.5 text-left text-xs text-ink-soft hover:bg-hover hover:text-ink"
        >
          {t.more(left)}
        </button>
      )}
    </>
  )
}

function Dots({ items }: { items: PlacedEvent[] }) {
  return (
    <span aria-hidden className="pointer-events-none relative flex justify-center gap-0.5">
      {items.slice(0, 3).map(({ key, item }) => (
        <span key={key} className={cx('size-1.5 rounded-full', item.kind === 'task' ? 'bg-careful' : 'bg-accent')} />
      ))}
    </span>
  )
}
