import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'

/** Takes the blob's row in hand; the next statement then sees every object that was committed before. */
export const lockBlob = (db: Db, ownerId: string, hash: string) =>
  db
    .selectFrom('blobs')
    .select('key')
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()

export const removeUnusedBlob = (db: Db, ownerId: string, hash: string) =>
  firstRow<{ key: string; previews: string[] }>(
    db,
    sql`with drawn as (select key from previews where owner_id = ${ownerId} and hash = ${hash} and key is not null),
      gone as (delete from blobs b where b.owner_id = ${ownerId} and b.hash = ${hash}
        and not exists (select 1 from objects o where o.owner_id = b.owner_id and o.content_hash = b.hash)
        and not exists (select 1 from revisions r where r.owner_id = b.owner_id and r.content_hash = b.hash)
        returning b.key)
      select key, array(select key from drawn) as previews from gone`,
  )

export const findBlob = (db: Db, ownerId: string, hash: string) =>
  db
    .selectFrom('blobs')
    .select(['key', 'size'])
    .where('owner_id', '=', ownerId)
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Part of a statement: the row of these bytes names their new place, unless they have moved or gone meanwhile. */
export const blobMoves = (
  ownerId: string,
  blob: { hash: string; key: string },
  to: { key: string; place: 'own' | 'service' },
) => sql`update blobs set key = ${to.key}, place = ${to.place}
  where owner_id = ${ownerId} and hash = ${blob.hash} and key = ${blob.key}`

/** The same bytes at another place; undefined when it has moved or gone meanwhile. */
export const switchBlob = (db: Db, blob: { owner_id: string; hash: string; key: string }, key: string) =>
  db
    .updateTable('blobs')
    .set({ key })
    .where('owner_id', '=', blob.owner_id)
    .where('hash', '=', blob.hash)
    .where('key', '=', blob.key)
    .returning('key')
    .executeTakeFirst()

export interface BlobRow extends RowOf<'blobs', 'owner_id' | 'hash' | 'size' | 'key'> {
  uses: number
}

/** Every blob that the database knows, a page at a time. */
export const blobsAfter = (db: Db, after: { ownerId: string; hash: string }, limit: number) =>
  rows<BlobRow>(
    db,
    sql`select b.owner_id, b.hash, b.size, b.key,
        (select count(*) from objects o where o.owner_id = b.owner_id and o.content_hash = b.hash)
          + (select count(*) from revisions r where r.owner_id = b.owner_id and r.content_hash = b.hash) as uses
      from blobs b where (b.owner_id, b.hash) > (${after.ownerId}::uuid, ${after.hash})
      order by b.owner_id, b.hash limit ${limit}`,
  )

/** Everybody who has files or had some. */
export const ownersOfBlobs = (db: Db) =>
  rows<{ owner_id: string }>(db, sql`select owner_id from owner_totals union select owner_id from count_deltas`)

/** Keys that something in the database refers to, of those asked about. */
export const knownKeys = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const found = await rows<{ key: string }>(
    db,
    sql`select key from blobs where key = any(${keys}) union all select key from upload_parts where key = any(${keys})
      union all select key from previews where key = any(${keys})
      union all select key from archives where key = any(${keys})
      union all select key from dav_chunks where key = any(${keys})`,
  )
  return new Set(found.map(row => row.key))
}

export const namesOf = (db: Db, ownerId: string, hash: string) =>
  rows<{ id: string; filename: string }>(
    db,
    sql`select id, filename from objects where owner_id = ${ownerId} and content_hash = ${hash}
      union select object_id, filename || ', version ' || version from revisions
      where owner_id = ${ownerId} and content_hash = ${hash} limit 20`,
  )

export const objectsWithoutBlob = (db: Db) =>
  rows<{ id: string; filename: string }>(
    db,
    sql`select o.id, o.filename from objects o where not exists (
        select 1 from blobs b where b.owner_id = o.owner_id and b.hash = o.content_hash)
      union all select r.object_id, r.filename || ', version ' || r.version from revisions r where not exists (
        select 1 from blobs b where b.owner_id = r.owner_id and b.hash = r.content_hash) limit 1000`,
  )
