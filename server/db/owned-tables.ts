import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { rows } from './connect.ts'

/** What belongs to owners, asked of the database itself: a table that is added later is never forgotten. */

export interface OwnedTable {
  name: string
  columns: string[]
  key: string[]
  /** Other owned tables whose rows it points at. */
  refers_to: string[]
  /** Columns that point at rows of the same table. */
  self_columns: string[]
}

/** Every table with an owner; those that point at others come before them. */
export async function ownedTables(db: Db): Promise<OwnedTable[]> {
  const tables = await rows<OwnedTable>(
    db,
    sql`select c.relname::text as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' order by a.attnum) as columns,
        array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as key,
        array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to,
        array(select a.attname::text from pg_constraint k
            join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
          where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f' and a.attname <> 'owner_id') as self_columns
      from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'owner_id' and not o.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace order by c.relname`,
  )
  const ordered: OwnedTable[] = []
  let left = tables
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(other => other.name !== name && other.refers_to.includes(name)))
    // Keys that go in a circle have no order; the database would say so when rows are removed.
    const next = free.length > 0 ? free : left
    ordered.push(...next)
    left = left.filter(table => !next.includes(table))
  }
  return ordered
}
