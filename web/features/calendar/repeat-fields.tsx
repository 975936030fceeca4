import { Bell, Repeat as RepeatIcon, X } from 'lucide-react'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { addDays, mondayOf, weekdayOf } from './days.ts'
import type { EventDraft } from './form.ts'
import { reminderName, rhythmOf, weekdayName } from './names.ts'
import { anew, nthOf, type RepeatForm, UNITS } from './rule.ts'
import { calendarWords } from './words.ts'

interface Part {
  draft: EventDraft
  change: (next: Partial<EventDraft>) => void
}

/** How it repeats: chosen in fields, said in a sentence. */
export function RepeatFields({ draft, change, label }: Part & { label: string }) {
  const t = calendarWords.use()
  const { repeat, firstDay } = draft
  const value = repeat === undefined ? 'never' : typeof repeat === 'string' ? 'other' : repeat.unit
  const choose = (next: string) =>
    change({ repeat: next === 'never' ? undefined : anew(UNITS.find(unit => unit === next) ?? 'WEEKLY', firstDay) })
  return (
    <div className="flex flex-col gap-3">
      <SelectField label={t.repeat} value={value} onChange={event => choose(event.target.value)}>
        {value === 'other' && <option value="other">{t.repeatOther(label)}</option>}
        {(['never', ...UNITS] as const).map(each => (
          <option key={each} value={each}>
            {t.repeats[each]}
          </option>
        ))}
      </SelectField>
      {repeat && typeof repeat !== 'string' && (
        <Details repeat={repeat} day={firstDay} change={next => change({ repeat: { ...repeat, ...next } })} />
      )}
    </div>
  )
}

interface DetailsProps {
  repeat: RepeatForm
  day: string
  change: (next: Partial<RepeatForm>) => void
}

function Details({ repeat, day, change }: DetailsProps) {
  const t = calendarWords.use()
  const toggle = (index: number) => {
    const days = repeat.days.includes(index) ? repeat.days.filter(each => each !== index) : [...repeat.days, index]
    if (days.length > 0) change({ days })
  }
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-sunken p-3">
      <p className="flex items-center gap-2 text-sm font-medium">
        <RepeatIcon aria-hidden className="size-4 shrink-0 text-ink-faint" />
        {rhythmOf(repeat, day)}
      </p>
      {repeat.unit === 'WEEKLY' && (
        <div role="group" aria-label={t.onDays} className="flex flex-wrap gap-1">
          {[0, 1, 2, 3, 4, 5, 6].map(index => {
            const named = addDays(mondayOf(day), index)
            return (
              <button
                key={index}
                type="button"
                aria-pressed={repeat.days.includes(index)}
                // The label contains the visible text, so that voice control can press the button.
                aria-label={`${weekdayName(named)}, ${weekdayName(named, 'long')}`}
                onClick={() => toggle(index)}
                className={cx(
                  'touchable h-8 min-w-10 rounded border px-2 text-sm',
                  repeat.days.includes(index)
                    ? 'border-accent bg-accent text-on-accent'
                    : 'border-line-strong bg-surface hover:bg-hover',
                )}
              >
                {weekdayName(named)}
              </button>
            )
          })}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          label={t.interval[repeat.unit]}
          type="number"
          min={1}
          max={999}
          value={repeat.every}
          onChange={event => change({ every: Math.min(999, Math.max(1, Math.floor(Number(event.target.value)) || 1)) })}
        />
        {repeat.unit === 'MONTHLY' && (
          <SelectField
            label={t.inMonth}
            value={repeat.nth ?? 'date'}
            onChange={event => change({ nth: event.target.value === 'date' ? undefined : Number(event.target.value) })}
          >
            <option value="date">{t.onDate(Number(day.slice(8)))}</option>
            {nthOf(day) < 5 && <option value={nthOf(day)}>{t.onNth(nthOf(day), weekdayOf(day))}</option>}
            <option value={-1}>{t.onNth(-1, weekdayOf(day))}</option>
          </SelectField>
        )}
        <SelectField
          label={t.until}
          value={repeat.ends}
          onChange={event => change({ ends: event.target.value as RepeatForm['ends'] })}
        >
          {(['never', 'until', 'count'] as const).map(ends => (
            <option key={ends} value={ends}>
              {t.endings[ends]}
            </option>
          ))}
        </SelectField>
        {repeat.ends === 'until' && (
          <TextField
            label={t.lastDay}
            type="date"
            min={day}
            value={repeat.until}
            onChange={event => event.target.value && change({ until: event.target.value })}
          />
        )}
        {repeat.ends === 'count' && (
          <TextField
            label={t.times}
            type="number"
            min={1}
            max={1000}
            value={repeat.count}
            onChange={event =>
              change({ count: Math.min(1000, Math.max(1, Math.floor(Number(event.target.value)) || 1)) })
            }
          />
        )}
      </div>
    </div>
  )
}

const OFFERED = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080]

export function Reminders({ draft, change }: Part) {
  const t = calendarWords.use()
  const { reminders } = draft
  const items = () =>
    OFFERED.filter(minutes => !reminders.includes(minutes)).map(minutes => ({
      text: reminderName(minutes),
      run: () => change({ reminders: [...reminders, minutes].sort((a, b) => a - b) }),
    }))
  return (
    <div role="group" aria-label={t.reminders} className="flex flex-col gap-1">
      <span className="text-sm font-medium">{t.reminders}</span>
      <div className="flex flex-wrap items-center gap-1.5">
        {reminders.map(minutes => (
          <span key={minutes} className="flex h-8 items-center gap-1 rounded bg-hover pl-2.5 text-sm">
            <Bell aria-hidden className="size-3.5 text-ink-faint" />
            {reminderName(minutes)}
            <IconButton
              icon={X}
              small
              plain
              label={t.removeReminder(reminderName(minutes))}
              onClick={() => change({ reminders: reminders.filter(each => each !== minutes) })}
            />
          </span>
        ))}
        {reminders.length < 10 && (
          <Menu items={items}>
            <button
              type="button"
              className="touchable h-8 rounded border border-dashed border-line-strong px-2.5 text-sm text-ink-soft hover:bg-hover"
            >
              {t.addReminder}
            </button>
          </Menu>
        )}
      </div>
    </div>
  )
}
