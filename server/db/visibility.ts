import { type RawBuilder, sql } from 'kysely'

/**
 * The one rule of who sees which object. Every read of the product goes through these fragments: what is foreign,
 * hidden, in the trash or kept in a chat is simply not among the rows.
 *
 * A folder carries what is derived from the tree above it, kept by whoever moves or hides folders: `is_concealed` (it or a
 * folder above it is hidden) and `theme_ids` (its own theme and those of all folders above). A hidden theme is one flag; the
 * owner's hidden themes are looked up once for each query. While a large tree that was hidden, shown or moved is being derived
 * anew (`unsettled_folders`), these columns are not looked at, and the tree itself is asked. `removed_by` says that the folder
 * has gone, and its files and folders with it, though they still have to be cleared away; it is derived in the same way.
 */

/** One folder with all below it, several such, or one theme: outside of it nothing exists for the viewer. */
export interface Bound {
  collectionId?: string
  collectionIds?: string[]
  themeId?: string
}

export interface Guest {
  userId: string
  /** How the owner is named to them. */
  ownerName: string
  /** The folders that they may also change. */
  editable: string[]
  /** The call changes something: only what is given for that exists for it. */
  isEditing: boolean
}

export interface Viewer {
  ownerId: string
  tenantId: string
  unlocked: boolean
  bound?: Bound
  /** Not the owner but a guest: somebody with whom the bound folders are shared. */
  guest?: Guest
}

/** An id, or a column that has it. */
type Owner = string | RawBuilder<unknown>

interface Person {
  userId: Owner
  tenantId: Owner
}

export const hiddenThemes = (ownerId: Owner) =>
  sql`array(select hidden.id from themes hidden where hidden.owner_id = ${ownerId} and hidden.is_hidden)`

export const isUnsettled = (ownerId: Owner) =>
  sql`exists (select 1 from unsettled_folders unsettled where unsettled.owner_id = ${ownerId})`

/** All hidden folders, each found by what hides it. */
export const hiddenPlaces = (ownerId: Owner): RawBuilder<{ id: string }> =>
  sql<{ id: string }>`select place.id from hidden_places(${ownerId}) as place(id)`

/**
 * Of folders as `c`; what is in no folder is hidden by none. While something is unsettled, the hidden folders of one owner are found
 * once for the whole statement; of many owners each folder is asked for by itself.
 */
const placeIsHidden = (ownerId: Owner) => {
  const asked =
    typeof ownerId === 'string' ? sql`c.id in (${hiddenPlaces(ownerId)})` : sql`hidden_above(c.owner_id, c.id)`
  return sql`case when ${isUnsettled(ownerId)} then ${asked}
    else c.is_concealed or c.theme_ids && ${hiddenThemes(ownerId)} end`
}

/** For folders joined as `c`: neither the folder nor any above it was removed. True at the top, where there is no folder. */
export const placeIsThere = (ownerId: Owner): RawBuilder<boolean> => {
  const leaving =
    typeof ownerId === 'string'
      ? sql`c.id in (select place.id from leaving_places(${ownerId}) as place(id))`
      : sql`is_leaving(c.owner_id, c.id)`
  return sql<boolean>`(c.removed_by is null and not coalesce(${isUnsettled(ownerId)} and ${leaving}, false))`
}

const themesOfPlace = (ownerId: Owner) =>
  sql`case when ${isUnsettled(ownerId)} then themes_above(c.owner_id, c.id) else c.theme_ids end`

/** The theme that a folder `c` is in, its own or the nearest one above. */
export const themeOfPlace = (ownerId: Owner) =>
  sql`case when ${isUnsettled(ownerId)} then (themes_above(c.owner_id, c.id))[cardinality(themes_above(c.owner_id, c.id))]
    else c.in_theme_id end`

/** Whether a folder `c` is in this theme; its folders are found once for the whole statement. */
export const isInTheme = (ownerId: string, theme: Owner): RawBuilder<boolean> =>
  sql<boolean>`c.id in (select place.id from places_in_theme(${ownerId}, ${theme}) as place(id))`

/** Objects as `o`, with their folder `c`. */
export const objectsWithPlace = sql`objects o
  left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id`

/** The same of these files alone, each by its key: with a list, a plan made for small owners goes through an index of names to its end. */
export const objectsNamed = (ownerId: Owner, ids: string[]) =>
  sql`(select distinct id from unnest(${ids}::uuid[]) as id) named
  cross join lateral (select * from objects where owner_id = ${ownerId} and id = named.id limit 1) o
  left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id`

/** Hidden by itself, by a folder above it, or by a theme that any of them is in. */
export const objectIsHidden = (ownerId: Owner): RawBuilder<boolean> =>
  sql<boolean>`(o.is_hidden or coalesce(${placeIsHidden(ownerId)}, false))`

/**
 * Where an object must be to be found: `active` is everything but the trash, `listed` leaves chat attachments out too; the
 * same for the trash; `kept` is anywhere.
 */
export type Shelf = 'active' | 'listed' | 'trash' | 'listed trash' | 'kept'

const SHELVES: Record<Shelf, (ownerId: Owner) => RawBuilder<unknown>> = {
  active: ownerId => sql`o.deleted_at is null and ${placeIsThere(ownerId)}`,
  listed: ownerId => sql`o.deleted_at is null and not o.chat_only and ${placeIsThere(ownerId)}`,
  trash: () => sql`o.deleted_at is not null`,
  'listed trash': () => sql`o.deleted_at is not null and not o.chat_only`,
  kept: () => sql`true`,
}

export const isOn = (shelf: Shelf, ownerId: Owner): RawBuilder<unknown> => SHELVES[shelf](ownerId)

export function visible(viewer: Viewer, shelf: Shelf): RawBuilder<boolean> {
  return sql<boolean>`(o.owner_id = ${viewer.ownerId} and o.tenant_id = ${viewer.tenantId} and ${isOn(shelf, viewer.ownerId)}
    and (${viewer.unlocked}::boolean or not ${objectIsHidden(viewer.ownerId)}) ${withinBound(viewer, sql`o.collection_id`)})`
}

/** For folders `c` by their own id, for files by that of their folder. */
function withinBound(viewer: Viewer, folder: RawBuilder<unknown>): RawBuilder<unknown> {
  const { bound } = viewer
  if (!bound) return sql``
  return bound.themeId
    ? sql`and coalesce(${bound.themeId}::uuid = any(${themesOfPlace(viewer.ownerId)}), false)`
    : sql`and coalesce(${folder} in ${belowAll(viewer, boundIds(bound))}, false)`
}

const boundIds = ({ collectionId, collectionIds = [] }: Bound): string[] =>
  collectionId ? [collectionId, ...collectionIds] : collectionIds

/** These folders and all below them; for a guest those that are given in the moment of the statement, however long the call takes. */
const belowAll = (viewer: Viewer, ids: string[]) => sql`(with recursive bounded as (
    select id from collections where owner_id = ${viewer.ownerId} and id = any(${ids}::uuid[]) ${stillGiven(viewer)}
    union select child.id from collections child
      join bounded on child.owner_id = ${viewer.ownerId} and child.parent_id = bounded.id)
  select id from bounded)`

const stillGiven = ({ ownerId, tenantId, guest }: Viewer) =>
  guest
    ? sql`and id in (select live.collection_id from ${grantsTo({ userId: guest.userId, tenantId })} live
        where live.owner_id = ${ownerId} ${guest.isEditing ? sql`and live.role = 'editor'` : sql``})`
    : sql``

/** All files that a viewer may see; of one who is bound to folders found by those, and not by looking at every file of the owner. */
export const visibleIds = (viewer: Viewer): RawBuilder<{ id: string }> =>
  viewer.bound && !viewer.bound.themeId
    ? sql<{ id: string }>`select o.id from ${belowAll(viewer, boundIds(viewer.bound))} place
        join objects o on o.owner_id = ${viewer.ownerId} and o.collection_id = place.id
        left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
      where o.deleted_at is null and not o.chat_only and ${visible(viewer, 'active')}`
    : sql<{ id: string }>`select o.id from ${objectsWithPlace} where ${visible(viewer, 'active')}`

/** Whether a folder lies where the viewer is bound to; without a bound every folder does. */
export const isWithinBound = (viewer: Viewer, folder: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewer.bound && !viewer.bound.themeId
    ? sql<boolean>`coalesce(${folder} in ${belowAll(viewer, boundIds(viewer.bound))}, false)`
    : sql<boolean>`true`

export type Access = 'owner' | 'editor' | 'viewer'

/** What the viewer is to what lies in a folder, and whose it is where it is not their own. */
export const accessOf = (viewer: Viewer, folder: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (!viewer.guest) return sql`'owner' as access, null::text as owner_name`
  const { ownerName, editable } = viewer.guest
  return sql`case when ${folder} in ${belowAll(viewer, editable)} then 'editor' else 'viewer' end as access,
    ${ownerName}::text as owner_name`
}

/** Of folders as `c`. */
export const collectionIsHidden = (ownerId: Owner): RawBuilder<boolean> => sql<boolean>`(${placeIsHidden(ownerId)})`

export function visibleCollection(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(c.owner_id = ${viewer.ownerId} and c.tenant_id = ${viewer.tenantId} and ${placeIsThere(viewer.ownerId)}
    and (${viewer.unlocked}::boolean or not ${collectionIsHidden(viewer.ownerId)}) ${withinBound(viewer, sql`c.id`)})`
}

/**
 * What others have opened to a person, as rows of `grants` with the folder: by name or by a group, not left, of an owner who is
 * there, and a folder that is neither hidden nor gone.
 */
export const grantsTo = (person: Person): RawBuilder<unknown> => sql`(
  select g.owner_id, g.id, g.collection_id, g.role, g.created_at, u.name as owner_name, u.email as owner_email, c.name, c.icon
  from grants g join users u on u.id = g.owner_id and u.tenant_id = ${person.tenantId} and not u.disabled and u.leaving_at is null
  join collections c on c.owner_id = g.owner_id and c.id = g.collection_id and ${placeIsThere(sql`c.owner_id`)}
    and not ${collectionIsHidden(sql`c.owner_id`)}
  where g.owner_id <> ${person.userId} and g.tenant_id = ${person.tenantId}
    and (g.user_id = ${person.userId}
      or g.group_id in (select m.group_id from group_members m where m.user_id = ${person.userId}))
    and not exists (select 1 from grants_left l
      where l.owner_id = g.owner_id and l.grant_id = g.id and l.user_id = ${person.userId}))`

/** Everybody of the tenant who sees a file or a folder in this moment, its owner among them: the rule above, asked the other way round. */
export const seersOf = (thing: {
  ownerId: Owner
  objectId?: Owner
  folderId?: Owner
}): RawBuilder<{ id: string; name: string }> => sql<{
  id: string
  name: string
}>`
  with recursive place as (
    select o.collection_id as id from ${objectsWithPlace} where o.owner_id = ${thing.ownerId}
      and o.id = ${thing.objectId ?? null}::uuid and ${isOn('listed', thing.ownerId)} and not ${objectIsHidden(thing.ownerId)}
    union select c.id from collections c where c.owner_id = ${thing.ownerId} and c.id = ${thing.folderId ?? null}::uuid
      and ${placeIsThere(thing.ownerId)} and not ${collectionIsHidden(thing.ownerId)}
    union select c.parent_id from collections c join place on c.owner_id = ${thing.ownerId} and c.id = place.id),
  reached as (
    select ${thing.ownerId}::uuid as id, null::uuid as grant_id
    union all select g.user_id, g.id from grants g where g.owner_id = ${thing.ownerId} and g.collection_id in (select id from place)
    union all select m.user_id, g.id from grants g join group_members m on m.group_id = g.group_id
      where g.owner_id = ${thing.ownerId} and g.collection_id in (select id from place))
  select distinct seer.id, coalesce(nullif(seer.name, ''), seer.email) as name from reached join users seer on seer.id = reached.id
  where not seer.disabled and seer.leaving_at is null and (seer.id = ${thing.ownerId} or exists (
    select 1 from ${grantsTo({ userId: sql`seer.id`, tenantId: sql`seer.tenant_id` })} given
    where given.owner_id = ${thing.ownerId} and given.id = reached.grant_id))`

/**
 * Everything of an owner that is hidden: files, wherever they are kept, folders and themes. The same rule as above, found by what
 * hides and not by looking at every file; for statements that go over many rows at once.
 */
export const hiddenIds = (ownerId: string): RawBuilder<{ id: string }> => sql<{ id: string }>`(
  with places as materialized (${hiddenPlaces(ownerId)})
  select o.id from objects o where o.owner_id = ${ownerId} and o.is_hidden
  union all select o.id from places p join objects o on o.owner_id = ${ownerId} and o.collection_id = p.id
    where o.deleted_at is null and not o.chat_only
  union all select o.id from places p join objects o on o.owner_id = ${ownerId} and o.collection_id = p.id
    where o.deleted_at is not null
  union all select p.id from places p
  union all select t.id from themes t where t.owner_id = ${ownerId} and t.is_hidden)`

/**
 * Rows that were made from files, folders or themes (`object_ids`): hidden while one of them is, and for good where `is_hidden`
 * says so.
 */
export const isMadeOfHidden = (row: string, ownerId: Owner): RawBuilder<boolean> => {
  const made = sql.ref(row)
  return sql<boolean>`(${made}.is_hidden or (${made}.object_ids <> '{}' and (
    exists (select 1 from ${objectsWithPlace} where o.owner_id = ${made}.owner_id and o.id = any(${made}.object_ids)
      and ${objectIsHidden(ownerId)})
    or exists (select 1 from collections c where c.owner_id = ${made}.owner_id and c.id = any(${made}.object_ids)
      and ${collectionIsHidden(ownerId)})
    or ${made}.object_ids && ${hiddenThemes(ownerId)})))`
}

/** The viewer may see a row made from files: all its sources are seen, and all of other owners (`given_ids`) are still given. */
export const visibleMade = (row: string, viewer: Viewer, among?: Made): RawBuilder<boolean> => {
  // A viewer bound to some folders sees no row made from files of other owners: those lie in none of the folders.
  const given =
    viewer.guest || viewer.bound
      ? sql`${sql.ref(row)}.given_ids = '{}'`
      : isStillGiven(row, { userId: viewer.ownerId, tenantId: viewer.tenantId }, among)
  const within = viewer.bound ? sql`and ${isMadeWithin(row, viewer)}` : sql``
  const shown = viewer.unlocked ? sql`` : sql`and not ${isMadeOfHidden(row, viewer.ownerId)}`
  return sql<boolean>`(${given} ${within} ${shown})`
}

/** A table of such rows, for statements that look at many of them: what is given is then found once, and not for each row. */
type Made = 'tasks' | 'calendar_events'

/** Made of at least one thing, all of them seen: what was made of nothing belongs to no folder. */
const isMadeWithin = (row: string, viewer: Viewer): RawBuilder<boolean> => {
  const made = sql.ref(row)
  return sql<boolean>`(${made}.object_ids <> '{}' and not exists (select 1 from unnest(${made}.object_ids) as source(id)
    where not exists (select 1 from ${objectsWithPlace} where o.id = source.id and ${visible(viewer, 'kept')})
      and not exists (select 1 from collections c where c.id = source.id and ${visibleCollection(viewer)})))`
}

/** Rows that were made from files and folders of others (`given_ids`): all of them can be seen by a grant that lives now. */
export const isStillGiven = (row: string, person: Person, among?: Made): RawBuilder<boolean> => {
  const made = sql.ref(row)
  const named = among
    ? sql`select unnest(every.given_ids) as id from ${sql.table(among)} every
        where every.owner_id = ${person.userId} and every.given_ids <> '{}'`
    : sql`select unnest(${made}.given_ids) as id`
  return sql<boolean>`(${made}.given_ids = '{}' or ${made}.given_ids <@ array(${givenOf(person, named)}))`
}

/** Of these files and folders those that a person sees by a grant: the grants are read once, and every way up is gone once. */
const givenOf = (person: Person, named: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive granted as materialized (select distinct g.owner_id, g.collection_id from ${grantsTo(person)} g),
  named as materialized (select distinct n.id from (${named}) n),
  up as (
    select place.id, place.owner_id, place.folder_id from (select distinct owner_id from granted) giver
    cross join named cross join lateral (
      select o.id, o.owner_id, o.collection_id as folder_id from ${objectsWithPlace}
        where o.owner_id = giver.owner_id and o.id = named.id and ${isOn('active', sql`o.owner_id`)} and not ${objectIsHidden(sql`o.owner_id`)}
      union all select c.id, c.owner_id, c.id from collections c
        where c.owner_id = giver.owner_id and c.id = named.id and ${placeIsThere(sql`c.owner_id`)}
          and not ${collectionIsHidden(sql`c.owner_id`)}) place
    union select up.id, up.owner_id, above.parent_id from up
      join collections above on above.owner_id = up.owner_id and above.id = up.folder_id)
  select up.id from up join granted on granted.owner_id = up.owner_id and granted.collection_id = up.folder_id`

/** What a new row is made from. */
export interface MadeOf {
  objectIds: string[]
  /** Sources of other owners: the result is visible only while they are shared with its owner. */
  givenIds?: string[]
  /** Hidden for good, whatever becomes of these. */
  hidden: boolean
  /** Whose words it may contain: the owner's, words of the owner's files, or words that others brought. */
  from: 'owner' | 'files' | 'others'
}

export const MADE_OF_NOTHING: MadeOf = { objectIds: [], hidden: false, from: 'owner' }

/** Whether what is made of these is hidden now: it is numbered apart then. */
export const isHiddenNow = (
  { objectIds, hidden }: Pick<MadeOf, 'objectIds' | 'hidden'>,
  ownerId: string,
): RawBuilder<{ hidden: boolean }> =>
  sql<{ hidden: boolean }>`select ${isMadeOfHidden('m', ownerId)} as hidden
    from (select ${ownerId}::uuid as owner_id, ${hidden}::boolean as is_hidden, ${objectIds}::uuid[] as object_ids) m`
