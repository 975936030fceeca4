import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'

export interface Trashed {
  id: string
  filename: string
  size: number
  mime: string
  content_hash: string
  deleted_at: Date
  modified_at: Date
  /** The folder it lay in, as a path; empty at the top, and where that has gone. */
  folder: string
}

const FOLDER = sql`coalesce((with recursive up as (
    select f.parent_id, f.name, 1 as n from collections f
      where f.owner_id = o.owner_id and f.id = o.collection_id and not is_leaving(f.owner_id, f.id)
    union all select f.parent_id, f.name, up.n + 1 from collections f join up on f.owner_id = o.owner_id and f.id = up.parent_id)
  select string_agg(up.name, '/' order by up.n desc) from up), '')`

const COLUMNS = sql`o.id, o.filename, o.size, o.mime, o.content_hash, o.deleted_at, coalesce(o.modified_at, o.created_at) as modified_at,
  ${FOLDER} as folder`

/** The newest first. */
export const trashedBefore = (db: Db, actor: Actor, before: { at: Date; id: string } | undefined, limit: number) =>
  rows<Trashed>(
    db,
    sql`select ${COLUMNS} from ${objectsWithPlace} where ${visible(actor, 'listed trash')}
      ${before ? sql`and (o.deleted_at, o.id) < (${before.at}, ${before.id}::uuid)` : sql``}
      order by o.deleted_at desc, o.id desc limit ${limit}`,
  )

export const findTrashed = (db: Db, actor: Actor, id: string) =>
  firstRow<Trashed>(
    db,
    sql`select ${COLUMNS} from ${objectsWithPlace} where o.id = ${id} and ${visible(actor, 'listed trash')}`,
  )
