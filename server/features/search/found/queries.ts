import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type RowOf, rows } from '../../../db/connect.ts'
import { objectsNamed, type Shelf, visible } from '../../../db/visibility.ts'
import { objectColumns, type StoredObject } from '../../objects/index.ts'

/** What is told of the files that were found. */

/** What an answer says of the file that a passage is from. */
export interface NamedFile {
  id: string
  filename: string
  status: string
  title: string
  doc_type: string
  /** Of the folder that it is in; empty at the top. */
  folder?: string
  /** People and organisations that its text names, one a line. */
  named?: string
}

/** So much of the names of a file is told. */
const MOST_NAMED = 60

const textsOf = (kind: string) =>
  sql`select entity ->> 'text' as name from jsonb_array_elements(case jsonb_typeof(o.enrichment -> 'entities' -> ${kind}::text)
    when 'array' then o.enrichment -> 'entities' -> ${kind}::text else '[]' end) entity`

/** Only that: what is known of a book by heart is tens of kilobytes. Who may see it is decided here once more. */
export const namedFiles = (db: Db, viewer: Actor, shelf: Shelf, ids: string[]) =>
  rows<NamedFile>(
    db,
    sql`select o.id, o.filename, o.status, coalesce(o.enrichment ->> 'title', '') as title,
        case when o.enrichment is null then '' else coalesce(o.enrichment ->> 'doc_type', 'other') end as doc_type,
        coalesce(c.name, '') as folder, coalesce((select string_agg(distinct name, chr(10)) from
          (${textsOf('people')} union all ${textsOf('organisations')} limit ${MOST_NAMED}) names), '') as named
      from ${objectsNamed(viewer.ownerId, ids)} where ${visible(viewer, shelf)}`,
  )

/** The found objects, asked for anew: who may see them is decided here once more. */
export const objectsOf = (db: Db, viewer: Actor, shelf: Shelf, ids: string[]) =>
  rows<StoredObject>(
    db,
    sql`select ${objectColumns(viewer)} from ${objectsNamed(viewer.ownerId, ids)} where ${visible(viewer, shelf)}`,
  )

/** Of these files, which have been found already, those in this language. */
export const inLanguage = (db: Db, ownerId: string, ids: string[], language: string) =>
  rows<RowOf<'objects', 'id'>>(
    db,
    sql`select o.id from ${objectsNamed(ownerId, ids)} where o.enrichment ->> 'language' = ${language}`,
  )
