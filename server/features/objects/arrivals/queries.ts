import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'

/** A file that an upload meets. */
export interface SameArrival {
  id: string
  filename: string
  status: string
  content_hash: string
}

const COLUMNS = sql`o.id, o.filename, o.status, o.content_hash`

/** Two equal files that come at once meet each other, too. */
export async function lockArrivals(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 190))`.execute(db)
}

export const findTwin = (db: Db, viewer: Actor, hash: string, shelf: 'active' | 'listed') =>
  firstRow<SameArrival>(
    db,
    sql`select ${COLUMNS} from ${objectsWithPlace} where o.content_hash = ${hash} and ${visible(viewer, shelf)}
      order by o.created_at desc, o.id desc limit 1`,
  )

/** The newest file of this name in a folder, or at the top. */
export const findNamesake = (db: Db, viewer: Actor, filename: string, collectionId: string | null) =>
  firstRow<SameArrival>(
    db,
    sql`select ${COLUMNS} from ${objectsWithPlace}
      where normalize(o.filename, NFC) = normalize(${filename}::text, NFC)
        and ${collectionId ? sql`o.collection_id = ${collectionId}` : sql`o.collection_id is null`}
        and ${visible(viewer, 'listed')}
      order by o.id desc limit 1`,
  )
