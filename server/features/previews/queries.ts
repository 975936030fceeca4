import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'

export interface Preview extends RowOf<'previews', 'key' | 'mime' | 'size'> {
  failure: { en: string; ru: string } | null
}

/** A failure is forgotten after an hour: the machine may have learnt something since. */
export const findPreview = (db: Db, ownerId: string, hash: string, shape: string) =>
  firstRow<Preview>(
    db,
    sql`select key, mime, size, failure from previews where owner_id = ${ownerId} and hash = ${hash}
      and shape = ${shape} and (key is not null or made_at > now() - interval '1 hour')`,
  )

/** Answers the key that it takes the place of. Undefined: the bytes have gone meanwhile, and nothing is kept. */
export const keepPreview = (
  db: Db,
  { owner_id: ownerId, content_hash: hash }: { owner_id: string; content_hash: string },
  shape: string,
  preview: Preview,
) =>
  firstRow<{ before: string | null }>(
    db,
    sql`with b as (select hash from blobs where owner_id = ${ownerId} and hash = ${hash} for key share),
      before as (select key from previews where owner_id = ${ownerId} and hash = ${hash} and shape = ${shape})
      insert into previews (owner_id, hash, shape, key, mime, size, failure)
      select ${ownerId}, b.hash, ${shape}, ${preview.key}, ${preview.mime}, ${preview.size},
        ${preview.failure === null ? null : JSON.stringify(preview.failure)}::jsonb from b
      on conflict (owner_id, hash, shape) do update set key = excluded.key, mime = excluded.mime,
        size = excluded.size, failure = excluded.failure, made_at = now()
      returning (select key from before) as before`,
  )

export const blobKey = (db: Db, ownerId: string, hash: string) =>
  db.selectFrom('blobs').select('key').where('owner_id', '=', ownerId).where('hash', '=', hash).executeTakeFirst()
