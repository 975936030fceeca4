import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'

export const blobKey = (db: Db, ownerId: string, hash: string) =>
  firstRow<{ key: string }>(db, sql`select key from blobs where owner_id = ${ownerId} and hash = ${hash}`)

/** Where the file lies now, in the trash or not; results lie beside it. */
export const placeOf = (db: Db, ownerId: string, id: string) =>
  firstRow<{ filename: string; collection_id: string | null; is_hidden: boolean }>(
    db,
    sql`select filename, collection_id, is_hidden from objects where owner_id = ${ownerId} and id = ${id}`,
  )
