import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type RowOf, rows } from '../../../db/connect.ts'
import { visibleMade } from '../../../db/visibility.ts'
import type { UsedZone } from '../ics-write.ts'

/** Events as the files of a calendar folder: a name, a version, the text. */

export interface Resource extends RowOf<'calendar_events', 'id' | 'revision' | 'updated_at'> {
  name: string
  /** About how many bytes its text has. */
  weight: number
}

const COLUMNS = sql`e.id, e.resource as name, e.revision, e.updated_at,
  coalesce(octet_length(e.source), 0) + octet_length(e.description) + pg_column_size(e.extra) as weight`
const OWN = (actor: Actor) =>
  sql`e.owner_id = ${actor.ownerId} and e.tenant_id = ${actor.tenantId} and ${visibleMade('e', actor, 'calendar_events')}`

/** Before every other. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The next in the order of their ids; those only that were changed behind a revision. */
export const resourcesAfter = (
  db: Db,
  actor: Actor,
  { after, since, limit }: { after: string; since: number; limit: number },
) =>
  rows<Resource>(
    db,
    sql`select ${COLUMNS} from calendar_events e where ${OWN(actor)} and e.id > ${after} and e.revision > ${since}
      order by e.id limit ${limit}`,
  )

/** The texts of those that nothing has changed since they were put, as they were put. */
export async function sourcesOf(db: Db, actor: Actor, ids: string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; source: string }>(
    db,
    sql`select e.id, e.source from calendar_events e
      where ${OWN(actor)} and e.id = any(${ids}::uuid[]) and e.source is not null`,
  )
  return new Map(found.map(({ id, source }) => [id, source]))
}

/** The zones that the owner's events are in, each with the first year of one. */
export const zonesOf = (db: Db, actor: Actor) =>
  rows<UsedZone>(
    db,
    sql`select tz, min(extract(year from starts_at at time zone 'UTC'))::integer as year from (
        select e.tz, e.starts_at, e.all_day from calendar_events e where ${OWN(actor)}
        union all
        select o.tz, o.starts_at, o.all_day from calendar_events e
          join calendar_overrides o on o.owner_id = e.owner_id and o.event_id = e.id where ${OWN(actor)}) used
      where not all_day and tz <> 'UTC' group by tz order by tz`,
  )

export const findResources = (db: Db, actor: Actor, names: string[]) =>
  rows<Resource>(
    db,
    sql`select ${COLUMNS} from calendar_events e where ${OWN(actor)} and e.resource = any(${names}::text[])`,
  )

/** The number of the last change of the owner's calendar. */
export async function calendarRevision(db: Db, actor: Actor): Promise<number> {
  const found = await db
    .selectFrom('owner_numbers')
    .select('last')
    .where('owner_id', '=', actor.ownerId)
    .where('kind', '=', 'calendar')
    .executeTakeFirst()
  return found?.last ?? 0
}

/** The next names, in their order, of what was removed behind a revision. */
export async function removedAfter(
  db: Db,
  actor: Actor,
  { after, since, limit }: { after: string; since: number; limit: number },
): Promise<string[]> {
  const found = await db
    .selectFrom('calendar_removed')
    .select('resource')
    .where('owner_id', '=', actor.ownerId)
    .where('revision', '>', since)
    .where('resource', '>', after)
    .orderBy('resource')
    .limit(limit)
    .execute()
  return found.map(({ resource }) => resource)
}

/** Set by the one who puts, behind the write that has cleared it. */
export async function setSource(db: Db, actor: Actor, id: string, source: string): Promise<void> {
  await sql`update calendar_events set source = ${source} where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}
