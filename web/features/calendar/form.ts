import { patch, post, query, remove } from '../../api/call.ts'
import { showError } from '../../files/change.ts'
import { toast } from '../../ui/toast.tsx'
import { type AgendaItem, type CalendarEvent, refreshCalendar } from './agenda.ts'
import { bringBackDay, bringBackDays, daysOf, eventPath, joinAgain, makeAgain } from './back.ts'
import { addDays, clockAt, clockOf, DAY, dayOf, MINUTE, timeOf } from './days.ts'
import { type RepeatForm, readRule, writeRule } from './rule.ts'
import { calendarWords } from './words.ts'

/** What stands in the form. Days are inclusive: the service ends an all-day event with the day after. */
export interface EventDraft {
  title: string
  allDay: boolean
  firstDay: string
  lastDay: string
  from: string
  to: string
  zone: string
  location: string
  description: string
  /** Undefined: it does not repeat. A text: a rule that the form has no words for. */
  repeat: RepeatForm | string | undefined
  reminders: number[]
}

export type EventScope = 'one' | 'following' | 'all'

export function freshDraft(day: string, time: string | undefined, zone: string): EventDraft {
  const next =
    time ?? timeOf(Math.min(Math.ceil(clockOf(Date.now(), zone) / 3_600_000) * 3_600_000, clockAt('9999-01-01')))
  const from = clockAt(day, next)
  return {
    title: '',
    allDay: false,
    firstDay: day,
    lastDay: dayOf(from + 60 * MINUTE),
    from: next,
    to: timeOf(from + 60 * MINUTE),
    zone,
    location: '',
    description: '',
    repeat: undefined,
    reminders: [],
  }
}

/** Of one occurrence where there is one, with what only the series knows. */
export function draftOf(event: CalendarEvent, item: AgendaItem | undefined): EventDraft {
  const shown = item ?? event
  const from = clockOf(shown.starts_at, event.tz)
  const to = clockOf(shown.ends_at, event.tz)
  const firstDay = event.all_day && item ? item.day : dayOf(from)
  const length = Math.max(1, Math.round((to - from) / DAY))
  return {
    title: shown.title,
    allDay: event.all_day,
    firstDay,
    lastDay: event.all_day ? addDays(firstDay, length - 1) : dayOf(to),
    from: event.all_day ? '09:00' : timeOf(from),
    to: event.all_day ? '10:00' : timeOf(to),
    zone: event.tz,
    location: shown.location,
    description: event.description,
    repeat:
      event.rrule === ''
        ? undefined
        : (readRule(event.rrule, dayOf(clockOf(event.starts_at, event.tz))) ?? event.rrule),
    reminders: shown.reminders,
  }
}

const startOf = (draft: EventDraft) => `${draft.firstDay}T${draft.allDay ? '00:00' : draft.from}:00`
const endOf = (draft: EventDraft) =>
  draft.allDay ? `${addDays(draft.lastDay, 1)}T00:00:00` : `${draft.lastDay}T${draft.to}:00`

/** What is wrong with it, in words; undefined when it can be saved. */
export function faultOf(draft: EventDraft): { field: 'title' | 'time'; text: string } | undefined {
  const t = calendarWords.now()
  if (draft.title.trim() === '') return { field: 'title', text: t.needTitle }
  if (!draft.firstDay || !draft.lastDay || (!draft.allDay && (!draft.from || !draft.to)))
    return { field: 'time', text: t.needDay }
  if (endOf(draft) < startOf(draft) || draft.lastDay < draft.firstDay) return { field: 'time', text: t.endsBefore }
  return undefined
}

const ruleOf = (draft: EventDraft) =>
  draft.repeat === undefined
    ? ''
    : typeof draft.repeat === 'string'
      ? draft.repeat
      : writeRule(draft.repeat, draft.firstDay, draft.allDay, draft.zone)

function wireOf(draft: EventDraft) {
  return {
    title: draft.title.trim(),
    starts_at: startOf(draft),
    ends_at: endOf(draft),
    tz: draft.zone,
    all_day: draft.allDay,
    description: draft.description,
    location: draft.location.trim(),
    rrule: ruleOf(draft),
    reminders: draft.reminders,
  }
}

export async function createEvent(draft: EventDraft): Promise<void> {
  const made = await post('/v1/calendar/events', wireOf(draft))
  done(calendarWords.now().created(made.title), () => remove(eventPath(made.id)))
}

/** A message with a button that undoes the change. */
function done(text: string, back: () => Promise<unknown>): void {
  const run = () => void back().catch(showError).finally(refreshCalendar)
  toast(text, { action: { text: calendarWords.now().undo, run } })
  refreshCalendar()
}

const scopeQuery = (scope: EventScope, when: string | undefined) =>
  query({ occurrence_at: scope === 'one' ? when : undefined, from: scope === 'following' ? when : undefined })

interface Changed {
  event: CalendarEvent
  when: string | undefined
  before: EventDraft
  after: EventDraft
}

/** Only what was changed is sent; "all" moves the whole series by as much as this one was moved. */
export async function saveEvent({ event, when, before, after }: Changed, scope: EventScope): Promise<void> {
  const was = wireOf(before)
  const now = wireOf(after)
  const changed: Partial<ReturnType<typeof wireOf>> = {}
  for (const key of Object.keys(now) as (keyof typeof now)[])
    if (JSON.stringify(was[key]) !== JSON.stringify(now[key])) Object.assign(changed, { [key]: now[key] })
  if (scope === 'one') delete changed.rrule
  if (changed.starts_at || changed.ends_at || changed.all_day !== undefined) {
    changed.starts_at = now.starts_at
    changed.ends_at = now.ends_at
    changed.tz = now.tz
    if (scope === 'all' && when) Object.assign(changed, movedSeries(event, before, after))
  }
  if (Object.keys(changed).length === 0) return
  const path = `/v1/calendar/events/${event.id}${scopeQuery(scope, when)}` as const
  const isCut = scope === 'following' && event.rrule !== ''
  // With its rule a series loses the days that had gone from it or were moved.
  const days = isCut || (changed.rrule !== undefined && event.rrule !== '') ? await daysOf(event.id) : undefined
  const { id } = await patch(path, changed)
  const back = wayBack(changed, { event, was, whole: isCut || scope === 'all' })
  const undo = async () => {
    if (id !== event.id && days) return joinAgain(event, days, id)
    await patch(isCut ? eventPath(event.id) : path, back)
    if (days) await bringBackDays(event.id, days)
  }
  done(calendarWords.now().saved, undo)
}

type Wire = ReturnType<typeof wireOf>

/** The former values of the changed fields, for undoing: of the whole series, or of one occurrence. */
function wayBack(changed: Partial<Wire>, { event, was, whole }: { event: CalendarEvent; was: Wire; whole: boolean }) {
  const before: Wire = whole ? { ...was, ...event } : was
  const back: Partial<Wire> = Object.fromEntries(
    (Object.keys(changed) as (keyof Wire)[]).map(key => [key, before[key]]),
  )
  return 'starts_at' in back ? { ...back, tz: before.tz, all_day: before.all_day } : back
}

function movedSeries(event: CalendarEvent, before: EventDraft, after: EventDraft) {
  const wall = (text: string) => Date.parse(`${text}Z`)
  const written = (clock: number) => new Date(clock).toISOString().slice(0, 19)
  const moved = wall(startOf(after)) - wall(startOf(before))
  const length = wall(endOf(after)) - wall(startOf(after))
  const first = clockOf(event.starts_at, event.tz) + moved
  return { starts_at: written(first), ends_at: written(first + length) }
}

/** `item` is the day as it was shown, which may have been another than its series has it. */
export async function deleteEvent(
  event: CalendarEvent,
  { when, item, scope }: { when: string | undefined; item: AgendaItem | undefined; scope: EventScope },
): Promise<void> {
  const isSeries = event.rrule !== ''
  const days = isSeries && scope !== 'one' ? await daysOf(event.id) : undefined
  await remove(`${eventPath(event.id)}${scopeQuery(scope, when)}`)
  const undo = () => {
    if (isSeries && scope === 'one' && when) return bringBackDay(event, when, item)
    return days && scope === 'following' ? joinAgain(event, days) : makeAgain(event, days)
  }
  done(calendarWords.now().deleted(event.title), undo)
}
