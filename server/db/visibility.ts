import { type RawBuilder, sql } from 'kysely'

/**
 * The one rule of who sees which object. Every read of the product goes through these fragments: what is foreign,
 * hidden, in the trash or kept in a chat is simply not among the rows.
 *
 * A folder carries `is_concealed` (it or a folder above it is hidden) and `in_theme_id` (the theme it belongs to, its own
 * or inherited); both are kept by whoever moves or hides folders. A hidden theme is one flag, found by the join.
 */

export interface Viewer {
  ownerId: string
  tenantId: string
  unlocked: boolean
}

/** Objects as `o`, with their folder `c` and its theme `t`. */
export const objectsWithPlace = sql`objects o
  left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
  left join themes t on t.owner_id = c.owner_id and t.id = c.in_theme_id`

/** Hidden by itself, by a folder above it, or by its theme. */
export const objectIsHidden = sql<boolean>`(o.is_hidden or coalesce(c.is_concealed, false) or coalesce(t.is_hidden, false))`

/** Where an object must be to be found: `active` is everything but the trash, `listed` leaves chat attachments out too. */
export type Shelf = 'active' | 'listed' | 'trash'

const SHELVES: Record<Shelf, RawBuilder<unknown>> = {
  active: sql`o.deleted_at is null`,
  listed: sql`o.deleted_at is null and not o.chat_only`,
  trash: sql`o.deleted_at is not null`,
}

export function visible(viewer: Viewer, shelf: Shelf): RawBuilder<boolean> {
  return sql<boolean>`(o.owner_id = ${viewer.ownerId} and o.tenant_id = ${viewer.tenantId} and ${SHELVES[shelf]}
    and (${viewer.unlocked}::boolean or not ${objectIsHidden}))`
}

/** Folders as `c`, with their theme `t`. */
export const collectionsWithTheme = sql`collections c
  left join themes t on t.owner_id = c.owner_id and t.id = c.in_theme_id`

export const collectionIsHidden = sql<boolean>`(c.is_concealed or coalesce(t.is_hidden, false))`

export function visibleCollection(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(c.owner_id = ${viewer.ownerId} and c.tenant_id = ${viewer.tenantId}
    and (${viewer.unlocked}::boolean or not ${collectionIsHidden}))`
}
