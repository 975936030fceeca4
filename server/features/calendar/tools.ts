import { z } from 'zod'
import { clockText } from '../../lib/clock-text.ts'
import {
  anyMadeByOthers,
  givenBehind,
  noteChange,
  type RunContext,
  say,
  shownName,
  type Tool,
  tool,
} from '../tools/index.ts'
import { agenda } from './agenda.ts'
import { createEvent, getEvent } from './change.ts'
import { changeEvent } from './edit.ts'
import { repeatsIn } from './repeats.ts'
import { eventCreate, eventUpdate } from './schema.ts'

const time = z.string().min(1).max(40).describe('ISO 8601; without an offset it is in the owner’s time zone')

const newEvent = z.object({
  title: z.string().min(1).max(1000),
  starts_at: time,
  ends_at: time.nullable().optional(),
  all_day: z.boolean().default(false),
  rrule: z.string().max(4000).default('').describe('an RFC 5545 rule without the prefix RRULE:'),
  location: z.string().max(2000).default(''),
  description: z.string().max(10_000).default(''),
  reminders: z.array(z.int().min(0).max(40_320)).max(10).default([]).describe('minutes before the start'),
})

const writtenTime = (text: string) => shownName(text.replace('T', ' ').replace(/:00(?=$|Z|[+-]\d)/, ''))

const createEventTool = tool({
  name: 'create_event',
  risk: 'reversible',
  description: 'Put an event or a reminder into the calendar.',
  input: newEvent,
  async sentence(_, __, { title, starts_at, rrule }) {
    const [name, when] = [shownName(title), writtenTime(starts_at)]
    return {
      en: `Put "${name}" into the calendar: ${when}${repeatsIn(rrule).en}`,
      ru: `Добавить в календарь «${name}»: ${when}${repeatsIn(rrule).ru}`,
    }
  },
  touches: () => ({}),
  async act(context, runContext, input) {
    const made = await createEvent(
      context,
      runContext.actor,
      eventCreate.parse({ ...input, tz: runContext.zone }),
      runContext.madeOf,
    )
    await noteChange(context, runContext, {
      subject: 'event',
      subjectId: made.id,
      field: 'made',
      before: null,
      after: made.title,
    })
    const when = clockText(runContext.zone, made.starts_ms, runContext.actor.language, made.all_day)
    const repeats = repeatsIn(made.rrule)
    return {
      data: {
        event_id: made.id,
        number: made.number,
        title: made.title,
        starts_at: new Date(made.starts_ms).toISOString(),
      },
      says: say(runContext, {
        en: `It is in the calendar: "${made.title}", ${when}${repeats.en}.`,
        ru: `Добавил в календарь: «${made.title}», ${when}${repeats.ru}.`,
      }),
    }
  },
})

const FIELDS = ['title', 'starts_at', 'ends_at', 'location', 'status'] as const

const changeEventTool = tool({
  name: 'change_event',
  risk: 'reversible',
  description: 'Change an event of the calendar: its title, time or place.',
  input: z.object({
    event_id: z.uuid(),
    title: z.string().min(1).max(1000).optional(),
    starts_at: time.optional(),
    ends_at: time.optional(),
    location: z.string().max(2000).optional(),
  }),
  async sentence(context, runContext, { event_id, starts_at, title }) {
    const event = await getEvent(context, runContext.actor, event_id)
    const name = shownName(event.title)
    const to = [title && `"${shownName(title)}"`, starts_at && writtenTime(starts_at)].filter(Boolean).join(', ')
    return { en: `Change "${name}" in the calendar: ${to}`, ru: `Изменить в календаре «${name}»: ${to}` }
  },
  touches: () => ({}),
  async act(context, runContext, { event_id, ...change }) {
    return alter(context, runContext, event_id, change)
  },
})

const cancelEventTool = tool({
  name: 'cancel_event',
  risk: 'reversible',
  description: 'Mark an event of the calendar as cancelled.',
  input: z.object({ event_id: z.uuid() }),
  async sentence(context, runContext, { event_id }) {
    const event = await getEvent(context, runContext.actor, event_id)
    const when = clockText(runContext.zone, event.starts_ms, runContext.actor.language, event.all_day)
    return { en: `Cancel "${shownName(event.title)}", ${when}`, ru: `Отменить «${shownName(event.title)}», ${when}` }
  },
  touches: () => ({}),
  async act(context, runContext, { event_id }) {
    return alter(context, runContext, event_id, { status: 'cancelled' })
  },
})

type Alter = Parameters<NonNullable<Tool['act']>>[0]

async function alter(context: Alter, runContext: RunContext, id: string, change: Record<string, unknown>) {
  const before = await getEvent(context, runContext.actor, id)
  // A cancellation reveals nothing of what the run has read.
  const madeOf = change.status === undefined ? runContext.madeOf : undefined
  const { event } = await changeEvent(context, runContext.actor, { id, madeOf }, eventUpdate.parse(change))
  const facts = (row: typeof before) => ({
    title: row.title,
    starts_at: new Date(row.starts_ms).toISOString(),
    ends_at: new Date(row.ends_ms).toISOString(),
    location: row.location,
    status: row.status,
  })
  const [was, is] = [facts(before), facts(event)]
  const changed = FIELDS.filter(field => was[field] !== is[field])
  const pick = (row: typeof was) => Object.fromEntries(changed.map(field => [field, row[field]]))
  await noteChange(context, runContext, {
    subject: 'event',
    subjectId: id,
    field: 'changed',
    before: pick(was),
    after: pick(is),
  })
  const when = clockText(runContext.zone, event.starts_ms, runContext.actor.language, event.all_day)
  const words =
    event.status === 'cancelled'
      ? { en: `Cancelled "${event.title}".`, ru: `Отменил «${event.title}».` }
      : { en: `Changed: "${event.title}", ${when}.`, ru: `Изменил: «${event.title}», ${when}.` }
  return { data: { event_id: id, ...is }, says: say(runContext, words), given: event.given_ids }
}

const showAgenda = tool({
  name: 'show_agenda',
  risk: 'read',
  outside: { name: 'agenda', scopes: ['read', 'calendar'] },
  description: 'Events and tasks of the coming days, or of a given stretch of time.',
  input: z.object({ since: time.optional(), until: time.optional() }),
  async sentence() {
    return { en: 'Look into the calendar', ru: 'Посмотреть календарь' }
  },
  async look(context, runContext, { since, until }) {
    const found = await agenda(context, runContext.actor, { since, until, limit: 50 })
    const items = found.items.map(({ id, kind, title, starts_at, all_day, location, day_label, task }) => ({
      id,
      kind,
      title,
      starts_at,
      all_day,
      location,
      day_label,
      overdue: task?.overdue ?? false,
    }))
    const lines = items.map(item => {
      const hours =
        item.all_day || item.kind === 'task'
          ? ''
          : clockText(runContext.zone, Date.parse(item.starts_at), 'en').slice(11)
      const mark = item.kind === 'task' ? (runContext.actor.language === 'ru' ? ' (задача)' : ' (task)') : ''
      return `- ${item.day_label}${hours ? `, ${hours}` : ''}: ${item.title}${mark}${item.location ? `, ${item.location}` : ''}`
    })
    const ids = items.map(({ id }) => id)
    return {
      foreign: await anyMadeByOthers(context.db, runContext.actor.ownerId, ids),
      given: await givenBehind(context.db, runContext.actor.ownerId, ids),
      data: { items, since: found.since, until: found.until },
      says:
        lines.length > 0
          ? lines.join('\n')
          : say(runContext, { en: 'Nothing is planned.', ru: 'Ничего не запланировано.' }),
    }
  },
})

export const calendarTools: Tool[] = [showAgenda, createEventTool, changeEventTool, cancelEventTool]
