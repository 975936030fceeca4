import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '../context.ts'

// Sizes and counts fit a double; a string would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  db: Db
  close(): Promise<void>
}

export function connect(url: string, options: { max: number; onError: (error: Error) => void }): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    // One stays open: by it the others know that the private database is still in use.
    min: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'dossier',
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', options.onError)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

export async function rows<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

export async function firstRow<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0]
}
