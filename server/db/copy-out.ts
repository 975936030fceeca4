import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The whole database as plain text, table by table, all at one moment. */

export interface TableCopy {
  name: string
  columns: string[]
  rows: number
  /** Of the text as it is before it is packed: by it two copies of a table are compared. */
  sha256: string
  /** Packed. */
  bytes: number
}

export interface DatabaseCopy {
  server: string
  migrations: string[]
  tables: TableCopy[]
  sequences: { name: string; value: number }[]
}

/** A copy is whole without them: pictures are drawn again, and the others belong to the installation and not to its data. */
const LEFT_OUT = ['previews', 'backups', 'blob_removals']

export type CopyClient = pg.Client

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'dossier', connectionTimeoutMillis: 10_000 })
  // One that breaks says so by its query.
  client.on('error', () => {})
  await client.connect()
  return client
}

const BEGIN = 'begin isolation level repeatable read read only'
/** Rows come in the order in which they lie, always from the first, so that equal tables give equal texts. */
const SETTINGS = 'set local synchronize_seqscans = off; set local timezone = utc; set local statement_timeout = 0'

export interface CopyOut {
  url: string
  folder: string
  /** How many tables are read at once. */
  atOnce: number
  /** Asked in the same moment of the database. */
  also?: (client: pg.Client) => Promise<void>
  /** Also what a backup leaves out. */
  whole?: boolean
}

/** One connection holds the moment, the others read at it. */
export async function copyOut({ url, folder, atOnce, also, whole }: CopyOut): Promise<DatabaseCopy> {
  const clients: pg.Client[] = []
  try {
    const first = await openClient(url)
    clients.push(first)
    await first.query(`${BEGIN}; ${SETTINGS}`)
    const tables = await tablesOf(first, whole ? [] : LEFT_OUT)
    const { snapshot, server } = await one<{ snapshot: string; server: string }>(
      first,
      "select pg_export_snapshot() as snapshot, current_setting('server_version') as server",
    )
    for (let more = 1; more < Math.min(atOnce, tables.length); more++) {
      const client = await openClient(url)
      clients.push(client)
      await client.query(`${BEGIN}; set transaction snapshot '${snapshot}'; ${SETTINGS}`)
    }
    const copies: TableCopy[] = []
    const left = [...tables]
    await Promise.all(
      clients.map(async client => {
        for (let table = left.shift(); table; table = left.shift()) copies.push(await copyTable(client, table, folder))
      }),
    )
    await also?.(first)
    const migrations = await appliedMigrations(first)
    // Numbers are taken outside of transactions: read last, they lie behind every one that was copied.
    const { rows: sequences } = await first.query<{ name: string; value: number }>(
      'select sequencename as name, last_value::float8 as value from pg_sequences where schemaname = current_schema and last_value is not null order by 1',
    )
    copies.sort((a, b) => (a.name < b.name ? -1 : 1))
    return { server, migrations: migrations ?? [], tables: copies, sequences }
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}

/** Undefined: the database was never one of ours. */
export async function appliedMigrations(client: pg.Client): Promise<string[] | undefined> {
  const { found } = await one<{ found: boolean }>(client, "select to_regclass('kysely_migration') is not null as found")
  if (!found) return undefined
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(row => row.name)
}

interface Table {
  name: string
  columns: string[]
}

/** Largest first, so that none is begun last that takes longest. Generated columns come by themselves. */
export async function tablesOf(client: pg.Client, leftOut: string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      group by c.oid, c.relname order by pg_total_relation_size(c.oid) desc, c.relname`,
    [leftOut],
  )
  return rows
}

/** The text of a table, and its length and hash. */
export async function readTable(
  client: pg.Client,
  { name, columns }: Table,
  ...further: (Transform | NodeJS.WritableStream)[]
): Promise<{ rows: number; sha256: string }> {
  const list = columns.map(identifier).join(', ')
  const source = client.query(copyTo(`copy ${identifier(name)} (${list}) to stdout`))
  const hash = createHash('sha256')
  const hashing = passing(chunk => hash.update(chunk))
  await pipeline([source, hashing, ...(further.length > 0 ? further : [nowhere()])])
  return { rows: source.rowCount, sha256: hash.digest('hex') }
}

async function copyTable(client: pg.Client, table: Table, folder: string): Promise<TableCopy> {
  let bytes = 0
  const counting = passing(chunk => {
    bytes += chunk.length
  })
  const file = createWriteStream(join(folder, fileOf(table.name)), { mode: 0o600, flush: true })
  const read = await readTable(client, table, createGzip({ level: 1 }), counting, file)
  return { ...table, ...read, bytes }
}

export const fileOf = (table: string): string => `${table}.copy.gz`

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

export const passing = (see: (chunk: Buffer) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      see(chunk)
      done(null, chunk)
    },
  })

export async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  return (await client.query<Row>(text)).rows[0]!
}

/** The rows of a question, as a text with a tab between values. */
export const copyQuery = (client: pg.Client, query: string): Readable =>
  client.query(copyTo(`copy (${query}) to stdout`))
