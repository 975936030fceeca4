import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type Fragment, firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectsWithPlace, visible, visibleCollection } from '../../db/visibility.ts'
import type { Job } from '../../jobs/declare.ts'
import { jobInsertEach } from '../../jobs/queue.ts'
import type { Fields } from '../../ports/describer.ts'

export interface FiledAway {
  collection_id: string
  enrichment: {
    keywords?: string[]
    doc_type?: string
    language?: string
    entities?: { organisations?: { normal?: string; text: string }[] }
  }
}

const FOLDERS = 100
const FILES_OF_FOLDER = 12

/** What lies in the folders that anybody may see who sees the file: the newest files of each. */
export const filedAway = (db: Db, owner: { ownerId: string; tenantId: string }) => {
  const viewer = { ...owner, unlocked: false }
  return rows<FiledAway>(
    db,
    // Of a description only what is compared.
    sql`select folder.id as collection_id, jsonb_build_object('keywords', file.enrichment -> 'keywords',
        'doc_type', file.enrichment -> 'doc_type', 'entities',
        jsonb_build_object('organisations', file.enrichment #> '{entities,organisations}')) as enrichment
      from (
        select c.id from collections c where ${visibleCollection(viewer)} order by c.id desc limit ${FOLDERS}) folder
      cross join lateral (
        select o.enrichment from ${objectsWithPlace}
        where o.collection_id = folder.id and ${visible(viewer, 'listed')} and o.enrichment is not null
        order by o.created_at desc limit ${FILES_OF_FOLDER}) file`,
  )
}

export interface Lesson {
  filename: string
  original_name: string
  name_source: string
  likeness: number[]
  corrections: Record<string, unknown> | null
  /** What the service had said in place of them. */
  found: Record<string, unknown> | null
  fields: Partial<Fields> | null
  title: string | null
}

const LESSONS = 100

/** The latest files that their owner has corrected or named. Nothing hidden teaches what anybody can see. */
export const lessonsOf = (db: Db, owner: { ownerId: string; tenantId: string }, fileId: string) =>
  rows<Lesson>(
    db,
    sql`select o.filename, o.original_name, o.name_source, o.likeness, o.corrections, o.found, o.enrichment -> 'fields' as fields,
        o.enrichment ->> 'title' as title
      from ${objectsWithPlace}
      where ${visible({ ...owner, unlocked: false }, 'listed')} and o.likeness is not null and o.id <> ${fileId}
        and (o.corrections is not null or o.name_source = 'manual')
      order by o.updated_at desc limit ${LESSONS}`,
  )

/** A folder that the service names, with the files by which it does. Hidden files lend a folder that is seen no name. */
export async function folderToName(db: Db, ownerId: string, id: string) {
  const folder = await firstRow<RowOf<'collections', 'name' | 'tenant_id' | 'is_concealed'>>(
    db,
    sql`select name, tenant_id, is_concealed and not is_unsettled(owner_id) as is_concealed from collections
      where owner_id = ${ownerId} and id = ${id} and name_mode = 'auto'`,
  )
  if (!folder) return undefined
  const viewer = { ownerId, tenantId: folder.tenant_id, unlocked: folder.is_concealed }
  const files = await rows<FiledAway>(
    db,
    sql`select o.collection_id, o.enrichment from ${objectsWithPlace}
      where o.collection_id = ${id} and ${visible(viewer, 'listed')} and o.enrichment is not null
      order by o.created_at desc limit 200`,
  )
  return { name: folder.name, files }
}

/** The job that names the folder in which the file lies, where that is left to the service. */
export const namingPart = (job: Job<unknown>, ownerId: string, happened: Fragment): Fragment =>
  sql`to_be_named as (${jobInsertEach(job, ownerId, sql`jsonb_build_object('collectionId', c.id)`, {
    source: sql`collections c join ${happened} on c.id = ${happened}.collection_id
        where c.owner_id = ${ownerId} and c.name_mode = 'auto'`,
  })})`
