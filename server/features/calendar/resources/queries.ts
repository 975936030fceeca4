import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { visibleMade } from '../../../db/visibility.ts'

/** Events as the files of a calendar folder: a name, a version, the text. */

export interface Resource {
  id: string
  name: string
  revision: number
  updated_at: Date
  /** As it was put, when nothing has changed it since. */
  source: string | null
}

const COLUMNS = sql`e.id, e.resource as name, e.revision, e.updated_at, e.source`
const OWN = (actor: Actor) =>
  sql`e.owner_id = ${actor.ownerId} and e.tenant_id = ${actor.tenantId} and ${visibleMade('e', actor, 'calendar_events')}`

export const listResources = (db: Db, actor: Actor) =>
  rows<Resource>(db, sql`select ${COLUMNS} from calendar_events e where ${OWN(actor)} order by e.number`)

export const findResources = (db: Db, actor: Actor, names: string[]) =>
  rows<Resource>(
    db,
    sql`select ${COLUMNS} from calendar_events e where ${OWN(actor)} and e.resource = any(${names}::text[])`,
  )

/** The number of the last change of the owner's calendar. */
export async function calendarRevision(db: Db, actor: Actor): Promise<number> {
  const found = await firstRow<RowOf<'owner_numbers', 'last'>>(
    db,
    sql`select last from owner_numbers where owner_id = ${actor.ownerId} and kind = 'calendar'`,
  )
  return found?.last ?? 0
}

export interface Changes {
  revision: number
  changed: Resource[]
  removed: string[]
}

/** What has changed behind a revision, and up to which one, as of one moment. */
export async function changesSince(db: Db, actor: Actor, revision: number): Promise<Changes> {
  const found = await firstRow<{ revision: number; changed: (Resource & { updated_at: string })[]; removed: string[] }>(
    db,
    sql`select
        coalesce((select last from owner_numbers where owner_id = ${actor.ownerId} and kind = 'calendar'), 0) as revision,
        (select coalesce(json_agg(one), '[]') from (
          select ${COLUMNS} from calendar_events e where ${OWN(actor)} and e.revision > ${revision} order by e.number) one) as changed,
        (select coalesce(json_agg(resource), '[]') from calendar_removed
          where owner_id = ${actor.ownerId} and revision > ${revision}) as removed`,
  )
  return { ...found!, changed: found!.changed.map(row => ({ ...row, updated_at: new Date(row.updated_at) })) }
}

/** Set by the one who puts, behind the write that has cleared it. */
export async function setSource(db: Db, actor: Actor, id: string, source: string): Promise<void> {
  await sql`update calendar_events set source = ${source} where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}
