import { type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { agenda } from './agenda.ts'
import { createEvent, getEvent } from './change.ts'
import { changeEvent, deleteEvent } from './edit.ts'
import { eventsBetween } from './list.ts'
import { presentEvent } from './present.ts'
import * as shape from './schema.ts'

const tag = 'calendar'

/** The interface prints it without the prefix: it is served both ways. */
const agendaRoute = (path: string) =>
  route({
    method: 'GET',
    path,
    summary: 'Events and tasks with a due date over a window; upcoming counts what has not begun yet',
    tag,
    query: shape.agendaQuery,
    reply: shape.agenda,
    run: (context, { actor, query }) => agenda(context, actor, query),
  })

export const calendarRoutes: Route[] = [
  agendaRoute('/v1/calendar/agenda'),
  agendaRoute('/calendar/agenda'),
  route({
    method: 'POST',
    path: '/v1/calendar/events',
    summary: 'Make an event; times without an offset are in tz, an all-day end is exclusive',
    tag,
    body: shape.eventCreate,
    reply: shape.event,
    status: 201,
    example: {
      title: 'Planning',
      starts_at: '2027-01-11T10:00:00',
      ends_at: '2027-01-11T11:00:00',
      tz: 'Europe/Moscow',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6',
      reminders: [15],
    },
    run: async (context, { actor, body }) => presentEvent(await createEvent(context, actor, body), actor.language),
  }),
  route({
    method: 'GET',
    path: '/v1/calendar/events',
    summary: 'The events that have an occurrence between since and until; of a series the rule',
    tag,
    query: shape.eventQuery,
    reply: shape.eventList,
    run: async (context, { actor, query }) => {
      const { events, truncated } = await eventsBetween(context, actor, query)
      return { items: events.map(event => presentEvent(event, actor.language)), truncated }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/calendar/events/:event_id',
    summary: 'One event; of a series the rule, not an occurrence',
    tag,
    params: shape.eventId,
    reply: shape.event,
    run: async (context, { actor, params }) =>
      presentEvent(await getEvent(context, actor, params.event_id), actor.language),
  }),
  route({
    method: 'PATCH',
    path: '/v1/calendar/events/:event_id',
    summary:
      'Change an event: all of it, one occurrence (occurrence_at), or one and all later ones (from: a new event)',
    tag,
    params: shape.eventId,
    query: shape.eventScope,
    body: shape.eventUpdate,
    reply: shape.event,
    example: { title: 'Planning, moved', starts_at: '2027-01-12T10:00:00' },
    run: async (context, { actor, params, query, body }) => {
      const { event, clock } = await changeEvent(context, actor, params.event_id, query, body)
      return presentEvent(event, actor.language, clock)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/calendar/events/:event_id',
    summary: 'Remove an event, one occurrence (occurrence_at), or one and all later ones (from)',
    tag,
    params: shape.eventId,
    query: shape.eventScope,
    reply: out.ok,
    run: async (context, { actor, params, query }) => {
      await deleteEvent(context, actor, params.event_id, query)
      return { ok: true }
    },
  }),
]
