import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { countInFolder } from '../../db/counts.ts'
import {
  type Access,
  accessOf,
  collectionIsHidden,
  isInTheme,
  isUnsettled,
  isWithinBound,
  objectsWithPlace,
  themeOfPlace,
  visible,
  visibleCollection,
} from '../../db/visibility.ts'

export interface Collection
  extends RowOf<'collections', 'id' | 'name' | 'name_mode' | 'icon' | 'parent_id' | 'theme_id' | 'created_at'> {
  /** The effective flag. */
  is_hidden: boolean
  has_note: boolean
  object_count: number
  /** Whether there are folders in it that the caller may see. */
  has_folders: boolean
  path: string
  /** What the caller is here. */
  access: Access
  /** Null where it is the caller's own. */
  owner_name: string | null
}

/** What lies above a folder that was given is nobody's business but its owner's. */
export const columns = (actor: Actor) => sql`c.id, c.name, c.name_mode, c.icon,
  ${actor.guest ? sql`case when ${isWithinBound(actor, sql`c.parent_id`)} then c.parent_id end as parent_id` : sql`c.parent_id`},
  ${actor.guest ? sql`null::uuid` : themeOfPlace(actor.ownerId)} as theme_id, c.created_at,
  ${collectionIsHidden(actor.ownerId)} as is_hidden, coalesce(c.note, '') <> '' as has_note, ${accessOf(actor, sql`c.id`)}`

export const pathOf = (actor: Actor) => sql`coalesce((with recursive up as (
    select p.parent_id, p.name, 1 as height from collections p where p.owner_id = c.owner_id and p.id = c.id
    union all
    select p.parent_id, p.name, up.height + 1 from collections p join up on p.id = up.parent_id
    where p.owner_id = c.owner_id ${actor.guest ? sql`and ${isWithinBound(actor, sql`p.id`)}` : sql``})
  select string_agg(name, '/' order by height desc) from up), '')`

const hasFolders = (actor: Actor, folder: RawBuilder<unknown>) => sql`exists (select 1 from collections c
  where c.parent_id = ${folder} and ${visibleCollection(actor)})`

/** The folder `c`, with all that is said of it. */
export const whole = (
  actor: Actor,
) => sql`${columns(actor)}, ${pathOf(actor)} as path, ${countInFolder(actor, sql`c.id`)} as object_count,
  (select ${hasFolders(actor, sql`above.id`)} from (select c.id) above) as has_folders`

/** Undefined for what is missing, foreign or hidden. */
export const findCollection = (db: Db, actor: Actor, id: string, finder = actor) =>
  firstRow<Collection>(
    db,
    sql`select ${whole(actor)} from collections c where c.id = ${id} and ${visibleCollection(finder)}`,
  )

/** The folder after the caller's own change, which may just have hidden it. */
export const rereadCollection = (db: Db, actor: Actor, id: string) =>
  findCollection(db, actor, id, { ...actor, unlocked: true })

/** Changes of one owner's tree come one after the other: only so can no two moves close a circle between them. */
export async function lockTree(db: Db, actor: Pick<Actor, 'ownerId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 1))`.execute(db)
}

/** What it gets from the folder above it is up to the caller. */
export async function insertCollection(
  db: Db,
  actor: Actor,
  folder: { id: string; name: string; icon: string; parentId: string | null; themeId: string | null },
): Promise<void> {
  await db
    .insertInto('collections')
    .values({
      owner_id: actor.ownerId,
      id: folder.id,
      tenant_id: actor.tenantId,
      name: folder.name,
      icon: folder.icon,
      parent_id: folder.parentId,
      theme_id: folder.themeId,
    })
    .execute()
}

export interface CollectionChange {
  name?: string
  nameMode?: 'manual' | 'auto'
  icon?: string
  isHidden?: boolean
  parentId?: string | null
  themeId?: string | null
}

/** `parentId` and `themeId` change only when they are given, null included. What follows for the folders below is up to the caller. */
export async function updateCollection(db: Db, actor: Actor, id: string, change: CollectionChange): Promise<void> {
  const sets: RawBuilder<unknown>[] = []
  if (change.name !== undefined) sets.push(sql`name = ${change.name}`)
  if (change.nameMode !== undefined) sets.push(sql`name_mode = ${change.nameMode}`)
  if (change.icon !== undefined) sets.push(sql`icon = ${change.icon}`)
  if (change.isHidden !== undefined) sets.push(sql`is_hidden = ${change.isHidden}`)
  if (change.parentId !== undefined) sets.push(sql`parent_id = ${change.parentId}`)
  if (change.themeId !== undefined) sets.push(sql`theme_id = ${change.themeId}`)
  if (sets.length === 0) return
  await sql`update collections set ${sql.join(sets)} where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}

export async function nameAutomatically(
  db: Db,
  actor: Pick<Actor, 'ownerId'>,
  id: string,
  name: string,
): Promise<string | undefined> {
  const named = await firstRow<{ before: string }>(
    db,
    sql`update collections c set name = ${name} from collections old
      where c.owner_id = ${actor.ownerId} and c.id = ${id} and c.name_mode = 'auto' and c.name <> ${name}
        and old.owner_id = c.owner_id and old.id = c.id returning old.name as before`,
  )
  return named?.before
}

export async function putNameBack(
  db: Db,
  actor: Actor,
  id: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const written = await db
    .updateTable('collections')
    .set({ name: before, name_mode: 'manual' })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .where('name', '=', after)
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The folder and everything below it. */
export const subtree = (ownerId: string, id: string) => sql`with recursive below as (
    select c.id from collections c where c.owner_id = ${ownerId} and c.id = ${id}
    union all
    select c.id from collections c join below on c.parent_id = below.id where c.owner_id = ${ownerId})`

/** Found from below: there are fewer folders above one than there may be below the other. */
export const isInSubtree = async (db: Db, actor: Actor, root: string, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`with recursive up as (
        select c.id, c.parent_id from collections c where c.owner_id = ${actor.ownerId} and c.id = ${id}
        union select c.id, c.parent_id from collections c join up on c.id = up.parent_id where c.owner_id = ${actor.ownerId})
      select 1 from up where id = ${root}`,
  )) !== undefined

/** The folder cannot go while this transaction runs; undefined when it has gone already. */
export const lockCollection = (db: Db, actor: Actor, id: string) =>
  firstRow<RowOf<'collections', 'id'>>(
    db,
    sql`select c.id from collections c where c.owner_id = ${actor.ownerId} and c.id = ${id} for key share`,
  )

export const findNote = (db: Db, actor: Actor, id: string) =>
  db
    .selectFrom('collections')
    .select(['note as text', 'note_updated_at as updated_at'])
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .where('note', 'is not', null)
    .$narrowType<{ text: NotNull }>()
    .executeTakeFirst()

export async function setNote(db: Db, actor: Actor, id: string, text: string | null): Promise<void> {
  await db
    .updateTable('collections')
    .set({ note: text, note_updated_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .execute()
}

export interface Theme extends RowOf<'themes', 'id' | 'name' | 'icon' | 'is_hidden' | 'created_at'> {
  folder_count: number
}

/** All folders that belong to the theme, by themselves or by an ancestor, as far as the caller may see them. */
const themeColumns = (actor: Actor) => sql`theme.id, theme.name, theme.icon, theme.is_hidden, theme.created_at,
  case when ${isUnsettled(actor.ownerId)} then ${countFolders(actor, isInTheme(actor.ownerId, sql`theme.id`))}
    else ${countFolders(actor, sql`c.in_theme_id = theme.id`)} end as folder_count`

const countFolders = (actor: Actor, isAsked: RawBuilder<unknown>) =>
  sql`(select count(*) from collections c where ${isAsked} and ${visibleCollection(actor)})`

const visibleTheme = (actor: Actor) => sql`theme.owner_id = ${actor.ownerId} and theme.tenant_id = ${actor.tenantId}
  and (${actor.unlocked}::boolean or not theme.is_hidden) and ${actor.guest === undefined}::boolean`

export const findTheme = (db: Db, actor: Actor, id: string) =>
  firstRow<Theme>(
    db,
    sql`select ${themeColumns(actor)} from themes theme where theme.id = ${id} and ${visibleTheme(actor)}`,
  )

export const listThemes = (db: Db, actor: Actor) =>
  rows<Theme>(
    db,
    sql`select ${themeColumns(actor)} from themes theme where ${visibleTheme(actor)}
      order by theme.name collate "und-x-icu", theme.id`,
  )

export async function insertTheme(
  db: Db,
  actor: Actor,
  theme: { id: string; name: string; icon: string; isHidden: boolean },
): Promise<void> {
  await db
    .insertInto('themes')
    .values({
      owner_id: actor.ownerId,
      id: theme.id,
      tenant_id: actor.tenantId,
      name: theme.name,
      icon: theme.icon,
      is_hidden: theme.isHidden,
    })
    .execute()
}

export async function updateTheme(
  db: Db,
  actor: Actor,
  id: string,
  change: { name?: string; icon?: string; isHidden?: boolean },
): Promise<void> {
  const sets: RawBuilder<unknown>[] = []
  if (change.name !== undefined) sets.push(sql`name = ${change.name}`)
  if (change.icon !== undefined) sets.push(sql`icon = ${change.icon}`)
  if (change.isHidden !== undefined) sets.push(sql`is_hidden = ${change.isHidden}`)
  if (sets.length === 0) return
  await sql`update themes set ${sql.join(sets)} where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}

/**
 * The folders that were in the theme stay, without it; those of a hidden theme become hidden themselves. Answers which
 * were put into the theme by themselves: below them the tree must be derived anew.
 */
export async function removeTheme(db: Db, actor: Actor, theme: Theme): Promise<string[]> {
  const left = await rows<RowOf<'collections', 'id'>>(
    db,
    sql`update collections set theme_id = null, is_hidden = is_hidden or ${theme.is_hidden}
      where owner_id = ${actor.ownerId} and theme_id = ${theme.id} returning id`,
  )
  await db.deleteFrom('themes').where('owner_id', '=', actor.ownerId).where('id', '=', theme.id).execute()
  return left.map(row => row.id)
}

/** Whether any file lies in it, also in the trash or hidden. */
/** Nothing that the viewer sees lies in it. */
export const showsNothing = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 where not exists (select 1 from collections c where c.parent_id = ${id} and ${visibleCollection(actor)})
      and not exists (select 1 from ${objectsWithPlace} where o.collection_id = ${id} and ${visible(actor, 'active')})`,
  )) !== undefined

export const hasFiles = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from objects where owner_id = ${actor.ownerId} and collection_id = ${id} limit 1`,
  )) !== undefined
