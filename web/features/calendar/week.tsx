import { Circle, TriangleAlert } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { closeTask, on, type PlacedEvent } from './agenda.ts'
import { Chip, DayLines } from './chips.tsx'
import { columnsOf } from './columns.ts'
import { clockAt, DAY, MINUTE, weekDays } from './days.ts'
import type { ViewProps } from './month.tsx'
import { clockTime, clockTimes, dayNumber, longDay, weekdayName } from './names.ts'
import { calendarWords } from './words.ts'

const HOUR_PX = 48
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Seven days with their hours; a click into an hour makes an event there. A phone shows the days below each other. */
export function WeekView(props: ViewProps & { now: number }) {
  return props.narrow ? <NarrowWeek {...props} /> : <Hours {...props} />
}

function NarrowWeek({ day, today, items, onOpen, onNew }: ViewProps) {
  const t = calendarWords.use()
  return (
    <div className="flex flex-col gap-4 p-4">
      {weekDays(day).map(each => (
        <section key={each} aria-label={longDay(each)}>
          <h2 className={cx('mb-1 text-sm font-medium first-letter:uppercase', each === today && 'text-accent-ink')}>
            {longDay(each)}
          </h2>
          <DayLines items={on(items, each)} onOpen={onOpen} empty={t.nothingOn} />
          <button
            type="button"
            onClick={() => onNew(each)}
            aria-label={t.newOn(longDay(each))}
            className="touchable mt-1 -ml-1.5 rounded px-1.5 text-sm text-accent-ink"
          >
            {t.newEvent}
          </button>
        </section>
      ))}
    </div>
  )
}

function Hours({ day, today, items, now, onOpen, onNew }: ViewProps & { now: number }) {
  const t = calendarWords.use()
  const days = weekDays(day)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.scrollTo({ top: 7.5 * HOUR_PX })
  }, [])
  const long = (placed: PlacedEvent) => placed.item.all_day || placed.firstDay !== placed.lastDay
  const begin = (each: string) => (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const minute = Math.floor((event.nativeEvent.offsetY / HOUR_PX) * 2) * 30
    onNew(each, `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  }
  return (
    <div className="flex size-full flex-col">
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={t.hours}
        className="min-h-0 flex-1 overflow-y-scroll focus-visible:-outline-offset-2"
      >
        <div className="sticky top-0 z-10 grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] border-b border-line bg-ground">
          <span />
          {days.map(each => (
            <div key={each} className="flex min-w-0 flex-col gap-0.5 border-l border-line p-1">
              <button
                type="button"
                aria-label={`${weekdayName(each)} ${dayNumber(each)}: ${t.newOn(longDay(each))}`}
                aria-current={each === today ? 'date' : undefined}
                onClick={() => onNew(each)}
                className="flex items-center gap-1.5 rounded-sm px-1 text-left text-xs text-ink-soft hover:bg-hover"
              >
                <span className="first-letter:uppercase">{weekdayName(each)}</span>{' '}
                <span
                  className={cx(
                    'figures flex size-6 items-center justify-center rounded-full text-sm',
                    each === today ? 'bg-accent font-semibold text-on-accent' : 'text-ink',
                  )}
                >
                  {dayNumber(each)}
                </span>
              </button>
              {on(items.filter(long), each).map(placed => (
                <Chip key={placed.key} placed={placed} onOpen={onOpen} continues={placed.firstDay < each} />
              ))}
            </div>
          ))}
        </div>
        <div className="grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]" style={{ height: 24 * HOUR_PX }}>
          <div className="relative">
            {HOURS.slice(1).map(hour => (
              <span
                key={hour}
                style={{ top: hour * HOUR_PX - 7 }}
                className="figures absolute right-2 text-xs text-ink-faint"
              >
                {clockTime(hour * 3_600_000)}
              </span>
            ))}
          </div>
          {days.map(each => (
            <div
              key={each}
              data-hours={each}
              onClick={begin(each)}
              className="relative border-l border-line bg-[linear-gradient(to_bottom,var(--line)_1px,transparent_1px)] bg-[length:100%_48px]"
            >
              {columnsOf(
                on(
                  items.filter(placed => !long(placed)),
                  each,
                ),
              ).map(({ placed, column, of }) => (
                <Block key={placed.key} placed={placed} day={each} column={column} of={of} onOpen={onOpen} />
              ))}
              {each === today && (
                <span
                  aria-hidden
                  style={{ top: ((now - clockAt(each)) / DAY) * 24 * HOUR_PX }}
                  className="pointer-events-none absolute inset-x-0 h-0.5 bg-wrong"
                />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const LINE_PX = 16

/** So many lines of the title fit in above the time. */
const linesIn = (height: number): number => Math.max(1, Math.floor((height - 6) / LINE_PX) - 1)

interface BlockProps {
  placed: PlacedEvent
  day: string
  column: number
  of: number
  onOpen: (placed: PlacedEvent) => void
}

function Block({ placed, day, column, of, onOpen }: BlockProps) {
  const t = calendarWords.use()
  const { item, from, to } = placed
  const isTask = item.kind === 'task'
  const top = ((from - clockAt(day)) / DAY) * 24 * HOUR_PX
  const height = Math.max(24, ((to - from) / (60 * MINUTE)) * HOUR_PX - 2)
  return (
    <button
      type="button"
      aria-label={isTask ? t.closeTask(item.title) : undefined}
      onClick={() => (isTask ? void closeTask(item.task!, 'done') : onOpen(placed))}
      style={{ top, height, left: `calc(${(column / of) * 100}% + 2px)`, width: `calc(${100 / of}% - 4px)` }}
      className={cx(
        'absolute flex flex-col overflow-hidden rounded-sm border-l-3 px-1.5 py-0.5 text-left text-xs',
        isTask
          ? 'border-careful bg-surface text-ink hover:bg-sunken'
          : 'border-accent bg-[color-mix(in_oklab,var(--accent)_14%,var(--surface))] text-accent-ink hover:bg-[color-mix(in_oklab,var(--accent)_22%,var(--surface))]',
      )}
    >
      <span className="flex w-full min-w-0 items-start gap-1 font-medium">
        {isTask && <Circle aria-hidden className="mt-0.5 size-3 shrink-0" />}
        <span className="line-clamp-1 min-w-0 flex-1 wrap-anywhere" style={{ WebkitLineClamp: linesIn(height) }}>
          {item.title || t.untitled}
        </span>
        {item.conflict && <TriangleAlert aria-label={t.conflict} className="size-3 shrink-0 text-careful" />}
      </span>
      {height > 34 && (
        <span className="figures truncate">
          {isTask ? clockTime(from) : clockTimes(from, to)}
          {item.location && `, ${item.location}`}
        </span>
      )}
    </button>
  )
}
