import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow } from '../../../db/connect.ts'
import { isHiddenNow, type MadeOf } from '../../../db/visibility.ts'

/** What events are made from. */

export const isHiddenMade = async (db: Db, actor: Actor, made: MadeOf): Promise<boolean> =>
  (await firstRow(db, isHiddenNow(made, actor.ownerId)))!.hidden

/** A series that was cut in two: what the first part was made from, the second is too. */
export async function copySources(db: Db, actor: Actor, from: string, to: string): Promise<void> {
  await sql`update calendar_events e set is_hidden = first.is_hidden, object_ids = first.object_ids,
      given_ids = first.given_ids, made_from = first.made_from from calendar_events first
    where e.owner_id = ${actor.ownerId} and e.id = ${to} and first.owner_id = e.owner_id and first.id = ${from}`.execute(
    db,
  )
}

/** From now on it is made of these too. */
export async function addSources(db: Db, actor: Actor, id: string, made: MadeOf): Promise<void> {
  await sql`update calendar_events set is_hidden = is_hidden or ${made.hidden}::boolean,
      made_from = case when 'others' in (made_from, ${made.from}) then 'others'
        when 'files' in (made_from, ${made.from}) then 'files' else made_from end,
      object_ids = array(select distinct unnest(object_ids || ${made.objectIds}::uuid[])),
      given_ids = array(select distinct unnest(given_ids || ${made.givenIds ?? []}::uuid[]))
    where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}
