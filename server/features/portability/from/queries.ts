import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow } from '../../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../../db/visibility.ts'

export const folderNamed = (db: Db, actor: Actor, parent: string | null, name: string) =>
  firstRow<{ id: string }>(
    db,
    sql`select c.id from collections c
      where ${visibleCollection(actor)} and c.parent_id is not distinct from ${parent}::uuid
        and c.name collate "und-x-icu" = ${name}
      order by c.id limit 1`,
  )

/** The same bytes from the same place, wherever they were moved to since, or under the same name in the same folder. */
export async function isImported(
  db: Db,
  actor: Actor,
  {
    hash,
    filename,
    collectionId,
    sourceUrl,
  }: { hash: string; filename: string; collectionId: string | null; sourceUrl: string },
): Promise<boolean> {
  const found = await firstRow<{ id: string }>(
    db,
    sql`select o.id from ${objectsWithPlace}
      where o.content_hash = ${hash} and ${visible(actor, 'active')}
        and (o.source_url = ${sourceUrl}
          or (o.filename = ${filename} and o.collection_id is not distinct from ${collectionId}::uuid))
      limit 1`,
  )
  return found !== undefined
}
