import { z } from 'zod'
import { boolean, booleanText, integer, integerText, list, out, text, uuid } from '../../lib/shapes.ts'

const status = z.enum(['confirmed', 'tentative', 'cancelled'])
/** Read once the zone is known: a time without an offset is in it. */
const time = text({ min: 1, max: 40 }).meta({ format: 'date-time' })

export const MAX_TITLE = 1000
export const MAX_LOCATION = 2000
export const MAX_DESCRIPTION = 100_000
export const MAX_REMINDERS = 10
export const MAX_REMINDER_MINUTES = 40_320

const fields = {
  title: text({ min: 1, max: MAX_TITLE }),
  starts_at: time,
  ends_at: time.nullish(),
  tz: text({ min: 1, max: 64 }),
  all_day: boolean(),
  description: text({ max: MAX_DESCRIPTION }),
  location: text({ max: MAX_LOCATION }),
  rrule: text({ max: 4000 }),
  reminders: list(integer({ min: 0, max: MAX_REMINDER_MINUTES }), { max: MAX_REMINDERS }),
  status,
}

export const eventCreate = z.object({
  ...fields,
  tz: fields.tz.nullish(),
  all_day: fields.all_day.default(false),
  description: fields.description.default(''),
  location: fields.location.default(''),
  rrule: fields.rrule.default(''),
  reminders: fields.reminders.default([]),
  status: status.default('confirmed'),
})
export const eventUpdate = z.object(fields).partial()
export type EventInput = z.output<typeof eventCreate>
export type EventUpdate = z.output<typeof eventUpdate>

export const eventId = z.object({ event_id: uuid() })
/** By the start that the rule gives it. */
export const occurrence = z.object({ occurrence_at: time })
/** Which occurrences a change is about: one, one and all later ones, or, without either, all. */
export const eventScope = z.object({
  occurrence_at: time.optional().describe('The one occurrence that is meant, by the start that the rule gives it'),
  from: time.optional().describe('This occurrence and all later ones, by the start that the rule gives it'),
})

const numbered = {
  id: out.uuid(),
  number: z.int(),
  title: z.string(),
  starts_at: out.moment(),
  ends_at: out.moment(),
}

export const event = z
  .object({
    ...numbered,
    tz: z.string(),
    all_day: z.boolean(),
    description: z.string(),
    location: z.string(),
    recurrence_label: z.string(),
    rrule: z.string(),
    reminders: z.array(z.int()),
    status,
    made_from: z.enum(['owner', 'files', 'others']),
  })
  .meta({ id: 'EventOut' })

export const eventQuery = z.object({
  since: time.optional().describe('What ends after this'),
  until: time.optional().describe('What begins before this'),
  limit: integerText({ min: 1, max: 1000 }).optional().describe('At most this many'),
})
export const eventList = z.object({ items: z.array(event), truncated: z.boolean() }).meta({ id: 'EventList' })

export const agendaQuery = z.object({
  since: time.optional().describe('From here on; without it from today on'),
  until: time.optional().describe('Up to here'),
  tz: text({ max: 64 }).optional().describe('The time zone in which days are counted; without it that of the settings'),
  days: integerText({ min: 1, max: 7305 }).optional().describe('So many days from `since` on, instead of `until`'),
  limit: integerText({ min: 1, max: 1000 }).optional().describe('At most this many'),
  include_tasks: booleanText().optional().describe('Whether tasks that are due stand among the events'),
})
export type AgendaQuery = z.output<typeof agendaQuery>

export const feed = z
  .object({ url: z.string(), token: z.string(), created_at: out.moment() })
  .meta({ id: 'CalendarFeedOut' })
export const feedQuery = z.object({ token: text({ min: 1, max: 200 }).describe('The secret of the address') })

export const importReport = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.array(z.object({ uid: z.string(), line: z.int(), reason: z.string() })),
    skipped: z.array(z.string()),
    task_id: out.uuid().optional(),
  })
  .meta({ id: 'CalendarImportOut' })

const agendaTask = z
  .object({
    id: out.uuid(),
    number: z.int(),
    title: z.string(),
    assignee: z.string(),
    due_at: out.moment().nullable(),
    overdue: z.boolean(),
    status: z.string(),
  })
  .meta({ id: 'AgendaTask' })

export const agenda = z
  .object({
    items: z.array(
      z
        .object({
          ...numbered,
          occurrence_at: out.moment(),
          day: z.string(),
          weekday: z.string(),
          kind: z.enum(['event', 'task']),
          all_day: z.boolean(),
          conflict: z.boolean(),
          past: z.boolean(),
          recurring: z.boolean(),
          day_label: z.string(),
          location: z.string(),
          recurrence_label: z.string(),
          reminders: z.array(z.int()),
          task: agendaTask.nullable(),
        })
        .meta({ id: 'AgendaItem' }),
    ),
    since: out.moment(),
    until: out.moment(),
    tz: z.string(),
    today: z.int(),
    upcoming: z.int(),
    truncated: z.boolean(),
    reminder_note: z.string(),
  })
  .meta({ id: 'AgendaOut' })
