import { CalendarPlus } from 'lucide-react'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { on, type PlacedEvent } from './agenda.ts'
import { DayLines } from './chips.tsx'
import { addDays } from './days.ts'
import { longDay, sentence } from './names.ts'
import { calendarWords } from './words.ts'

interface AgendaProps {
  first: string
  days: number
  today: string
  items: PlacedEvent[]
  onOpen: (placed: PlacedEvent) => void
  onNew: (day: string) => void
  onMore: () => void
}

/** Day after day, only those on which there is something. */
export function AgendaView({ first, days, today, items, onOpen, onNew, onMore }: AgendaProps) {
  const t = calendarWords.use()
  const filled = Array.from({ length: days }, (_, index) => addDays(first, index)).filter(
    day => on(items, day).length > 0,
  )
  const labels = new Map(items.map(({ item }) => [item.day, item.day_label]))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 p-4">
      {filled.length === 0 ? (
        <Empty icon={CalendarPlus} title={t.nothingPlanned} text={t.nothingText}>
          <Button look="primary" onClick={() => onNew(first < today ? today : first)}>
            {t.newEvent}
          </Button>
        </Empty>
      ) : (
        filled.map(day => (
          <section key={day} aria-label={longDay(day)}>
            <h2 className={cx('mb-1 flex items-baseline gap-2 px-3', day === today && 'text-accent-ink')}>
              <span className="text-base font-semibold">{labels.get(day) ?? sentence(longDay(day))}</span>
              {labels.has(day) && <span className="text-xs text-ink-faint">{longDay(day)}</span>}
            </h2>
            <DayLines items={on(items, day)} onOpen={onOpen} empty="" />
          </section>
        ))
      )}
      <Button className="self-center" onClick={onMore}>
        {t.showLater}
      </Button>
    </div>
  )
}
