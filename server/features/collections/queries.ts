import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, rows } from '../../db/connect.ts'
import { collectionIsHidden, collectionsWithTheme, visibleCollection } from '../../db/visibility.ts'

export interface Collection {
  id: string
  name: string
  icon: string
  parent_id: string | null
  theme_id: string | null
  is_hidden: boolean
  has_note: boolean
  object_count: number
  created_at: Date
}

const columns = (actor: Actor) => sql`c.id, c.name, c.icon, c.parent_id, c.in_theme_id as theme_id, c.created_at,
  ${collectionIsHidden} as is_hidden, c.note is not null as has_note,
  (select count(*) from objects o where o.collection_id = c.id and o.owner_id = c.owner_id and o.deleted_at is null
    and not o.chat_only and (${actor.unlocked}::boolean or not o.is_hidden)) as object_count`

/** Undefined for what is missing, foreign or hidden. */
export const findCollection = (db: Db, actor: Actor, id: string) =>
  firstRow<Collection>(
    db,
    sql`select ${columns(actor)} from ${collectionsWithTheme} where c.id = ${id} and ${visibleCollection(actor)}`,
  )

export const listCollections = (db: Db, actor: Actor) =>
  rows<Collection>(
    db,
    sql`select ${columns(actor)} from ${collectionsWithTheme} where ${visibleCollection(actor)}
      order by c.name collate "und-x-icu", c.id`,
  )

export async function insertCollection(
  db: Db,
  actor: Actor,
  folder: { id: string; name: string; icon: string; parentId: string | null },
): Promise<void> {
  await sql`insert into collections (owner_id, id, tenant_id, name, icon, parent_id, in_theme_id, is_concealed)
    select ${actor.ownerId}, ${folder.id}, ${actor.tenantId}, ${folder.name}, ${folder.icon}, ${folder.parentId},
      p.in_theme_id, coalesce(p.is_concealed, false)
    from (select 1) as one left join collections p on p.owner_id = ${actor.ownerId} and p.id = ${folder.parentId}::uuid`.execute(
    db,
  )
}
