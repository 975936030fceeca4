import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { nextNumber } from '../../db/numbers.ts'
import { isMadeOfHidden, isStillGiven, MADE_OF_NOTHING, type MadeOf, visibleMade } from '../../db/visibility.ts'
import type { Moved, Recurring } from './occurrences.ts'

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

/** What an event and an occurrence that differs from it both have. */
export interface Facts
  extends RowOf<
    'calendar_events',
    | 'title'
    | 'description'
    | 'location'
    | 'all_day'
    | 'tz'
    | 'starts_clock'
    | 'duration'
    | 'reminders'
    | 'extra'
    | 'alarms'
    | 'sequence'
  > {
  status: EventStatus
  starts_ms: number
  ends_ms: number
}

export interface Override extends Facts, Moved {
  status: EventStatus
}

export interface EventRow
  extends Facts,
    Recurring<Override>,
    RowOf<'calendar_events', 'id' | 'number' | 'uid' | 'resource' | 'revision'> {
  /** It was made from something that is hidden now. */
  hidden: boolean
  /** Of others, from whose things it was made. */
  given_ids: string[]
  made_from: MadeOf['from']
  updated_ms: number
}

const ms = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`

const FACTS = (alias: string) => {
  const of = sql.ref(alias)
  return sql`${of}.title, ${of}.description, ${of}.location, ${of}.status, ${of}.all_day, ${of}.tz, ${of}.starts_clock,
    ${of}.duration, ${of}.reminders, ${of}.extra, ${of}.alarms, ${of}.sequence,
    ${ms(sql`${of}.starts_at`)} as starts_ms, ${ms(sql`${of}.ends_at`)} as ends_ms`
}

const OVERRIDES = sql`coalesce((select json_agg(one) from (
  select o.clock, ${FACTS('o')} from calendar_overrides o
  where o.owner_id = e.owner_id and o.event_id = e.id order by o.clock) one), '[]')`

const EVENT = sql`e.id, e.number, e.uid, e.resource, e.revision, ${ms(sql`e.updated_at`)} as updated_ms, e.rrule, e.last_clock,
  e.exdates, e.rdates, ${FACTS('e')}, ${OVERRIDES} as overrides, e.made_from, e.given_ids, ${isMadeOfHidden('e', sql`e.owner_id`)} as hidden`

const OWN = (actor: Actor, among?: 'calendar_events') =>
  sql`e.owner_id = ${actor.ownerId} and e.tenant_id = ${actor.tenantId} and ${visibleMade('e', actor, among)}`

/** Arrays of bigint come as text. */
const ready = (row: EventRow): EventRow => ({
  ...row,
  exdates: row.exdates.map(Number),
  rdates: row.rdates.map(Number),
})

async function events(db: Db, query: RawBuilder<EventRow>): Promise<EventRow[]> {
  return (await rows(db, query)).map(ready)
}

export const findEvent = async (db: Db, actor: Actor, id: string): Promise<EventRow | undefined> =>
  (await events(db, sql<EventRow>`select ${EVENT} from calendar_events e where ${OWN(actor)} and e.id = ${id}`))[0]

/** Taken in hand until the transaction ends. */
export const lockEvent = async (db: Db, actor: Actor, id: string): Promise<EventRow | undefined> =>
  (
    await events(
      db,
      sql<EventRow>`select ${EVENT} from calendar_events e where ${OWN(actor)} and e.id = ${id} for update`,
    )
  )[0]

export async function eventsById(db: Db, actor: Actor, ids: string[]): Promise<Map<string, EventRow>> {
  const found = await events(
    db,
    sql<EventRow>`select ${EVENT} from calendar_events e where ${OWN(actor)} and e.id = any(${ids}::uuid[])`,
  )
  return new Map(found.map(event => [event.id, event]))
}

/** Events by their UID, those that there are. */
export async function eventsByUid(db: Db, actor: Actor, uids: string[]): Promise<Map<string, EventRow>> {
  const found = await events(
    db,
    sql<EventRow>`select ${EVENT} from calendar_events e where ${OWN(actor)} and e.uid = any(${uids}::text[])`,
  )
  return new Map(found.map(event => [event.uid, event]))
}

/** Events that may have an occurrence between the two moments; either may be open. */
const reaching = (since: number | null, until: number | null) => sql`
  (${since}::bigint is null or e.found_until is null or e.found_until >= to_timestamp(${since}::bigint / 1000.0))
  and (${until}::bigint is null or e.found_from <= to_timestamp(${until}::bigint / 1000.0))`

export const listEvents = (
  db: Db,
  actor: Actor,
  window: { since: number | null; until: number | null; limit: number },
): Promise<EventRow[]> =>
  events(
    db,
    sql<EventRow>`select ${EVENT} from calendar_events e where ${OWN(actor, 'calendar_events')} and ${reaching(window.since, window.until)}
      order by e.starts_at, e.number limit ${window.limit}`,
  )

export interface AgendaEvent
  extends Recurring<Override>,
    RowOf<'calendar_events', 'id' | 'number' | 'title' | 'location' | 'reminders'> {}

export interface AgendaTaskRow extends RowOf<'tasks', 'id' | 'number' | 'title' | 'assignee'> {
  due_ms: number
}

export interface AgendaRows {
  /** JSON: it may be megabytes, and is read where they are lined up. */
  events: string
  tasks: AgendaTaskRow[]
  /** Of all open tasks that are due in the window. */
  due: { total: number; today: number; upcoming: number }
}

/** All that an agenda is made of, in one statement; one series more than may be lined up, to see that there are more. */
export async function agendaRows(
  db: Db,
  actor: Actor,
  window: { since: number; until: number; today: [number, number]; now: number; tasks: number; events: number },
): Promise<AgendaRows> {
  const moment = (at: number) => sql`to_timestamp(${at}::bigint / 1000.0)`
  const day = 86_400_000
  const found = await firstRow<AgendaRows>(
    db,
    sql`with due as (
        select t.id, t.number, t.title, t.assignee, t.due_at from tasks t
        where ${window.tasks} > 0 and t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId} and t.status = 'open'
          and ${visibleMade('t', actor, 'tasks')}
          and t.due_at >= ${moment(window.since)} and t.due_at < ${moment(window.until)})
      select
        (select coalesce(json_agg(one), '[]')::text from (
          select e.id, e.number, e.title, e.location, e.reminders, e.all_day, e.tz, e.starts_clock, e.duration,
            ${ms(sql`e.starts_at`)} as starts_ms, e.rrule, e.last_clock, e.exdates, e.rdates, ${OVERRIDES} as overrides
          from calendar_events e where ${OWN(actor, 'calendar_events')} and e.status <> 'cancelled'
            and ${reaching(window.since - day, window.until + day)}
          order by e.found_from limit ${window.events} + 1) one) as events,
        (select coalesce(json_agg(one), '[]') from (
          select id, number, title, assignee, ${ms(sql`due_at`)} as due_ms from due
          order by due_at, number limit ${window.tasks}) one) as tasks,
        (select json_build_object('total', count(*),
          'today', count(*) filter (where due_at >= ${moment(window.today[0])} and due_at < ${moment(window.today[1])}),
          'upcoming', count(*) filter (where due_at > ${moment(window.now)})) from due) as due`,
  )
  return found!
}

/**
 * Numbers the change that this transaction makes to the owner's calendar; changes come one after the other. Changes of hidden
 * events have numbers of their own.
 */
export const nextRevision = (db: Db, actor: Actor, hidden = false): Promise<number> =>
  nextNumber(db, actor.ownerId, 'calendar', { hidden })

export interface NewEvent extends Facts {
  id: string
  number: number
  uid: string
  resource: string
  rrule: string
  last_clock: number | null
  exdates: number[]
  rdates: number[]
  found_from: number
  found_until: number | null
  next_reminder: number | null
}

/** A reminder that is due in the very moment of a change is not lost by it; older ones are not brought up again. */
export const CHANGE_SLACK_MS = 60_000

const at = (value: number | null) => sql`to_timestamp(${value}::bigint / 1000.0)`

export async function insertEvent(
  db: Db,
  actor: Actor,
  event: NewEvent,
  { revision, madeOf: made = MADE_OF_NOTHING }: { revision: number; madeOf?: MadeOf },
): Promise<void> {
  await sql`insert into calendar_events (owner_id, id, tenant_id, number, uid, resource, title, description, location, status,
      all_day, tz, starts_clock, duration, starts_at, ends_at, rrule, last_clock, exdates, rdates, found_from, found_until,
      reminders, extra, alarms, sequence, revision, next_reminder_at, is_hidden, object_ids, given_ids, made_from)
    values (${actor.ownerId}, ${event.id}, ${actor.tenantId}, ${event.number}, ${event.uid}, ${event.resource},
      ${event.title}, ${event.description}, ${event.location}, ${event.status}, ${event.all_day}, ${event.tz},
      ${event.starts_clock}, ${event.duration}, ${at(event.starts_ms)}, ${at(event.ends_ms)}, ${event.rrule},
      ${event.last_clock}, ${event.exdates}::bigint[], ${event.rdates}::bigint[], ${at(event.found_from)},
      ${at(event.found_until)}, ${event.reminders}::integer[], ${event.extra}::text[], ${event.alarms}::text[],
      ${event.sequence}, ${revision}, ${at(event.next_reminder)}, ${made.hidden}, ${made.objectIds}::uuid[],
      ${made.givenIds ?? []}::uuid[], ${made.from})`.execute(db)
  await sql`delete from calendar_removed where owner_id = ${actor.ownerId} and resource = ${event.resource}`.execute(db)
}

export async function updateEvent(db: Db, actor: Actor, event: NewEvent, revision: number): Promise<void> {
  await sql`update calendar_events set title = ${event.title}, description = ${event.description},
      location = ${event.location}, status = ${event.status}, all_day = ${event.all_day}, tz = ${event.tz},
      starts_clock = ${event.starts_clock}, duration = ${event.duration}, starts_at = ${at(event.starts_ms)},
      ends_at = ${at(event.ends_ms)}, rrule = ${event.rrule}, last_clock = ${event.last_clock},
      exdates = ${event.exdates}::bigint[], rdates = ${event.rdates}::bigint[], found_from = ${at(event.found_from)},
      found_until = ${at(event.found_until)}, reminders = ${event.reminders}::integer[], extra = ${event.extra}::text[],
      alarms = ${event.alarms}::text[], sequence = ${event.sequence}, revision = ${revision}, updated_at = now(), source = null,
      next_reminder_at = ${at(event.next_reminder)},
      reminded_until = greatest(reminded_until, now() - ${CHANGE_SLACK_MS} * interval '1 millisecond')
    where owner_id = ${actor.ownerId} and id = ${event.id}`.execute(db)
}

/** Replaces all that differ from the series. */
export async function setOverrides(db: Db, actor: Actor, eventId: string, overrides: Override[]): Promise<void> {
  await sql`delete from calendar_overrides where owner_id = ${actor.ownerId} and event_id = ${eventId}`.execute(db)
  for (const one of overrides)
    await sql`insert into calendar_overrides (owner_id, event_id, clock, title, description, location, status, all_day, tz,
        starts_clock, duration, starts_at, ends_at, reminders, extra, alarms, sequence)
      values (${actor.ownerId}, ${eventId}, ${one.clock}, ${one.title}, ${one.description}, ${one.location}, ${one.status},
        ${one.all_day}, ${one.tz}, ${one.starts_clock}, ${one.duration}, ${at(one.starts_ms)}, ${at(one.ends_ms)},
        ${one.reminders}::integer[], ${one.extra}::text[], ${one.alarms}::text[], ${one.sequence})`.execute(db)
}

export async function removeEvent(db: Db, actor: Actor, event: EventRow, revision: number): Promise<void> {
  await sql`delete from calendar_events where owner_id = ${actor.ownerId} and id = ${event.id}`.execute(db)
  if (!event.hidden) await noteRemoved(db, actor, event.resource, revision)
}

/** For programs that ask what has changed: it is no longer there for them. */
export async function noteRemoved(db: Db, actor: Actor, resource: string, revision: number): Promise<void> {
  await sql`insert into calendar_removed (owner_id, resource, revision) values (${actor.ownerId}, ${resource}, ${revision})
    on conflict (owner_id, resource) do update set revision = excluded.revision, removed_at = now()`.execute(db)
}

export interface DueEvent extends EventRow {
  owner_id: string
  is_hidden: boolean
  object_ids: string[]
  reminded_ms: number
  email: string
  /** Nobody is to be reminded: also when it was made from what is not given any more. */
  disabled: boolean
  timezone: string | null
  language: string | null
  by_messenger: boolean
}

/**
 * Events with a reminder due, locked; those that another worker has in hand are left to it. They are read by a statement of
 * its own behind the lock: one that locks and reads at once would see a row as it was before the other worker was done.
 */
export async function takeDue(db: Db, now: number, limit: number): Promise<DueEvent[]> {
  const due = await rows<{ id: string; owner_id: string }>(
    db,
    sql`select id, owner_id from calendar_events where next_reminder_at <= ${at(now)}
      order by next_reminder_at limit ${limit} for update skip locked`,
  )
  if (due.length === 0) return []
  const found = await rows(
    db,
    sql<DueEvent>`select ${EVENT}, e.owner_id, e.is_hidden, e.object_ids, ${ms(sql`e.reminded_until`)} as reminded_ms, u.email,
        u.disabled or not ${isStillGiven('e', { userId: sql`e.owner_id`, tenantId: sql`e.tenant_id` })} as disabled, s.timezone,
        s.prefs ->> 'language' as language, coalesce(s.calendar_reminders_messenger, false) as by_messenger
      from unnest(${due.map(row => row.owner_id)}::uuid[], ${due.map(row => row.id)}::uuid[]) as due (owner_id, id)
        join calendar_events e on e.owner_id = due.owner_id and e.id = due.id
        join users u on u.id = e.owner_id left join settings s on s.owner_id = e.owner_id
      order by e.owner_id, e.id`,
  )
  return found.map(row => ({ ...row, ...ready(row) }))
}

export async function noteReminded(db: Db, event: DueEvent, until: number, next: number | null): Promise<void> {
  await sql`update calendar_events set reminded_until = ${at(until)}, next_reminder_at = ${at(next)}
    where owner_id = ${event.owner_id} and id = ${event.id}`.execute(db)
}

export async function setFeed(db: Db, actor: Actor, tokenHash: Buffer): Promise<{ created_at: Date }> {
  const made = await firstRow<{ created_at: Date }>(
    db,
    sql`insert into calendar_feeds (owner_id, token_hash) values (${actor.ownerId}, ${tokenHash})
      on conflict (owner_id) do update set token_hash = excluded.token_hash, created_at = now() returning created_at`,
  )
  return made!
}

export const removeFeed = async (db: Db, { ownerId }: Actor): Promise<boolean> =>
  (await firstRow(db, sql`delete from calendar_feeds where owner_id = ${ownerId} returning owner_id`)) !== undefined

/** Whose feed a token opens. */
export const findFeed = (db: Db, ownerId: string, tokenHash: Buffer) =>
  firstRow<{ tenant_id: string; name: string }>(
    db,
    sql`select u.tenant_id, u.name from calendar_feeds f join users u on u.id = f.owner_id
      where f.owner_id = ${ownerId} and f.token_hash = ${tokenHash} and not u.disabled`,
  )
