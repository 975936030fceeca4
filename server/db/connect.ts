import { createHash } from 'node:crypto'
import { Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, type Selectable, sql } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

// Sizes and counts fit a double; a string would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseConnection {
  db: Db
  close(): Promise<void>
}

/**
 * Statements with parameters are prepared once a connection: for our short ones PostgreSQL would otherwise plan longer than
 * it works. Those made from parts differ a little each time; past a bound new ones go unprepared. A name is made from the text:
 * behind a pooler others use the same connection, and must not mean another statement by it.
 */
const MAX_PREPARED = 300

const nameOf = (text: string): string => `d${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`

class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen forms, and all others are passed on
  override query(...args: any[]): any {
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.#nameOf(text) : undefined
    const query = super.query as (...all: unknown[]) => unknown
    return name ? query.call(this, { name, text, values }, ...args.slice(2)) : query.apply(this, args)
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= MAX_PREPARED) return known
    const name = nameOf(text)
    this.#names.set(text, name)
    return name
  }
}

export interface ConnectOptions {
  max: number
  /** Off behind a pooler that gives each transaction another connection and does not know of prepared statements. */
  prepare?: boolean
  onError: (error: Error) => void
}

/** Kysely would lock migrations by a session, which a pooler does not keep: `migrate` holds a lock of its own. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter = () => new Adapter()
}

export function connect(url: string, options: ConnectOptions): DatabaseConnection {
  const pool = new pg.Pool({
    Client: options.prepare === false ? pg.Client : PreparingClient,
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
  // One that breaks while it is lent out says so by its query, and by this: without a listener too the process would end.
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new Dialect({ pool }) })
  return { db, close: () => db.destroy() }
}

/** Columns of a table, as they arrive in a row. */
export type RowOf<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]>> = Pick<
  Selectable<Schema[Table]>,
  Column
>

/** A piece of SQL, to be put into a statement. */
export type Fragment = RawBuilder<unknown>

/**
 * In the select list of a write that would only be done again if it were lost, as a job's own state would: its commit does not
 * wait for the disk. Whatever is committed later and does wait takes it along, so nothing is ever out of order.
 */
export const AT_LEISURE: Fragment = sql`set_config('synchronous_commit', 'off', true)`

export async function rows<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

export async function firstRow<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0]
}
