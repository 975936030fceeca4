import { type RawBuilder, sql } from 'kysely'

/**
 * The one rule of who sees which object. Every read of the product goes through these fragments: what is foreign,
 * hidden, in the trash or kept in a chat is simply not among the rows.
 *
 * A folder carries what is derived from the tree above it, kept by whoever moves or hides folders: `is_concealed` (it or a
 * folder above it is hidden) and `theme_ids` (its own theme and those of all folders above). A hidden theme is one flag; the
 * owner's hidden themes are looked up once for each query.
 */

export interface Viewer {
  ownerId: string
  tenantId: string
  unlocked: boolean
}

const hiddenThemes = (ownerId: string) =>
  sql`array(select hidden.id from themes hidden where hidden.owner_id = ${ownerId} and hidden.is_hidden)`

/** Objects as `o`, with their folder `c`. */
export const objectsWithPlace = sql`objects o
  left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id`

/** Hidden by itself, by a folder above it, or by a theme that any of them is in. */
export const objectIsHidden = (ownerId: string): RawBuilder<boolean> =>
  sql<boolean>`(o.is_hidden or coalesce(c.is_concealed or c.theme_ids && ${hiddenThemes(ownerId)}, false))`

/**
 * Where an object must be to be found: `active` is everything but the trash, `listed` leaves chat attachments out too; the
 * same for the trash; `kept` is anywhere.
 */
export type Shelf = 'active' | 'listed' | 'trash' | 'listed trash' | 'kept'

const SHELVES: Record<Shelf, RawBuilder<unknown>> = {
  active: sql`o.deleted_at is null`,
  listed: sql`o.deleted_at is null and not o.chat_only`,
  trash: sql`o.deleted_at is not null`,
  'listed trash': sql`o.deleted_at is not null and not o.chat_only`,
  kept: sql`true`,
}

export function visible(viewer: Viewer, shelf: Shelf): RawBuilder<boolean> {
  return sql<boolean>`(o.owner_id = ${viewer.ownerId} and o.tenant_id = ${viewer.tenantId} and ${SHELVES[shelf]}
    and (${viewer.unlocked}::boolean or not ${objectIsHidden(viewer.ownerId)}))`
}

/** Of folders as `c`. */
export const collectionIsHidden = (ownerId: string): RawBuilder<boolean> =>
  sql<boolean>`(c.is_concealed or c.theme_ids && ${hiddenThemes(ownerId)})`

export function visibleCollection(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(c.owner_id = ${viewer.ownerId} and c.tenant_id = ${viewer.tenantId}
    and (${viewer.unlocked}::boolean or not ${collectionIsHidden(viewer.ownerId)}))`
}
