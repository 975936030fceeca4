import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../db/visibility.ts'
import { subtree } from '../collections/index.ts'
import type { StoredObject } from '../objects/index.ts'
import { objectColumns } from '../objects/index.ts'

export interface Share {
  id: string
  owner_id: string
  tenant_id: string
  collection_id: string | null
  object_id: string | null
  password_hash: string | null
  can_upload: boolean
  expires_at: Date | null
  created_at: Date
}

const COLUMNS = sql`s.id, s.owner_id, s.tenant_id, s.collection_id, s.object_id, s.password_hash, s.can_upload,
  s.expires_at, s.created_at`

export async function insertShare(
  db: Db,
  actor: Actor,
  share: {
    id: string
    tokenHash: Buffer
    sealedToken: string
    collectionId: string | null
    objectId: string | null
    passwordHash: string | null
    canUpload: boolean
    expiresAt: string | null
  },
): Promise<Share> {
  const made = await firstRow<Share>(
    db,
    sql`insert into shares as s (owner_id, id, tenant_id, token_hash, sealed_token, collection_id, object_id, password_hash, can_upload,
        expires_at)
      values (${actor.ownerId}, ${share.id}, ${actor.tenantId}, ${share.tokenHash}, ${share.sealedToken}, ${share.collectionId},
        ${share.objectId}, ${share.passwordHash}, ${share.canUpload}, ${share.expiresAt})
      returning ${COLUMNS}`,
  )
  return made!
}

/** What the link leads to must be there for the viewer; else neither the link nor its card exists. */
const leadsSomewhere = (viewer: Actor, shelf: 'active' | 'kept') => sql`(
  exists (select 1 from collections c where c.id = s.collection_id and ${visibleCollection(viewer)})
  or exists (select 1 from ${objectsWithPlace} where o.id = s.object_id and ${visible(viewer, shelf)}))`

/** The link that a token opens, if its target may be seen from outside right now. */
export const findByToken = (db: Db, viewer: Actor, tokenHash: Buffer) =>
  firstRow<Share>(
    db,
    sql`select ${COLUMNS} from shares s where s.owner_id = ${viewer.ownerId} and s.token_hash = ${tokenHash}
      and (s.expires_at is null or s.expires_at > now())
      and ${leadsSomewhere(viewer, 'active')}
      and exists (select 1 from users u where u.id = s.owner_id and not u.disabled)`,
  )

export const findOwner = (db: Db, ownerId: string) =>
  firstRow<{ tenant_id: string; tariff: string; own_bucket: boolean }>(
    db,
    sql`select tenant_id, tariff,
        exists (select 1 from connections k where k.owner_id = u.id and k.kind = 's3' and k.enabled) as own_bucket
      from users u where id = ${ownerId}`,
  )

export interface ListedShare extends Share {
  name: string
}

const TARGET = sql`coalesce(
        (select name from collections where owner_id = s.owner_id and id = s.collection_id),
        (select filename from objects where owner_id = s.owner_id and id = s.object_id)) as name`

export const sharesOf = (db: Db, actor: Actor) =>
  rows<ListedShare>(
    db,
    sql`select ${COLUMNS}, ${TARGET}
      from shares s where s.owner_id = ${actor.ownerId} and ${leadsSomewhere(actor, 'kept')}
      order by s.created_at desc, s.id desc`,
  )

export const findShare = (db: Db, actor: Actor, id: string) =>
  firstRow<ListedShare & { sealed_token: string | null }>(
    db,
    sql`select ${COLUMNS}, s.sealed_token, ${TARGET}
      from shares s where s.owner_id = ${actor.ownerId} and s.id = ${id} and ${leadsSomewhere(actor, 'kept')}`,
  )

export const removeShare = (db: Db, actor: Actor, id: string) =>
  firstRow<{ id: string }>(
    db,
    sql`delete from shares s where s.owner_id = ${actor.ownerId} and s.id = ${id} and ${leadsSomewhere(actor, 'kept')} returning s.id`,
  )

/** Objects that the link shows: the one file, or the files of the folder and all below it. */
const shown = (viewer: Actor, share: Share) =>
  share.object_id
    ? sql`o.id = ${share.object_id} and ${visible(viewer, 'active')}`
    : sql`o.collection_id in (${subtree(share.owner_id, share.collection_id!)} select id from below)
        and ${visible(viewer, 'listed')}`

export const listShared = (db: Db, viewer: Actor, share: Share, page: { limit: number; offset: number }) =>
  rows<StoredObject>(
    db,
    sql`select ${objectColumns(viewer)} from ${objectsWithPlace} where ${shown(viewer, share)}
      order by o.created_at desc, o.id desc limit ${page.limit} offset ${page.offset}`,
  )

export const countShared = async (db: Db, viewer: Actor, share: Share): Promise<number> =>
  (await firstRow<{ n: number }>(db, sql`select count(*) as n from ${objectsWithPlace} where ${shown(viewer, share)}`))!
    .n

export const findShared = (db: Db, viewer: Actor, share: Share, objectId: string) =>
  firstRow<StoredObject>(
    db,
    sql`select ${objectColumns(viewer)} from ${objectsWithPlace} where o.id = ${objectId} and ${shown(viewer, share)}`,
  )

export interface ArchiveEntry extends RowOf<'objects', 'id' | 'filename' | 'kind' | 'content_hash' | 'updated_at'> {
  /** The folders between the shared one and the file. */
  folder: string
}

/** Behind `after`, a page at a time: an archive of any size is made from a few rows at once. */
export const archiveEntries = (
  db: Db,
  viewer: Actor,
  share: Share,
  { after, limit }: { after: string; limit: number },
) =>
  rows<ArchiveEntry>(
    db,
    sql`with recursive place as (
        select c.id, ''::text as folder from collections c
        where c.owner_id = ${share.owner_id} and c.id = ${share.collection_id}
        union all
        select c.id, place.folder || translate(c.name, '/\\', '__') || '/' from collections c
        join place on c.parent_id = place.id where c.owner_id = ${share.owner_id})
      select o.id, o.filename, o.kind, o.content_hash, o.updated_at, coalesce(place.folder, '') as folder
      from ${objectsWithPlace} left join place on place.id = o.collection_id
      where ${shown(viewer, share)} and o.id > ${after}::uuid order by o.id limit ${limit}`,
  )

/** Whether a live link leads to any of these files, or to a folder that they or these folders lie in. */
export const isUnderLink = async (db: Db, ownerId: string, files: string[], folders: string[]): Promise<boolean> =>
  (await firstRow<{ found: boolean }>(
    db,
    sql`with recursive up as (
        select c.id, c.parent_id from collections c where c.owner_id = ${ownerId} and (c.id = any(${folders}::uuid[])
          or c.id in (select o.collection_id from objects o where o.owner_id = ${ownerId} and o.id = any(${files}::uuid[])))
        union
        select c.id, c.parent_id from collections c join up on c.id = up.parent_id where c.owner_id = ${ownerId})
      select exists (select 1 from shares s where s.owner_id = ${ownerId} and (s.expires_at is null or s.expires_at > now())
        and (s.object_id = any(${files}::uuid[]) or s.collection_id in (select id from up))) as found`,
  ))!.found

export const nameOf = async (db: Db, share: Share): Promise<string> => {
  const found = share.collection_id
    ? await db
        .selectFrom('collections')
        .select('name')
        .where('owner_id', '=', share.owner_id)
        .where('id', '=', share.collection_id)
        .executeTakeFirst()
    : await db
        .selectFrom('objects')
        .select('filename as name')
        .where('owner_id', '=', share.owner_id)
        .where('id', '=', share.object_id)
        .executeTakeFirst()
  return found?.name ?? ''
}

export async function removeExpiredShares(db: Db): Promise<void> {
  await sql`delete from shares where expires_at < now() - interval '30 days'`.execute(db)
}
