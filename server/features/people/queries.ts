import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import {
  collectionIsHidden,
  grantsTo,
  objectsWithPlace,
  placeIsThere,
  seersOf,
  type Viewer,
  visible,
  visibleCollection,
} from '../../db/visibility.ts'

export type GrantRole = 'viewer' | 'editor'

export interface FolderGrant extends RowOf<'grants', 'id' | 'collection_id' | 'created_at'> {
  role: GrantRole
  user: { id: string; email: string; name: string } | null
  group: { id: string; name: string } | null
}

const GRANT = sql`g.id, g.collection_id, g.role, g.created_at,
  (select jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name) from users u where u.id = g.user_id) as user,
  (select jsonb_build_object('id', t.id, 'name', t.name) from groups t where t.id = g.group_id) as group`

/** So many a folder can have. */
export const MOST_GRANTS = 200

export const grantsOf = (db: Db, actor: Actor, collectionId: string) =>
  rows<FolderGrant>(
    db,
    sql`select ${GRANT} from grants g where g.owner_id = ${actor.ownerId} and g.collection_id = ${collectionId}
      order by g.created_at, g.id limit ${MOST_GRANTS}`,
  )

export const findGrant = (db: Db, actor: Actor, collectionId: string, id: string) =>
  firstRow<FolderGrant>(
    db,
    sql`select ${GRANT} from grants g
      where g.owner_id = ${actor.ownerId} and g.collection_id = ${collectionId} and g.id = ${id}`,
  )

/** Whoever has it already gets the new role; undefined when the folder has too many. */
export const insertGrant = (
  db: Db,
  actor: Actor,
  grant: { id: string; collectionId: string; userId: string | null; groupId: string | null; role: GrantRole },
) =>
  firstRow<RowOf<'grants', 'id'>>(
    db,
    sql`insert into grants (owner_id, id, tenant_id, collection_id, user_id, group_id, role)
      select ${actor.ownerId}, ${grant.id}, ${actor.tenantId}, ${grant.collectionId}, ${grant.userId}::uuid, ${grant.groupId}::uuid,
        ${grant.role}
      where (select count(*) from grants g where g.owner_id = ${actor.ownerId} and g.collection_id = ${grant.collectionId})
        < ${MOST_GRANTS}
      on conflict (owner_id, collection_id, ${grant.userId ? sql`user_id` : sql`group_id`})
        do update set role = excluded.role returning id`,
  )

export async function setRole(db: Db, actor: Actor, id: string, role: GrantRole): Promise<void> {
  await db.updateTable('grants').set({ role }).where('owner_id', '=', actor.ownerId).where('id', '=', id).execute()
}

export async function removeGrant(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('grants').where('owner_id', '=', ownerId).where('id', '=', id).execute()
}

export async function noteLeft(db: Db, ownerId: string, grantId: string, userId: string): Promise<void> {
  await db
    .insertInto('grants_left')
    .values({ owner_id: ownerId, grant_id: grantId, user_id: userId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whoever is given it anew has it again, also after they have left it. */
export async function forgetLeft(db: Db, ownerId: string, grantId: string): Promise<void> {
  await db.deleteFrom('grants_left').where('owner_id', '=', ownerId).where('grant_id', '=', grantId).execute()
}

/** Everybody whom a grant reaches. */
export const reachedBy = (db: Db, ownerId: string, grantId: string) =>
  rows<{ id: string }>(
    db,
    sql`select g.user_id as id from grants g where g.owner_id = ${ownerId} and g.id = ${grantId} and g.user_id is not null
      union select m.user_id from grants g join group_members m on m.group_id = g.group_id
      where g.owner_id = ${ownerId} and g.id = ${grantId}`,
  )

export const findColleague = (db: Db, actor: Actor, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', actor.tenantId)
    .where('email', '=', email)
    .where('disabled', '=', false)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()

export interface OpenFolder extends FolderGrant {
  name: string
  icon: string
  owner: { id: string; email: string; name: string }
}

/** So many are listed of all that is open. */
export const MOST_OPEN = 1000

const openFolders = (db: Db, which: RawBuilder<unknown>) =>
  rows<OpenFolder>(
    db,
    sql`select ${GRANT}, c.name, c.icon, jsonb_build_object('id', o.id, 'email', o.email, 'name', o.name) as owner
      from grants g join collections c on c.owner_id = g.owner_id and c.id = g.collection_id
      join users o on o.id = g.owner_id
      where ${which} order by g.created_at desc, g.id limit ${MOST_OPEN}`,
  )

/** All that a person has opened, as far as they see it themselves now. */
export const openedBy = (db: Db, actor: Actor) =>
  openFolders(db, sql`g.owner_id = ${actor.ownerId} and ${visibleCollection(actor)}`)

/** All that is open in a tenant: what is hidden is open to nobody. */
export const openInTenant = (db: Db, actor: Actor) =>
  openFolders(
    db,
    sql`g.tenant_id = ${actor.tenantId} and ${placeIsThere(sql`g.owner_id`)} and not ${collectionIsHidden(sql`g.owner_id`)}`,
  )

/** For an administrator, who names no folder. */
export const findOpen = (db: Db, actor: Actor, grantId: string) =>
  firstRow<RowOf<'grants', 'owner_id' | 'collection_id'>>(
    db,
    sql`select g.owner_id, g.collection_id from grants g join collections c on c.owner_id = g.owner_id and c.id = g.collection_id
      where g.tenant_id = ${actor.tenantId} and g.id = ${grantId} and ${placeIsThere(sql`g.owner_id`)}
        and not ${collectionIsHidden(sql`g.owner_id`)}`,
  )

// ---- what others have given

export interface GivenFolder extends RowOf<'grants', 'owner_id' | 'id' | 'collection_id' | 'created_at'> {
  owner_name: string
  owner_email: string
  role: GrantRole
  tariff: string
  own_bucket: boolean
}

/** So many folders somebody can be given that are looked at. */
export const MOST_GIVEN = 500

const personOf = (actor: Actor) => ({ userId: actor.ownerId, tenantId: actor.tenantId })

const given = (actor: Actor, condition: RawBuilder<unknown>) => sql<GivenFolder>`
  select g.owner_id, g.owner_name, g.owner_email, g.id, g.collection_id, g.role, g.created_at, u.tariff,
    exists (select 1 from connections k where k.owner_id = u.id and k.kind = 's3' and k.enabled) as own_bucket
  from ${grantsTo(personOf(actor))} g join users u on u.id = g.owner_id where ${condition}
  order by g.created_at, g.id limit ${MOST_GIVEN}`

export const givenTo = (db: Db, actor: Actor) => rows<GivenFolder>(db, given(actor, sql`true`))

/** Grants to the person of the folder itself, by whatever way. */
export const givenFolder = (db: Db, actor: Actor, collectionId: string) =>
  rows<GivenFolder & { user_id: string | null }>(
    db,
    sql`select given.*, g.user_id from (${given(actor, sql`g.collection_id = ${collectionId}`)}) given
      join grants g on g.owner_id = given.owner_id and g.id = given.id`,
  )

export interface NamedPerson {
  kind: 'object' | 'folder'
  id: string
}

/** All that its owner has given to the person, unless it is the person's own. */
export const givenByOwnerOf = (db: Db, actor: Actor, { kind, id }: NamedPerson) => {
  const table = sql.table(kind === 'object' ? 'objects' : 'collections')
  return rows<GivenFolder>(
    db,
    given(
      actor,
      sql`not exists (select 1 from ${table} mine where mine.owner_id = ${actor.ownerId} and mine.id = ${id})
        and exists (select 1 from ${table} thing where thing.owner_id = g.owner_id and thing.id = ${id})`,
    ),
  )
}

export const isSeen = async (db: Db, viewer: Viewer, { kind, id }: NamedPerson): Promise<boolean> =>
  (await firstRow(
    db,
    kind === 'object'
      ? sql`select o.id from ${objectsWithPlace} where o.id = ${id} and ${visible(viewer, 'listed')}`
      : sql`select c.id from collections c where c.id = ${id} and ${visibleCollection(viewer)}`,
  )) !== undefined

// ---- groups

export interface PeopleGroup extends RowOf<'groups', 'id' | 'name' | 'created_at'> {
  user_ids: string[]
}

export const MOST_GROUPS = 500

const GROUP = sql`t.id, t.name, t.created_at,
  array(select m.user_id from group_members m where m.group_id = t.id order by m.user_id) as user_ids`

export const groupsOf = (db: Db, actor: Actor) =>
  rows<PeopleGroup>(
    db,
    sql`select ${GROUP} from groups t where t.tenant_id = ${actor.tenantId} order by t.name, t.id limit ${MOST_GROUPS}`,
  )

export const findGroup = (db: Db, actor: Actor, id: string) =>
  firstRow<PeopleGroup>(db, sql`select ${GROUP} from groups t where t.tenant_id = ${actor.tenantId} and t.id = ${id}`)

/** Undefined when there are too many. */
export const insertGroup = (db: Db, actor: Actor, id: string, name: string) =>
  firstRow<RowOf<'groups', 'id'>>(
    db,
    sql`insert into groups (id, tenant_id, name) select ${id}, ${actor.tenantId}, ${name}
      where (select count(*) from groups t where t.tenant_id = ${actor.tenantId}) < ${MOST_GROUPS} returning id`,
  )

export async function renameGroup(db: Db, actor: Actor, id: string, name: string): Promise<void> {
  await db.updateTable('groups').set({ name }).where('tenant_id', '=', actor.tenantId).where('id', '=', id).execute()
}

export async function removeGroup(db: Db, actor: Actor, id: string): Promise<void> {
  await db.deleteFrom('groups').where('tenant_id', '=', actor.tenantId).where('id', '=', id).execute()
}

/** Of these ids those that are people of the tenant. */
export const colleagues = (db: Db, actor: Actor, ids: string[]) =>
  rows<RowOf<'users', 'id'>>(
    db,
    sql`select id from users where tenant_id = ${actor.tenantId} and id = any(${ids}::uuid[]) and leaving_at is null`,
  )

export async function setMembers(db: Db, actor: Actor, groupId: string, ids: string[]): Promise<void> {
  await sql`delete from group_members m using groups t where t.id = m.group_id and t.tenant_id = ${actor.tenantId}
    and m.group_id = ${groupId} and m.user_id <> all(${ids}::uuid[])`.execute(db)
  await sql`insert into group_members (group_id, user_id)
    select t.id, u.id from groups t join users u on u.tenant_id = t.tenant_id
    where t.tenant_id = ${actor.tenantId} and t.id = ${groupId} and u.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Whoever has given something to the group. */
export const giversTo = (db: Db, actor: Actor, groupId: string) =>
  rows<{ id: string }>(
    db,
    sql`select distinct g.owner_id as id from grants g where g.tenant_id = ${actor.tenantId} and g.group_id = ${groupId}`,
  )

export const grantsToGroup = (db: Db, actor: Actor, groupId: string) =>
  rows<{ id: string; ownerId: string; collectionId: string }>(
    db,
    sql`select g.id, g.owner_id as "ownerId", g.collection_id as "collectionId" from grants g
      where g.tenant_id = ${actor.tenantId} and g.group_id = ${groupId} order by g.created_at limit ${MOST_GIVEN}`,
  )

/** Everybody who sees a folder now. */
export const seersOfFolder = (db: Db, ownerId: string, folderId: string) =>
  rows<{ id: string; name: string }>(
    db,
    sql`select seen.id, seen.name from (${seersOf({ ownerId, folderId })}) seen order by seen.name, seen.id limit ${MOST_GIVEN}`,
  )
