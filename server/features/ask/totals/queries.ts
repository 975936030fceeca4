import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'
import type { FoundPassage } from '../../search/index.ts'
import type { AskedTotal } from './asked.ts'

export interface TotalPaper {
  id: string
  filename: string
  status: string
  content_hash: string
  title: string
  doc_type: string
  amount: number | null
  currency: string | null
  document_date: string | null
  /** People, firms and parties of it. */
  named: string[]
}

/** Ready papers of one kind that may be seen, the oldest first: those of a period, and those without a date. */
export const papersOf = (db: Db, actor: Actor, { docType, year, month }: AskedTotal, limit: number) =>
  rows<TotalPaper>(
    db,
    sql`select o.id, o.filename, o.status, o.content_hash, coalesce(o.enrichment ->> 'title', '') as title, f.doc_type, f.amount,
        o.enrichment #>> '{fields,currency}' as currency, o.enrichment #>> '{fields,document_date}' as document_date,
        f.people || f.organisations as named
      from ${objectsWithPlace}
      join object_facts f on f.owner_id = o.owner_id and f.id = o.id
      where ${visible(actor, 'listed')} and f.doc_type = ${docType} and o.status = 'ready'
        and coalesce(o.enrichment #>> '{fields,document_date}' like ${daysOf(year, month)}::text, true)
      order by f.day, o.id limit ${limit}`,
  )

/** As a pattern of days. */
const daysOf = (year?: number, month?: number) =>
  year || month ? `${year ?? '____'}-${month ? String(month).padStart(2, '0') : '__'}-__` : '%'

/** How many files have not been read, yet or at all; no more than `limit` are counted. */
export const countUnread = async (db: Db, actor: Actor, limit: number): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::integer as count from (
        select 1 from ${objectsWithPlace} where ${visible(actor, 'listed')} and o.status <> 'ready' limit ${limit}) unread`,
    )
  )?.count ?? 0

/** The first chunks of these files, which the caller may see. */
export const beginningsOf = (db: Db, ownerId: string, ids: string[], chunks: number) =>
  rows<FoundPassage>(
    db,
    sql`select t.object_id, t.ord, t.text, s.page, s.char_start, s.char_end from search_texts t
      join search_chunks s on s.owner_id = t.owner_id and s.object_id = t.object_id and s.ord = t.ord
      where t.owner_id = ${ownerId} and t.object_id = any(${ids}::uuid[]) and t.ord >= 0 and t.ord < ${chunks}
      order by t.object_id, t.ord limit ${ids.length * chunks}`,
  )
