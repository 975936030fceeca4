import type { Language } from '../../lib/language.ts'
import { DAY } from './times.ts'

/** Days as people call them. */

const LOCALES: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB' }
const NEAR: Record<Language, Record<string, string>> = {
  ru: { '-1': 'Вчера', 0: 'Сегодня', 1: 'Завтра' },
  en: { '-1': 'Yesterday', 0: 'Today', 1: 'Tomorrow' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

function written(language: Language, options: Intl.DateTimeFormatOptions, clock: number): string {
  const key = `${language} ${Object.keys(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(clock)
}

export interface DayNames {
  day: string
  weekday: string
  day_label: string
}

/** Names the days of clock times, each day once. */
export function dayNames(language: Language, todayClock: number): (clock: number) => DayNames {
  const known = new Map<number, DayNames>()
  const today = Math.floor(todayClock / DAY)
  return clock => {
    const number = Math.floor(clock / DAY)
    const ready = known.get(number)
    if (ready) return ready
    const midnight = number * DAY
    const sameYear = new Date(midnight).getUTCFullYear() === new Date(today * DAY).getUTCFullYear()
    const date = written(
      language,
      sameYear ? { day: 'numeric', month: 'long' } : { day: 'numeric', month: 'long', year: 'numeric' },
      midnight,
    ).replace(/\s*г\.$/, '')
    const named: DayNames = {
      day: new Date(midnight).toISOString().slice(0, 10),
      weekday: written(language, { weekday: 'long' }, midnight),
      day_label: NEAR[language][number - today] ?? date,
    }
    known.set(number, named)
    return named
  }
}
