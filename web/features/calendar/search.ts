import { type LibrarySearch, readLibrarySearch } from '../../files/search.ts'
import { isDay } from './days.ts'

export const SHOWS = ['month', 'week', 'agenda'] as const
export type Show = (typeof SHOWS)[number]

/** What of the calendar lives in the address. */
export interface CalendarSearch extends LibrarySearch {
  show?: Show
  day?: string
  /** The event that is open, and which of its occurrences. */
  event?: string
  when?: string
}

export function readCalendarSearch(given: Record<string, unknown>): CalendarSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    ...readLibrarySearch(given),
    show: SHOWS.find(show => show === given.show),
    day: isDay(given.day) ? given.day : undefined,
    event: text(given.event),
    when: text(given.when),
  }
}
