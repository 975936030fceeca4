import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type DatabaseCopy, fileOf, identifier, tablesOf } from './copy-out.ts'

/** What stands in the way of rows that come in any order, and how it is put back. */
interface Put {
  away: string
  back: string
}

/**
 * Fills a database whose schema is that of the copy, in the open transaction, and commits: all rows, or none. Keys and indexes are made anew behind
 * the rows, which is faster, and proves that every reference leads somewhere. Needs no more rights than those of an owner.
 */
export async function copyIn(client: pg.Client, copy: DatabaseCopy, folder: string, also?: () => Promise<void>) {
  await client.query('set local statement_timeout = 0')
  const obstacles = [...(await foreignKeys(client)), ...(await plainIndexes(client))]
  for (const { away } of obstacles) await client.query(away)
  const here = new Map((await tablesOf(client, [])).map(table => [table.name, table.columns]))
  const all = [...here.keys()].map(identifier).join(', ')
  await client.query(`truncate ${all}`)
  for (const table of copy.tables) {
    const columns = here.get(table.name)
    const unknown = columns ? table.columns.filter(name => !columns.includes(name)) : []
    if (!columns || unknown.length > 0)
      throw new Error(
        `The copy has ${columns ? `columns of ${table.name}` : 'a table'} unknown here: ${unknown.join(', ') || table.name}.`,
      )
    await client.query(`alter table ${identifier(table.name)} disable trigger user`)
    const list = table.columns.map(identifier).join(', ')
    const sink = client.query(copyFrom(`copy ${identifier(table.name)} (${list}) from stdin`))
    await pipeline(createReadStream(join(folder, fileOf(table.name))), createGunzip(), sink)
    if (sink.rowCount !== table.rows) throw new Error(`${table.name} has ${sink.rowCount} of ${table.rows} rows.`)
  }
  await also?.()
  for (const { name, value } of copy.sequences)
    await client.query("select setval(format('%I', $1::text)::regclass, $2::bigint)", [name, value])
  for (const { back } of obstacles.reverse()) await client.query(back)
  for (const { name } of copy.tables) await client.query(`alter table ${identifier(name)} enable trigger user`)
  await client.query('commit')
  await client.query('analyze')
}

async function foreignKeys(client: pg.Client): Promise<Put[]> {
  const { rows } = await client.query<Put>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
      from pg_constraint where contype = 'f' and connamespace = current_schema::regnamespace order by conrelid, conname`,
  )
  return rows
}

/** Those that no constraint stands on. */
async function plainIndexes(client: pg.Client): Promise<Put[]> {
  const { rows } = await client.query<Put>(
    `select format('drop index %s', i.indexrelid::regclass) as away, pg_get_indexdef(i.indexrelid) as back
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by i.indexrelid`,
  )
  return rows
}
