import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { keptBytes } from '../../db/counts.ts'
import {
  collectionIsHidden,
  hiddenIds,
  hiddenPlaces,
  isMadeOfHidden,
  isOn,
  objectIsHidden,
  objectsWithPlace,
  placeIsThere,
} from '../../db/visibility.ts'
import type { Meter, Units } from '../../tables.ts'

/** Spending of one owner is decided one request after the other: twenty at once cannot each see the same rest. */
export async function lockPurse(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 2))`.execute(db)
}

export interface OwnerFacts {
  tariff: string
  timezone: string
}

export const ownerFacts = (db: Db, ownerId: string) =>
  firstRow<OwnerFacts>(
    db,
    sql`select u.tariff, coalesce(nullif(s.timezone, ''), 'UTC') as timezone
      from users u left join settings s on s.owner_id = u.id where u.id = ${ownerId}`,
  )

export interface Month {
  period_start: Date
  period_end: Date
  spent: number
  reserved: number
}

/** The calendar month in the owner's zone: what was spent in it, and what running operations may still cost. */
export const thisMonth = async (db: Db, ownerId: string, timezone: string): Promise<Month> => {
  const found = await firstRow<Month>(
    db,
    sql`with period as (
        select date_trunc('month', now() at time zone ${timezone}) at time zone ${timezone} as starts,
          (date_trunc('month', now() at time zone ${timezone}) + interval '1 month') at time zone ${timezone} as ends)
      select starts as period_start, ends as period_end,
        (select coalesce(sum(cost_micro), 0)::bigint from usage_records
          where owner_id = ${ownerId} and created_at >= starts and created_at < ends) as spent,
        (select coalesce(sum(amount_micro), 0)::bigint from reservations
          where owner_id = ${ownerId} and expires_at > now()) as reserved
      from period`,
  )
  return found!
}

export async function insertReservation(
  db: Db,
  reservation: { ownerId: string; id: string; amount: number; seconds: number },
): Promise<void> {
  await sql`insert into reservations (owner_id, id, amount_micro, expires_at) values (${reservation.ownerId},
    ${reservation.id}, ${reservation.amount}, now() + ${reservation.seconds} * interval '1 second')`.execute(db)
}

export async function removeReservation(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('reservations').where('owner_id', '=', ownerId).where('id', '=', id).execute()
}

export async function removeExpiredReservations(db: Db): Promise<void> {
  await sql`delete from reservations where expires_at < now()`.execute(db)
}

export async function insertRecord(
  db: Db,
  record: {
    ownerId: string
    id: string
    meter: Meter
    operation: string
    objectIds: string[]
    runId: string | null
    hidden: boolean
    used: Units
    cost: number
    priceVersion: string
  },
): Promise<void> {
  const { used } = record
  const prompt = used.prompt_tokens ?? 0
  await sql`insert into usage_records (owner_id, id, meter, operation, object_id, object_ids, run_id, is_hidden, prompt_tokens, total_tokens,
      audio_seconds, units, cost_micro, price_version)
    values (${record.ownerId}, ${record.id}, ${record.meter}, ${record.operation}, ${record.objectIds[0] ?? null},
      ${record.objectIds}::uuid[], ${record.runId}, ${record.hidden}, ${prompt},
      ${prompt + (used.completion_tokens ?? 0)}, ${Math.ceil(used.audio_seconds ?? 0)}, ${used.units ?? 0},
      ${record.cost}, ${record.priceVersion})`.execute(db)
}

export interface MeterSum {
  meter: Meter
  cost: number
  calls: number
  prompt_tokens: number
  total_tokens: number
  audio_seconds: number
}

/** Zero days is all time; otherwise today and the days before it, in the owner's zone. */
const since = (days: number, timezone: string) =>
  days === 0
    ? sql`true`
    : sql`u.created_at >= (date_trunc('day', now() at time zone ${timezone})
        - ${days - 1} * interval '1 day') at time zone ${timezone}`

/**
 * The owner's records `u` that the viewer may see: none that was made of something hidden, or by a run that is hidden. Joined once
 * for all of them, since there may be tens of thousands.
 */
const seen = ({ ownerId, unlocked }: Actor) =>
  unlocked
    ? sql`u.owner_id = ${ownerId}`
    : sql`u.owner_id = ${ownerId} and not u.is_hidden
      and u.id not in (select made.id from ${hiddenIds(ownerId)} hidden
        join usage_records made on made.owner_id = ${ownerId} and made.object_ids @> array[hidden.id])
      and (u.run_id is null or u.run_id not in (
        select r.id from agent_runs r where r.owner_id = ${ownerId} and ${isMadeOfHidden('r', ownerId)}))`

export const sumByMeter = (db: Db, actor: Actor, days: number, timezone: string) =>
  rows<MeterSum>(
    db,
    sql`select meter, sum(cost_micro)::bigint as cost, count(*) as calls, sum(prompt_tokens)::bigint as prompt_tokens,
        sum(total_tokens)::bigint as total_tokens, sum(audio_seconds)::bigint as audio_seconds
      from usage_records u where ${seen(actor)} and ${since(days, timezone)} group by meter order by meter`,
  )

export const sumByDay = (db: Db, actor: Actor, days: number, timezone: string) =>
  rows<{ day: string; cost: number; calls: number }>(
    db,
    sql`select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as day, sum(cost_micro)::bigint as cost,
        count(*) as calls
      from usage_records u where ${seen(actor)} and ${since(days, timezone)} group by 1 order by 1`,
  )

/** What was spent in all: true whatever is hidden. */
export const sumOfAll = async (db: Db, ownerId: string, days: number, timezone: string): Promise<number> =>
  (await firstRow<{ cost: number }>(
    db,
    sql`select coalesce(sum(cost_micro), 0)::bigint as cost from usage_records u
      where u.owner_id = ${ownerId} and ${since(days, timezone)}`,
  ))!.cost

/** What the owner's bytes take with the service, those of open uploads too; the user's own bucket is not the service's. */
export const storedBytes = async (db: Db, ownerId: string): Promise<number> =>
  (await firstRow<{ bytes: number }>(
    db,
    sql`select (${keptBytes(ownerId)}
        + (select coalesce(sum(size), 0) from upload_parts where owner_id = ${ownerId}))::bigint as bytes`,
  ))!.bytes

/**
 * Bytes that no file uses which the viewer may see: those that only hidden files use, and those of earlier versions and of removed
 * files. They are looked for where they can be, not among all files.
 */
const unseenBytes = (owner: RawBuilder<unknown>, seen: RawBuilder<boolean>) => sql`
  with places as materialized (${hiddenPlaces(owner)}),
  hidden as (
    select o.content_hash as hash from objects o where o.owner_id = ${owner} and o.is_hidden
    union all select o.content_hash from places p join objects o on o.owner_id = ${owner} and o.collection_id = p.id),
  candidates as (
    select hash from hidden
    union select r.content_hash from revisions r where r.owner_id = ${owner}
    union select j.payload ->> 'hash' from jobs j where j.owner_id = ${owner} and j.name = 'blob.unused'
      and j.state in ('PENDING', 'RETRY', 'STARTED'))
  select coalesce(sum(b.size), 0) from candidates join blobs b on b.owner_id = ${owner} and b.hash = candidates.hash
  where b.place = 'service' and not exists (
    select 1 from ${objectsWithPlace} where o.content_hash = b.hash and ${seen})`

/** Bytes of earlier versions and of removed files, which no file uses any more. */
const leftBytes = (owner: string) => sql`
  select coalesce(sum(b.size), 0) from (
    select r.content_hash as hash from revisions r where r.owner_id = ${owner}
    union select j.payload ->> 'hash' from jobs j where j.owner_id = ${owner} and j.name = 'blob.unused'
      and j.state in ('PENDING', 'RETRY', 'STARTED')) candidates
  join blobs b on b.owner_id = ${owner} and b.hash = candidates.hash and b.place = 'service'
  where not exists (select 1 from objects o where o.owner_id = ${owner} and o.content_hash = b.hash)`

/** Counted: what only hidden files take. */
const hiddenBytes = (ownerId: string) => sql`
  with hidden as (
    select o.id, o.content_hash as hash from objects o where o.owner_id = ${ownerId} and o.is_hidden
    union select o.id, o.content_hash from (${hiddenPlaces(ownerId)}) p
      join objects o on o.owner_id = ${ownerId} and o.collection_id = p.id),
  -- In the order of the indexes: of a hundred thousand, each place of them is read once.
  uses as materialized (select hash, count(*) as n from hidden group by hash order by hash)
  select coalesce(sum(b.size), 0)::bigint from uses join blobs b on b.owner_id = ${ownerId} and b.hash = uses.hash
  where b.place = 'service'
    and uses.n = (select count(*) from objects o where o.owner_id = ${ownerId} and o.content_hash = uses.hash)`

/**
 * What only hidden files take: as it was counted last, or counted anew when something has changed since. A count is final when
 * nobody is at work any more who was when the same state was counted before: only they may have looked before the change.
 */
const knownHidden = (ownerId: string) => sql`
  select e.epoch, h.is_final is true as is_kept, case when h.is_final then h.bytes else (${hiddenBytes(ownerId)}) end as bytes,
    least(h.seen_before, now.before) as seen_before, now.oldest >= least(h.seen_before, now.before) as is_final
  from hidden_epochs e left join hidden_bytes h on h.owner_id = e.owner_id and h.epoch = e.epoch
    cross join (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint as before) now
  where e.owner_id = ${ownerId}`

export interface HiddenBytes extends RowOf<'hidden_bytes', 'epoch' | 'bytes' | 'seen_before' | 'is_final'> {
  /** There is nothing new to keep. */
  is_kept: boolean
}

/** For one who has ever hidden anything. */
export const hiddenBytesOf = (db: Db, ownerId: string) => firstRow<HiddenBytes>(db, sql`${knownHidden(ownerId)}`)

/**
 * What may be shown of it, all in one moment: bytes that only hidden files use, or that are on their way to them, would betray
 * them.
 */
export const shownBytes = async (db: Db, actor: Actor): Promise<{ bytes: number; hidden: HiddenBytes | null }> =>
  (await firstRow<{ bytes: number; hidden: HiddenBytes | null }>(
    db,
    sql`with hidden as materialized (${actor.unlocked ? sql`select 0 as bytes where false` : knownHidden(actor.ownerId)})
    select (${keptBytes(actor.ownerId)} - coalesce((select bytes from hidden), 0) - (${leftBytes(actor.ownerId)})
      + (select coalesce(sum(p.size), 0) from upload_parts p join uploads l on l.owner_id = p.owner_id and l.id = p.upload_id
        where p.owner_id = ${actor.ownerId} and (${actor.unlocked} or not exists (select 1 from collections c
          where c.owner_id = l.owner_id and c.id = (l.metadata ->> 'collection_id')::uuid
            and not (l.metadata -> 'chat_only')::boolean and ${collectionIsHidden(actor.ownerId)}))))::bigint as bytes,
      (select to_jsonb(hidden) from hidden) as hidden`,
  ))!

export async function keepHiddenBytes(db: Db, ownerId: string, counted: HiddenBytes): Promise<void> {
  const { epoch, bytes, seen_before, is_final } = counted
  await sql`insert into hidden_bytes as h (owner_id, epoch, bytes, seen_before, is_final)
    values (${ownerId}, ${epoch}, ${bytes}, ${seen_before}, ${is_final})
    on conflict (owner_id) do update set epoch = excluded.epoch, bytes = excluded.bytes, seen_before = excluded.seen_before,
      is_final = excluded.is_final
    where h.epoch < excluded.epoch or h.epoch = excluded.epoch and excluded.is_final and not h.is_final`.execute(db)
}

/** What a run of the agent has spoken of so far. */
export const runFacts = (db: Db, ownerId: string, runId: string) =>
  db
    .selectFrom('agent_runs')
    .select(['object_ids', 'is_hidden'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', runId)
    .executeTakeFirst()

export interface UserUsage {
  user_id: string
  storage_bytes: number
  /** This month, counted in Greenwich. */
  spent: number
  /** Links that can be opened now. */
  links: number
}

const MOST_USERS = 1000

const EACH = sql`u.id`
const seenOfEach = sql<boolean>`o.owner_id = u.id and not ${objectIsHidden(EACH)}`

/** Of links `s`: they lead to something that is there, and to nothing hidden. */
const leadsOfEach = sql`(exists (select 1 from ${objectsWithPlace} where o.id = s.object_id and ${seenOfEach}
    and ${isOn('active', EACH)})
  or exists (select 1 from collections c where c.owner_id = u.id and c.id = s.collection_id and ${placeIsThere(EACH)}
    and not ${collectionIsHidden(EACH)}))`

/** What every user of the tenant takes, the largest first. What only hidden files take is nobody's to see. */
export const usageOfTenant = (db: Db, actor: Actor) =>
  rows<UserUsage>(
    db,
    sql`select u.id as user_id, (${keptBytes(EACH)} - (${unseenBytes(EACH, seenOfEach)}))::bigint as storage_bytes,
        (select coalesce(sum(r.cost_micro), 0)::bigint from usage_records r
          where r.owner_id = u.id and r.created_at >= date_trunc('month', now())) as spent,
        (select count(*) from shares s where s.owner_id = u.id and (s.expires_at is null or s.expires_at > now()) and ${leadsOfEach}) as links
      from (select all_users.id from users all_users where all_users.tenant_id = ${actor.tenantId} and all_users.leaving_at is null
        order by ${keptBytes(sql`all_users.id`)} desc, all_users.id limit ${MOST_USERS}) u
      order by storage_bytes desc, u.id`,
  )
