import { get, isNotFound, patch, post, query, remove } from '../../api/call.ts'
import type { AgendaItem, CalendarEvent } from './agenda.ts'
import { DAY } from './days.ts'

/** The way back from what was done to events that repeat. */

export const eventPath = (id: string) => `/v1/calendar/events/${id}` as const

const dayPath = (id: string, when: string) => `${eventPath(id)}${query({ occurrence_at: when })}` as const

/** What of one day may differ from its series. */
const differs = ({ title, starts_at, ends_at, location, reminders }: Omit<AgendaItem, 'id'> | CalendarEvent) => ({
  title,
  starts_at,
  ends_at,
  location,
  reminders,
})

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A year back and two ahead. */
const [BACK_DAYS, ALL_DAYS, MOST] = [365, 1095, 1000]

/** The days of a series that were or will be soon, by when the rule has them. */
export async function daysOf(id: string): Promise<Map<string, AgendaItem>> {
  const since = new Date(Date.now() - BACK_DAYS * DAY).toISOString()
  const { items } = await get<'GET /v1/calendar/agenda'>(
    `/v1/calendar/agenda${query({ since, days: ALL_DAYS, limit: MOST, include_tasks: false })}`,
  )
  return new Map(items.flatMap(item => (item.id === id ? [[item.occurrence_at, item] as const] : [])))
}

/** A day that was removed alone; what it had of its own it has again. */
export async function bringBackDay(event: CalendarEvent, when: string, was: AgendaItem | undefined): Promise<void> {
  await post(`/v1/calendar/events/${event.id}/restore`, { occurrence_at: when })
  if (!was) return
  const ends = Date.parse(when) + Date.parse(event.ends_at) - Date.parse(event.starts_at)
  const byRule = { ...differs(event), starts_at: when, ends_at: new Date(ends).toISOString() }
  if (!isSame(differs(was), byRule)) await patch(dayPath(event.id, when), differs(was))
}

/** Made again; days that had gone from the series or were moved in it go and move again. */
export async function makeAgain(
  { id: _id, number: _number, recurrence_label: _label, ...event }: CalendarEvent,
  days: Map<string, AgendaItem> | undefined,
): Promise<void> {
  const made = await post('/v1/calendar/events', event)
  if (days) await bringBackDays(made.id, days)
}

/** A series that was cut: the later part goes, and the earlier one has its whole rule again. */
export async function joinAgain(event: CalendarEvent, days: Map<string, AgendaItem>, later?: string): Promise<void> {
  if (later) await remove(eventPath(later))
  try {
    await patch(eventPath(event.id), { rrule: event.rrule })
  } catch (error) {
    // Cut at its first day it has gone as a whole.
    if (!isNotFound(error)) throw error
    return makeAgain(event, days)
  }
  await bringBackDays(event.id, days)
}

/** Days that are not among these go, and those that were otherwise are so again. */
export async function bringBackDays(id: string, days: Map<string, AgendaItem>): Promise<void> {
  for (const [when, day] of await daysOf(id)) {
    const before = days.get(when)
    if (!before) await remove(dayPath(id, when))
    else if (!isSame(differs(before), differs(day))) await patch(dayPath(id, when), differs(before))
  }
}
