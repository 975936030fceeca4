import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectIsHidden, objectsNamed, type Viewer, visible } from '../../db/visibility.ts'

export const blobKey = (db: Db, ownerId: string, hash: string) =>
  db.selectFrom('blobs').select('key').where('owner_id', '=', ownerId).where('hash', '=', hash).executeTakeFirst()

export interface ResultFolder extends RowOf<'objects', 'filename' | 'collection_id'> {
  /** Hidden by itself: some source is hidden, and not by the folder that the result will lie in. */
  is_hidden: boolean
  /** Brought by somebody else where any source was. */
  origin: 'owner' | 'link' | 'mail' | 'web'
}

/**
 * Where a result lies, and whether it is hidden there: beside the given file, as it lies now, in the trash or not. A source that
 * has gone meanwhile counts as what it was when the work was accepted.
 */
export const placeFor = (
  db: Db,
  ownerId: string,
  { beside, sources, wasHidden }: { beside: string; sources: string[]; wasHidden: boolean },
) =>
  firstRow<ResultFolder>(
    db,
    sql`select b.filename, b.collection_id, bool_or(case when o.id is null then ${wasHidden}::boolean
        else o.is_hidden or (${objectIsHidden(ownerId)} and o.collection_id is distinct from b.collection_id) end) as is_hidden,
        coalesce(min(o.origin) filter (where o.origin <> 'owner'), 'owner') as origin
      from (select m.id, b.filename, b.collection_id from unnest(${sources}::uuid[]) as m(id)
        left join objects b on b.owner_id = ${ownerId} and b.id = ${beside}) b
      left join objects o on o.owner_id = ${ownerId} and o.id = b.id
      left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
      group by b.filename, b.collection_id`,
  )

/** Of these the ones that are seen now, with the content that they have. */
export const contentsOf = (db: Db, viewer: Viewer, files: { id: string }[]) =>
  rows<RowOf<'objects', 'id' | 'content_hash'> & Pick<ResultFolder, 'origin'>>(
    db,
    sql`select o.id, o.content_hash, o.origin from ${objectsNamed(
      viewer.ownerId,
      files.map(({ id }) => id),
    )} where ${visible(viewer, 'listed')}`,
  )

/** What was read of a file, while it has the content that is asked for. */
export const textOfContent = (db: Db, ownerId: string, objectId: string, hash: string) =>
  firstRow<{ text: string; pages: { char_start: number; char_end: number }[]; text_fallback: boolean }>(
    db,
    sql`select coalesce(t.text, '') as text, coalesce(t.pages, '[]'::jsonb) as pages, o.text_fallback
      from objects o left join object_texts t on t.owner_id = o.owner_id and t.object_id = o.id and t.version = o.version
      where o.owner_id = ${ownerId} and o.id = ${objectId} and o.content_hash = ${hash} and o.status = 'ready'`,
  )
