import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { type RowOf, rows } from '../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection, visibleMade } from '../../db/visibility.ts'

/** So many a person can have. */
export const MOST = 100

/** With those that are not seen now: hidden, not given any more, gone. */
const KEPT = 300

export type Stored = RowOf<'pins', 'kind' | 'target_id' | 'tag'>

export const storedPins = (db: Db, ownerId: string) =>
  rows<Stored>(
    db,
    sql`select kind, target_id, tag from pins where owner_id = ${ownerId} order by position, kind, target_id, tag limit ${KEPT}`,
  )

export interface Seen {
  kind: Stored['kind']
  id: string
  name: string
  icon: string
  color: string | null
  file_kind: string | null
}

/** Of these ids the folders and files that somebody sees, by themselves or by what an owner has given them. */
export const seenFiled = (db: Db, viewer: Actor, folders: string[], files: string[]) =>
  rows<Seen>(
    db,
    sql`select 'folder' as kind, c.id, c.name, c.icon, null::text as color, null::text as file_kind from collections c
        where c.id = any(${folders}::uuid[]) and ${visibleCollection(viewer)}
      union all
      select 'file', o.id, o.filename, '', null, o.kind from ${objectsWithPlace}
        where o.id = any(${files}::uuid[]) and ${visible(viewer, 'listed')}`,
  )

export const seenOwn = (db: Db, actor: Actor, themes: string[], searches: string[]) =>
  rows<Seen>(
    db,
    sql`select 'theme' as kind, t.id, t.name, t.icon, null::text as color, null::text as file_kind from themes t
        where t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId} and t.id = any(${themes}::uuid[])
          and (${actor.unlocked}::boolean or not t.is_hidden)
      union all
      select 'search', s.id, s.name, '', null, null from saved_searches s
        where s.owner_id = ${actor.ownerId} and s.id = any(${searches}::uuid[]) and ${visibleMade('s', actor)}`,
  )

export async function removePins(db: Db, ownerId: string, gone: Stored[]): Promise<void> {
  await sql`delete from pins p using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g (kind text, target_id uuid, tag text)
    where p.owner_id = ${ownerId} and p.kind = g.kind and p.target_id = g.target_id and p.tag = g.tag`.execute(db)
}

/** In the order of the list. Of those that are not seen the last ones leave when there are too many. */
export async function insertPins(db: Db, ownerId: string, pins: Stored[]): Promise<void> {
  const rowsToAdd = JSON.stringify(pins.map((pin, position) => ({ ...pin, position })))
  await sql`insert into pins (owner_id, kind, target_id, tag, position)
    select ${ownerId}, n.kind, n.target_id, n.tag, n.position
    from jsonb_to_recordset(${rowsToAdd}::jsonb) as n (kind text, target_id uuid, tag text, position integer)
    on conflict (owner_id, kind, target_id, tag) do update set position = excluded.position`.execute(db)
  await sql`delete from pins p using (select kind, target_id, tag from pins where owner_id = ${ownerId}
      order by position, kind, target_id, tag offset ${KEPT}) g
    where p.owner_id = ${ownerId} and p.kind = g.kind and p.target_id = g.target_id and p.tag = g.tag`.execute(db)
}
