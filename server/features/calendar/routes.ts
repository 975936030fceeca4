import { HttpReply, type IncomingFile, type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { agenda } from './agenda.ts'
import { createEvent, getEvent } from './change.ts'
import { changeEvent, deleteEvent, restoreOccurrence } from './edit.ts'
import { issueFeed, readFeed, revokeFeed } from './feed.ts'
import { importCalendar, sayProblems } from './imports/import.ts'
import { importedSoon } from './imports/soon.ts'
import { eventsBetween } from './list.ts'
import { presentEvent } from './present.ts'
import * as shape from './schema.ts'

const tag = 'calendar'

/** The interface prints it without the prefix: it is served both ways. */
const agendaRoute = (path: string, name: string) =>
  route({
    method: 'GET',
    path,
    name,
    summary: 'Events and tasks with a due date over a window; upcoming counts what has not begun yet',
    tag,
    query: shape.agendaQuery,
    reply: shape.agenda,
    run: (context, { actor, query }) => agenda(context, actor, query),
  })

const MAX_IMPORT_BYTES = 10 * 1024 * 1024

/** The whole file as text; a larger one was refused while it came. */
async function textOf(file: IncomingFile): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of Buffer.isBuffer(file.bytes) ? [file.bytes] : file.bytes) {
    chunks.push(chunk as Buffer)
  }
  await file.complete
  return Buffer.concat(chunks).toString('utf8')
}

export const calendarRoutes: Route[] = [
  agendaRoute('/v1/calendar/agenda', 'getAgenda'),
  agendaRoute('/calendar/agenda', 'getAgendaUnversioned'),
  route({
    method: 'POST',
    path: '/v1/calendar/events',
    name: 'createEvent',
    refuses: ['not_found'],
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
    name: 'listEvents',
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
    method: 'POST',
    path: '/v1/calendar/feed',
    name: 'createCalendarFeed',
    summary: 'Issue the address under which calendar programs read my events; the one before ends',
    tag,
    reply: shape.feed,
    status: 201,
    run: async (context, { actor, incoming }) => {
      const { token, created_at } = await issueFeed(context, actor)
      return { url: `${incoming.origin}/v1/calendar/feed.ics?token=${token}`, token, created_at }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/calendar/feed',
    name: 'revokeCalendarFeed',
    refuses: ['not_found'],
    summary: 'Revoke the address of my feed',
    tag,
    reply: out.ok,
    run: async (context, { actor }) => {
      await revokeFeed(context, actor)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/calendar/feed.ics',
    name: 'downloadCalendarFeed',
    refuses: ['not_found'],
    summary: 'The events of a feed, as iCalendar',
    tag,
    access: 'public',
    query: shape.feedQuery,
    replies: 'text/calendar',
    run: async (context, { query, incoming }) =>
      new HttpReply(
        200,
        { 'content-type': 'text/calendar; charset=utf-8' },
        await readFeed(context, query.token, incoming.language),
      ),
  }),
  route({
    method: 'POST',
    path: '/v1/calendar/import',
    name: 'importCalendar',
    refuses: ['calendar_too_hard', 'not_a_calendar', 'not_found', 'too_many_events', 'too_many_imports'],
    summary:
      'Take the events of an iCalendar file; the same file twice changes nothing. Whoever sends `Prefer: respond-async` does not wait for more than 200',
    also: { 202: 'There are many: the task that is named goes on taking them, and its `report` has the counts' },
    tag,
    takes: 'file',
    bodyLimit: MAX_IMPORT_BYTES,
    reply: shape.importReport,
    run: async (context, { actor, file, incoming }) => {
      const { problems, others, taskId, ...counts } = await importCalendar(context, actor, await textOf(file))
      const report = { ...counts, failed: sayProblems(problems, actor.language), skipped: others }
      if (!taskId) return report
      const isPatient = !incoming.headers.prefer?.includes('respond-async')
      const soon = isPatient && (await importedSoon(context, actor, taskId, incoming.signal))
      return soon ? { ...report, ...soon } : new HttpReply(202, {}, { ...report, task_id: taskId })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/calendar/events/:event_id',
    name: 'getEvent',
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
    name: 'updateEvent',
    summary:
      'Change an event: all of it, one occurrence (occurrence_at), or one and all later ones (from: a new event)',
    tag,
    params: shape.eventId,
    query: shape.eventScope,
    body: shape.eventUpdate,
    reply: shape.event,
    example: { title: 'Planning, moved', starts_at: '2027-01-12T10:00:00' },
    run: async (context, { actor, params, query, body }) => {
      const { event, clock } = await changeEvent(context, actor, { id: params.event_id, ...query }, body)
      return presentEvent(event, actor.language, clock)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/calendar/events/:event_id',
    name: 'deleteEvent',
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
  route({
    method: 'POST',
    path: '/v1/calendar/events/:event_id/restore',
    name: 'restoreOccurrence',
    summary: 'Bring back an occurrence that was removed from its series, as the rule has it; answers the series',
    tag,
    params: shape.eventId,
    body: shape.occurrence,
    reply: shape.event,
    example: { occurrence_at: '2027-01-13T10:00:00' },
    run: async (context, { actor, params, body }) =>
      presentEvent(await restoreOccurrence(context, actor, params.event_id, body.occurrence_at), actor.language),
  }),
]
