import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { get, patch, query } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { browserZone } from '../../lib/zone.ts'
import { toast } from '../../ui/toast.tsx'
import { addDays, clockOf, DAY, dayOf, MINUTE } from './days.ts'
import { calendarWords } from './words.ts'

export type AgendaTask = Schemas['AgendaTask']

export type CalendarTask = Schemas['TaskOut']

export type AgendaItem = Schemas['AgendaItem']

export type CalendarEvent = Schemas['EventOut']

/** An occurrence where the clock of the page puts it. */
export interface PlacedEvent {
  key: string
  item: AgendaItem
  firstDay: string
  lastDay: string
  /** Clock times; of all-day events midnights. */
  from: number
  to: number
}

/** The zone that is stored, as the service counts too: the page stores the browser's while there is none. */
export function useZone(): string | undefined {
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  if (error) return browserZone() || 'UTC'
  return data && (data.timezone || 'UTC')
}

function placed(item: AgendaItem, zone: string): PlacedEvent {
  const key = `${item.kind}${item.id}${item.occurrence_at}`
  if (item.all_day) {
    const days = Math.max(1, Math.round((Date.parse(item.ends_at) - Date.parse(item.starts_at)) / DAY))
    const from = Date.parse(`${item.day}T00:00:00Z`)
    return { key, item, firstDay: item.day, lastDay: addDays(item.day, days - 1), from, to: from + days * DAY }
  }
  const from = clockOf(item.starts_at, zone)
  const to = Math.max(from, clockOf(item.ends_at, zone))
  return { key, item, firstDay: dayOf(from), lastDay: dayOf(Math.max(from, to - MINUTE)), from, to }
}

const MOST = 1000

/** What lies between two days, the second not included. */
export function useAgenda(first: string, until: string, zone: string | undefined) {
  const asked = useQuery({
    queryKey: ['agenda', first, until, zone],
    queryFn: ({ signal }) =>
      get(
        `/v1/calendar/agenda${query({ since: `${first}T00:00:00`, until: `${until}T00:00:00`, tz: zone, limit: MOST })}`,
        signal,
      ),
    enabled: zone !== undefined,
    // The next month keeps the last one in sight until it has come: the page does not jump.
    placeholderData: before => before,
  })
  const { data } = asked
  const items = useMemo(() => (data && zone ? data.items.map(item => placed(item, zone)) : []), [data, zone])
  return { ...asked, items }
}

export const on = (items: PlacedEvent[], day: string): PlacedEvent[] =>
  items.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)

export const useEvent = (id: string | undefined) =>
  useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => get(`/v1/calendar/events/${id}`, signal),
    enabled: id !== undefined,
    staleTime: 0,
  })

export const useTasks = (status: 'open' | 'done') =>
  useQuery({
    queryKey: ['tasks', status],
    queryFn: ({ signal }) => get(`/v1/tasks${query({ status, limit: 200 })}`, signal),
  })

export function refreshCalendar(): void {
  for (const key of ['agenda', 'event', 'tasks']) void client.invalidateQueries({ queryKey: [key] })
}

/** Closed at once, with a way back. */
export async function closeTask(task: Pick<AgendaTask, 'id' | 'title'>, status: 'open' | 'done'): Promise<void> {
  const t = calendarWords.now()
  try {
    await patch(`/v1/tasks/${task.id}`, { status })
    if (status === 'done')
      toast(t.taskClosed(task.title), { action: { text: t.undo, run: () => void closeTask(task, 'open') } })
  } catch (error) {
    showError(error, () => void closeTask(task, status))
  }
  refreshCalendar()
}
