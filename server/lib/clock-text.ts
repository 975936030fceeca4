import type { Language } from './language.ts'
import { localOf } from './time-zones.ts'

/** "16.11.2026 10:00" or "2026-11-16 10:00", on the owner's clock. */
export function clockText(zone: string, utc: number, language: Language, allDay = false): string {
  const [date = '', hours = ''] = new Date(localOf(zone, utc)).toISOString().split('T')
  const day = language === 'ru' ? date.split('-').reverse().join('.') : date
  return allDay ? day : `${day} ${hours.slice(0, 5)}`
}
