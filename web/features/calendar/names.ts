import { formatClock, formatClockRange } from '../../lib/format.ts'
import { clockAt, DAY, dayOf, weekdayOf } from './days.ts'
import type { RepeatForm } from './rule.ts'
import { calendarWords } from './words.ts'

/** Days, times and rhythms as people say them. */

export const dayNumber = (day: string) => String(Number(day.slice(8)))
export const monthTitle = (day: string) => sentence(formatClock(clockAt(day), { month: 'long', year: 'numeric' }))
export const longDay = (day: string) => formatClock(clockAt(day), { weekday: 'long', day: 'numeric', month: 'long' })
export const shortDay = (day: string) => formatClock(clockAt(day), { day: 'numeric', month: 'short' })
/** “16 – 22 Nov 2026”, with both months or years where there are two. */
export const daysTitle = (first: string, last: string, narrow: boolean) =>
  formatClockRange(clockAt(first), clockAt(last), {
    day: 'numeric',
    month: narrow ? 'short' : 'long',
    year: narrow ? undefined : 'numeric',
  }).replaceAll(/\sг\./g, '')
export const weekdayName = (day: string, style: 'short' | 'long' | 'narrow' = 'short') =>
  formatClock(clockAt(day), { weekday: style })
/** What takes no time has a beginning only. */
export const clockTimes = (from: number, to: number) =>
  to - from >= 60_000 ? `${clockTime(from)}–${clockTime(to)}` : clockTime(from)

export const clockTime = (clock: number) => formatClock(clock, { hour: '2-digit', minute: '2-digit' })

/** Midnight is how a day without a time is kept. */
export const dueTime = (clock: number) => (clock % DAY === 0 ? '' : clockTime(clock))

export const dueText = (clock: number) => [shortDay(dayOf(clock)), dueTime(clock)].filter(Boolean).join(', ')

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\s*г\.$/, '')

export function rhythmOf(repeat: RepeatForm, day: string): string {
  const t = calendarWords.now()
  const { unit, every, days, nth, ends } = repeat
  return sentence(
    [
      [
        t.rhythm(unit, every),
        unit === 'WEEKLY' && days.length > 0 && t.rhythmDays([...days].sort((a, b) => a - b)),
        unit === 'MONTHLY' && nth !== undefined && t.rhythmNth(nth, weekdayOf(day)),
      ]
        .filter(Boolean)
        .join(' '),
      ends === 'until' && t.rhythmUntil(shortDay(repeat.until)),
      ends === 'count' && t.rhythmCount(repeat.count),
    ]
      .filter(Boolean)
      .join(', '),
  )
}

export function reminderName(minutes: number): string {
  const t = calendarWords.now()
  if (minutes === 0) return t.atTime
  if (minutes % 1440 === 0) return t.daysBefore(minutes / 1440)
  if (minutes % 60 === 0) return t.hoursBefore(minutes / 60)
  return t.minutesBefore(minutes)
}
