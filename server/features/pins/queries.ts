import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { rows } from '../../db/connect.ts'
import type { Stored } from '../../db/pins.ts'
import { objectsNamed, visible, visibleCollection, visibleMade } from '../../db/visibility.ts'

/** So many are shown, and can be asked for. */
export const MOST = 100

/** With those that are not seen now: hidden, not given any more, gone. */
export const KEPT = 300

export const storedPins = (db: Db, ownerId: string) =>
  db
    .selectFrom('pins')
    .select(['kind', 'target_id', 'tag'])
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('kind')
    .orderBy('target_id')
    .orderBy('tag')
    .limit(KEPT)
    .execute()

export interface PinnedThing {
  kind: Stored['kind']
  id: string
  name: string
  icon: string
  color: string | null
  file_kind: string | null
}

/** Of these ids the folders and files that somebody sees, by themselves or by what an owner has given them. */
export const seenFiled = (db: Db, viewer: Actor, folders: string[], files: string[]) =>
  rows<PinnedThing>(
    db,
    sql`select 'folder' as kind, c.id, c.name, c.icon, null::text as color, null::text as file_kind from collections c
        where c.id = any(${folders}::uuid[]) and ${visibleCollection(viewer)}
      union all
      select 'file', o.id, o.filename, '', null, o.kind from ${objectsNamed(viewer.ownerId, files)}
        where ${visible(viewer, 'listed')}`,
  )

/** Which of these owners have any of these. */
export const ownersOf = (db: Db, owners: string[], folders: string[], files: string[]) =>
  rows<{ owner_id: string }>(
    db,
    sql`select owner_id from collections where owner_id = any(${owners}::uuid[]) and id = any(${folders}::uuid[])
      union select owner_id from objects where owner_id = any(${owners}::uuid[]) and id = any(${files}::uuid[])`,
  )

export const seenOwn = (db: Db, actor: Actor, themes: string[], searches: string[]) =>
  rows<PinnedThing>(
    db,
    sql`select 'theme' as kind, t.id, t.name, t.icon, null::text as color, null::text as file_kind from themes t
        where t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId} and t.id = any(${themes}::uuid[])
          and (${actor.unlocked}::boolean or not t.is_hidden)
      union all
      select 'search', s.id, s.name, '', null, null from saved_searches s
        where s.owner_id = ${actor.ownerId} and s.id = any(${searches}::uuid[]) and ${visibleMade('s', actor)}`,
  )
