import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import {
  isMadeOfHidden,
  isStillGiven,
  MADE_OF_NOTHING,
  type MadeOf,
  objectsWithPlace,
  seersOf,
  visible,
  visibleMade,
} from '../../db/visibility.ts'
import type { Job } from '../../jobs/declare.ts'
import { jobInsertEach } from '../../jobs/queue.ts'

export interface StoredEvent extends StreamPosition {
  type: string
  data: unknown
  is_visible: boolean
}

export interface EventToInsert {
  ownerId: string
  type: string
  objectId: string | null
  madeOf?: MadeOf
  data: unknown
}

/** What else follows from an event: the webhooks of its owner, and those to whom the file is given. */
export interface Onward {
  delivery: Job<unknown>
  forward: Job<unknown>
}

const AT = sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The inserts of an event, and of a delivery for each webhook that subscribes to it, as parts of a `with`: they stand in
 * one statement with the write that they tell of, and tell nothing when `happened` has no row.
 */
export function partsOfEvent(event: EventToInsert, { delivery, forward }: Onward, happened: RawBuilder<unknown>) {
  const data = JSON.stringify(event.data)
  const payload = sql`jsonb_build_object('webhookId', hook.id, 'type', ${event.type}::text, 'objectId', ${event.objectId}::text,
    'objectIds', to_jsonb(made.object_ids), 'givenIds', to_jsonb(made.given_ids), 'data', ${data}::jsonb, 'at', ${AT})`
  const { objectIds, givenIds = [], hidden } = event.madeOf ?? MADE_OF_NOTHING
  const made = sql`(select ${event.ownerId}::uuid as owner_id, ${hidden}::boolean as is_hidden, ${objectIds}::uuid[] as object_ids,
    ${givenIds}::uuid[] as given_ids) made`
  const hooks = sql`webhooks hook, ${made}, ${happened} where hook.owner_id = ${event.ownerId} and ${event.type} = any(hook.events)
    and not ${isMadeOfHidden('made', event.ownerId)}`
  return sql`told as (
      insert into events (owner_id, type, object_id, data, is_hidden, object_ids, given_ids)
      select ${event.ownerId}, ${event.type}, ${event.objectId}, ${data}::jsonb, ${hidden}::boolean, ${objectIds}::uuid[],
        ${givenIds}::uuid[] from ${happened}),
    delivered as (${jobInsertEach(delivery, event.ownerId, payload, { source: hooks })} returning 1),
    forwarded as (${forwardPart(event, forward, happened)} returning 1)`
}

/** Whoever has opened nothing to others has nobody else to tell; whom else it concerns is found by the job. */
function forwardPart(event: EventToInsert, forward: Job<unknown>, happened: RawBuilder<unknown>) {
  const isOfFile = event.objectId !== null && event.type.startsWith('object.')
  const payload = sql`${JSON.stringify({ type: event.type, objectId: event.objectId, data: event.data })}::jsonb`
  const source = sql`${happened} where ${isOfFile}::boolean
    and exists (select 1 from grants g where g.owner_id = ${event.ownerId})`
  return jobInsertEach(forward, event.ownerId, payload, { source })
}

/** Those besides its owner who see a file now. */
export const othersWhoSee = (db: Db, ownerId: string, objectId: string) =>
  rows<{ id: string }>(
    db,
    sql`select seen.id from (${seersOf({ ownerId, objectId })}) seen where seen.id <> ${ownerId} order by seen.id limit ${MOST_OTHERS}`,
  )

const MOST_OTHERS = 1000

/** For the select list of the statement that tells: whether anybody is to be sent word. */
export const anyDelivery: RawBuilder<boolean> = sql<boolean>`(exists (select 1 from delivered) or exists (select 1 from forwarded))`

export async function insertEvent(db: Db, event: EventToInsert, onward: Onward): Promise<void> {
  await sql`with happened as (select 1), ${partsOfEvent(event, onward, sql`happened`)} select 1`.execute(db)
}

/**
 * Events of several people in one statement, none of which is passed on. The counters are taken at the commit in the order of the inserts:
 * always that of the owners, so that two who tell the same people cannot wait for each other.
 */
export async function insertEvents(db: Db, events: EventToInsert[], delivery: Job<unknown>): Promise<void> {
  const newEvents = JSON.stringify(events.map(({ madeOf = MADE_OF_NOTHING, ...event }) => ({ ...event, ...madeOf })))
  const payload = sql`jsonb_build_object('webhookId', hook.id, 'type', made.type, 'objectId', made.object_id,
    'objectIds', to_jsonb(made.object_ids), 'givenIds', to_jsonb(made.given_ids), 'data', made.data, 'at', ${AT})`
  const hooks = sql`made join webhooks hook on hook.owner_id = made.owner_id and made.type = any(hook.events)
    where not ${isMadeOfHidden('made', sql`made.owner_id`)}`
  await sql`with made as materialized (
      select "ownerId" as owner_id, type, "objectId" as object_id, data, hidden as is_hidden, "objectIds" as object_ids,
        coalesce("givenIds", '{}') as given_ids
      from jsonb_to_recordset(${newEvents}::jsonb) as told("ownerId" uuid, type text, "objectId" uuid, data jsonb, hidden boolean,
        "objectIds" uuid[], "givenIds" uuid[])),
    told as (
      insert into events (owner_id, type, object_id, data, is_hidden, object_ids, given_ids)
      select owner_id, type, object_id, data, is_hidden, object_ids, given_ids from made order by owner_id)
    ${jobInsertEach(delivery, sql`made.owner_id`, payload, { source: hooks })}`.execute(db)
}

/** A place among an owner's events: the number of one, and its moment, which another history with that number has not. */
export interface StreamPosition {
  seq: number
  at: Date
}

export const BEGINNING: StreamPosition = { seq: 0, at: new Date(0) }

/** The owner's newest place, and when the event of this number happened, as far as that is still known. */
export async function newestPlace(
  db: Db,
  ownerId: string,
  seq: number,
): Promise<{ newest: StreamPosition; moment: Date | null }> {
  const found = await firstRow<StreamPosition & { moment: Date | null }>(
    db,
    sql`select c.last as seq, c.at, case when c.last = ${seq}::bigint then c.at
        else (select e.created_at from events e where e.owner_id = c.owner_id and e.seq = ${seq}::bigint) end as moment
      from event_counters c where c.owner_id = ${ownerId}`,
  )
  return { newest: found ?? BEGINNING, moment: seq === 0 ? BEGINNING.at : (found?.moment ?? null) }
}

/**
 * The owner's next events behind a number, told or not. An event about an object is told only to those who may see the object,
 * decided at this moment by the one rule.
 */
export function eventsAfter(db: Db, actor: Actor, after: number, limit: number): Promise<StoredEvent[]> {
  return rows<StoredEvent>(
    db,
    sql`select e.seq, e.created_at as at, e.type, e.data, (e.object_id is null or exists (
          select 1 from ${objectsWithPlace} where o.id = e.object_id and ${visible(actor, 'active')}))
        and ${visibleMade('e', actor)} as is_visible
      from (select * from events where owner_id = ${actor.ownerId} and seq > ${after}::bigint order by seq limit ${limit}) e
      order by e.seq`,
  )
}

const SWEPT_AT_ONCE = 5000

/** False while there is more to remove. */
export async function removeOldEvents(db: Db): Promise<boolean> {
  const removed = await rows(
    db,
    sql`delete from events where (owner_id, id) in (select owner_id, id from events
      where created_at < now() - interval '1 day' order by created_at limit ${SWEPT_AT_ONCE}) returning 1`,
  )
  return removed.length < SWEPT_AT_ONCE
}

export type Webhook = RowOf<'webhooks', 'id' | 'url' | 'events' | 'last_status' | 'last_error' | 'created_at'>

const WEBHOOK = sql`id, url, events, last_status, last_error, created_at`

export async function insertWebhook(
  db: Db,
  actor: Actor,
  webhook: { id: string; url: string; events: string[]; secret: string },
): Promise<Webhook> {
  const made = await firstRow<Webhook>(
    db,
    sql`insert into webhooks (owner_id, id, url, events, secret)
      values (${actor.ownerId}, ${webhook.id}, ${webhook.url}, ${webhook.events}, ${webhook.secret})
      returning ${WEBHOOK}`,
  )
  return made!
}

export const webhooksOf = (db: Db, actor: Actor) =>
  rows<Webhook>(db, sql`select ${WEBHOOK} from webhooks where owner_id = ${actor.ownerId} order by created_at, id`)

export const removeWebhook = (db: Db, actor: Actor, id: string) =>
  db
    .deleteFrom('webhooks')
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const sealedSecrets = (db: Db) =>
  db.selectFrom('webhooks').select(['owner_id', 'id', 'secret']).forUpdate().execute()

export async function resealWebhook(db: Db, ownerId: string, id: string, secret: string): Promise<void> {
  await db.updateTable('webhooks').set({ secret }).where('owner_id', '=', ownerId).where('id', '=', id).execute()
}

export const webhookSecret = (db: Db, ownerId: string, id: string) =>
  firstRow<{ url: string; secret: string; tenant_id: string }>(
    db,
    sql`select w.url, w.secret, u.tenant_id from webhooks w join users u on u.id = w.owner_id
      where w.owner_id = ${ownerId} and w.id = ${id} and not u.disabled`,
  )

export interface Sent {
  id: string
  webhookId: string
  type: string
  objectId: string | null
  objectIds: string[]
  givenIds: string[]
  data: Record<string, unknown>
  at: string
  status: number | null
  error: string | null
  givenUp: boolean
}

/** So many are kept of a webhook. */
const MOST_DELIVERIES = 200

export async function noteDelivery(db: Db, ownerId: string, sent: Sent): Promise<void> {
  await sql`with hook as (
      update webhooks set last_status = ${sent.status}, last_error = ${sent.error}
      where owner_id = ${ownerId} and id = ${sent.webhookId} returning id),
    old as (
      delete from webhook_deliveries where owner_id = ${ownerId} and id in (
        select id from webhook_deliveries where owner_id = ${ownerId} and webhook_id = ${sent.webhookId}
        order by happened_at desc, id offset ${MOST_DELIVERIES - 1} limit ${MOST_DELIVERIES}) and id <> ${sent.id})
    insert into webhook_deliveries as d (owner_id, id, webhook_id, type, object_id, object_ids, given_ids, data, happened_at,
      attempts, status, error, given_up)
    select ${ownerId}, ${sent.id}, hook.id, ${sent.type}, ${sent.objectId}::uuid, ${sent.objectIds}::uuid[], ${sent.givenIds}::uuid[],
      ${JSON.stringify(sent.data)}::jsonb, ${sent.at}::timestamptz, 1, ${sent.status}::int, ${sent.error}, ${sent.givenUp} from hook
    on conflict (owner_id, id) do update set attempts = d.attempts + 1, status = excluded.status, error = excluded.error,
      given_up = excluded.given_up, sent_at = now()`.execute(db)
}

export interface Delivery
  extends RowOf<
    'webhook_deliveries',
    | 'id'
    | 'type'
    | 'object_id'
    | 'object_ids'
    | 'given_ids'
    | 'happened_at'
    | 'attempts'
    | 'status'
    | 'error'
    | 'given_up'
    | 'sent_at'
  > {
  data: Record<string, unknown>
}

/** Of deliveries `d`, those of a webhook that speak of nothing that the owner does not see now. */
const seenDeliveries = (
  actor: Actor,
  webhookId: string,
) => sql`d.owner_id = ${actor.ownerId} and d.webhook_id = ${webhookId}
  and ${visibleMade('d', actor)} and (d.object_id is null
    or exists (select 1 from ${objectsWithPlace} where o.id = d.object_id and ${visible(actor, 'active')}))`

const DELIVERY = sql`d.id, d.type, d.object_id, d.object_ids, d.given_ids, d.data, d.happened_at, d.attempts, d.status, d.error, d.given_up, d.sent_at`

/** Undefined when there is no such webhook. */
export async function deliveriesOf(
  db: Db,
  actor: Actor,
  webhookId: string,
  limit: number,
): Promise<Delivery[] | undefined> {
  const hook = await db
    .selectFrom('webhooks')
    .select('id')
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return (
    hook &&
    rows<Delivery>(
      db,
      sql`select ${DELIVERY} from webhook_deliveries d where ${seenDeliveries(actor, webhookId)}
        order by d.happened_at desc, d.id limit ${limit}`,
    )
  )
}

export const findDelivery = (db: Db, actor: Actor, webhookId: string, id: string) =>
  firstRow<Delivery>(
    db,
    sql`select ${DELIVERY} from webhook_deliveries d where ${seenDeliveries(actor, webhookId)} and d.id = ${id}`,
  )

/** True when there are no more. */
export async function removeOldDeliveries(db: Db): Promise<boolean> {
  const removed = await rows(
    db,
    sql`delete from webhook_deliveries where (owner_id, id) in (select owner_id, id from webhook_deliveries
      where sent_at < now() - interval '30 days' order by sent_at limit ${SWEPT_AT_ONCE}) returning 1`,
  )
  return removed.length < SWEPT_AT_ONCE
}

/** Whether the object may be spoken of outside, and what else it is made from: a webhook carries no hidden token. */
export const mayReceive = async (
  db: Db,
  viewer: { ownerId: string; tenantId: string },
  { objectId, objectIds, givenIds }: { objectId: string | null; objectIds: string[]; givenIds: string[] },
): Promise<boolean> => {
  const found = await firstRow<{ seen: boolean; hidden: boolean; given: boolean }>(
    db,
    sql`select ${objectId}::uuid is null or exists (select 1 from ${objectsWithPlace}
          where o.id = ${objectId}::uuid and ${visible({ ...viewer, unlocked: false }, 'active')}) as seen,
        ${isMadeOfHidden('made', viewer.ownerId)} as hidden,
        ${isStillGiven('made', { userId: viewer.ownerId, tenantId: viewer.tenantId })} as given
      from (select ${viewer.ownerId}::uuid as owner_id, false as is_hidden, ${objectIds}::uuid[] as object_ids,
        ${givenIds}::uuid[] as given_ids) made`,
  )
  return found!.seen && !found!.hidden && found!.given
}
