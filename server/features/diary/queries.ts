import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Db, personOf } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { grantsTo, objectIsHidden, objectsWithPlace, visible, visibleCollection } from '../../db/visibility.ts'

/** What happens to a file. */
export type Deed = 'added' | 'changed' | 'renamed' | 'moved' | 'trashed' | 'restored' | 'commented'

/** In the transaction of the deed. Whoever has opened nothing to others has no diary, and what is hidden is in none. */
export async function noteInDiary(
  db: Db,
  actor: Actor,
  deed: { what: Deed; objectId: string; before?: string; fromId?: string | null },
): Promise<void> {
  const { ownerId } = actor
  await sql`insert into diary (owner_id, id, person_id, what, folder_id, from_id, object_id, before)
    select o.owner_id, ${uuidv7()}, ${personOf(actor)}, ${deed.what}, o.collection_id, ${deed.fromId ?? null}::uuid, o.id,
      ${deed.before ?? null}::text
    from ${objectsWithPlace} where o.owner_id = ${ownerId} and o.id = ${deed.objectId} and not o.chat_only
      and not ${objectIsHidden(ownerId)} and (o.collection_id is not null or ${deed.fromId ?? null}::uuid is not null)
      and exists (select 1 from grants g where g.owner_id = ${ownerId})`.execute(db)
}

/** A folder was opened to somebody or closed; `grant` is there at that moment, `toId` the one of its group whom alone it concerns. */
export async function noteGrant(
  db: Db,
  ownerId: string,
  grant: { id: string; what: 'opened' | 'closed'; personId: string; toId?: string },
): Promise<void> {
  await sql`insert into diary (owner_id, id, person_id, what, folder_id, to_name, role)
    select g.owner_id, ${uuidv7()}, ${grant.personId}, ${grant.what}, g.collection_id,
      coalesce((select coalesce(nullif(u.name, ''), u.email) from users u
          where u.id = coalesce(${grant.toId ?? null}::uuid, g.user_id)),
        (select t.name from groups t where t.id = g.group_id), ''), g.role
    from grants g where g.owner_id = ${ownerId} and g.id = ${grant.id}`.execute(db)
}

export interface DiaryEntry extends RowOf<'diary', 'id' | 'object_id' | 'before' | 'to_name' | 'role' | 'created_at'> {
  what: Deed | 'opened' | 'closed'
  person: string | null
  name: string | null
}

export const isFolderSeen = async (db: Db, viewer: Actor, id: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from collections c where c.id = ${id} and ${visibleCollection(viewer)}`)) !==
  undefined

/**
 * Of a folder and all below it, the newest first: what is about files that the viewer sees now. To whom it is open is the
 * owner's to know, and whoever was given it reads what has happened since.
 */
export const entriesOf = (
  db: Db,
  viewer: Actor,
  folderId: string,
  { limit, after }: { limit: number; after: string | undefined },
) =>
  rows<DiaryEntry>(
    db,
    sql`with recursive below as (
        select c.id from collections c where c.id = ${folderId} and ${visibleCollection(viewer)}
        union select child.id from collections child join below on child.owner_id = ${viewer.ownerId}
          and child.parent_id = below.id)
      select d.id, d.what, coalesce(nullif(p.name, ''), p.email) as person, d.object_id, o.filename as name, d.before, d.to_name,
        d.role, d.created_at
      from diary d left join users p on p.id = d.person_id
        left join objects o on o.owner_id = d.owner_id and o.id = d.object_id
        left join collections c on c.owner_id = d.owner_id and c.id = coalesce(o.collection_id, d.folder_id)
      where d.owner_id = ${viewer.ownerId} and (d.folder_id in (select id from below) or d.from_id in (select id from below))
        and case when d.object_id is null then ${viewer.guest === undefined}::boolean and ${visibleCollection(viewer)}
          else ${visible(viewer, viewer.guest ? 'listed' : 'kept')} end
        ${viewer.guest ? sql`and d.created_at >= ${givenSince(viewer, viewer.guest.userId, folderId)}` : sql``}
        and (${after ?? null}::uuid is null or d.id < ${after ?? null}::uuid)
      order by d.id desc limit ${limit}`,
  )

/** When the folder, or one above it, was given to somebody by the oldest of the grants that live. */
const givenSince = ({ ownerId, tenantId }: Actor, userId: string, folderId: string) => sql`(
  with recursive above as (select c.id, c.parent_id from collections c where c.owner_id = ${ownerId} and c.id = ${folderId}
    union select c.id, c.parent_id from collections c join above on c.owner_id = ${ownerId} and c.id = above.parent_id)
  select min(given.created_at) from ${grantsTo({ userId, tenantId })} given
  where given.owner_id = ${ownerId} and given.collection_id in (select id from above))`

export async function removeOldEntries(db: Db): Promise<void> {
  await sql`delete from diary where created_at < now() - interval '180 days'`.execute(db)
}
