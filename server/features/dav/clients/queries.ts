import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'

export type StoredChunk = RowOf<'dav_chunks', 'name' | 'size'> & { key: string }

export async function beginUpload(db: Db, ownerId: string, upload: string): Promise<boolean> {
  const made = await db
    .insertInto('dav_chunks')
    .values({ owner_id: ownerId, upload, name: '' })
    .onConflict(conflict => conflict.doNothing())
    .returning('upload')
    .executeTakeFirst()
  return made !== undefined
}

export const countUploads = (db: Db, ownerId: string) =>
  firstRow<{ n: number }>(db, sql`select count(*)::int as n from dav_chunks where owner_id = ${ownerId} and name = ''`)

export const findUpload = (db: Db, ownerId: string, upload: string) =>
  db
    .selectFrom('dav_chunks')
    .select('created_at')
    .where('owner_id', '=', ownerId)
    .where('upload', '=', upload)
    .where('name', '=', '')
    .executeTakeFirst()

export const MOST_CHUNKS = 10_000

/** In the order of their numbers, which clients pad or not. */
export const chunksOf = (db: Db, ownerId: string, upload: string) =>
  rows<StoredChunk>(
    db,
    sql`select name, size, key from dav_chunks where owner_id = ${ownerId} and upload = ${upload} and name <> ''
      order by length(ltrim(name, '0')), ltrim(name, '0'), name limit ${MOST_CHUNKS + 1}`,
  )

/** Answers the key of what was there before, whose bytes nobody needs now. */
export async function putChunk(db: Db, ownerId: string, upload: string, chunk: StoredChunk): Promise<string | null> {
  const put = await firstRow<{ before: string | null }>(
    db,
    sql`with old as (select key from dav_chunks
        where owner_id = ${ownerId} and upload = ${upload} and name = ${chunk.name} for update)
      insert into dav_chunks (owner_id, upload, name, key, size)
      values (${ownerId}, ${upload}, ${chunk.name}, ${chunk.key}, ${chunk.size})
      on conflict (owner_id, upload, name) do update set key = excluded.key, size = excluded.size
      returning (select key from old) as before`,
  )
  return put?.before ?? null
}

export const removeUpload = (db: Db, ownerId: string, upload: string) =>
  db.deleteFrom('dav_chunks').where('owner_id', '=', ownerId).where('upload', '=', upload).returning('key').execute()

/** Sweeps over all owners. */
export const removeOverdueChunks = (db: Db) =>
  rows<RowOf<'dav_chunks', 'key'>>(
    db,
    sql`delete from dav_chunks where ctid = any(array(
      select ctid from dav_chunks where created_at < now() - interval '1 day' limit 1000)) returning key`,
  )
