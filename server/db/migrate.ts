import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { firstRow, rows } from './connect.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** What stood in files that were changed after they had landed is put right before the first one that needs it. */
const MENDED = '0100_unfinished_jobs'
const MEND = new URL('./mend-before-0100.sql', import.meta.url)

/** The data is not what this program can work with: it is left alone, and the sentence says what to do. */
export class UnknownData extends Error {
  override name = 'UnknownData'
}

/** In the order in which they are applied. */
export async function knownMigrations(): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  return names.map(name => name.replace('.sql', ''))
}

const textOf = (name: string): Promise<string> => readFile(new URL(`${name}.sql`, FOLDER), 'utf8')

/**
 * Applies the numbered .sql files that are new, each process waiting for the one that got there first: all of them in one
 * transaction, or none. `before` is called when there is something to apply to data that is there already.
 */
export async function migrate(db: Db, before?: (pending: string[]) => Promise<void>): Promise<string[]> {
  const migrations: Record<string, Migration> = {}
  for (const name of await knownMigrations()) {
    const text = await textOf(name)
    migrations[name] = { up: async trx => void (await sql.raw(text).execute(trx)) }
  }
  const results = await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('dossier migrations'))`.execute(tx)
    const applied = await appliedIn(tx)
    const known = Object.keys(migrations)
    await refuseUnknown(applied)
    const pending = known.filter(name => !applied.includes(name))
    if (applied.length > 0 && pending.length > 0) await before?.(pending)
    if (applied.length > 0 && pending.includes(MENDED)) await sql.raw(await readFile(MEND, 'utf8')).execute(tx)
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => migrations },
      // Data that was made between two releases may lack a number below its last one.
      allowUnorderedMigrations: true,
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return results
  })
  return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
}

async function appliedIn(db: Db): Promise<string[]> {
  const found = await firstRow<{ ours: boolean; others: boolean }>(
    db,
    sql`select to_regclass('kysely_migration') is not null as ours,
      to_regclass('users') is not null or to_regclass('objects') is not null as others`,
  )
  if (found?.ours)
    return (await rows<{ name: string }>(db, sql`select name from kysely_migration order by name`)).map(row => row.name)
  if (found?.others)
    throw new UnknownData(
      'The database has tables of another program, or of an unknown version of Dossier. Nothing was touched: set DATABASE_URL to a database of its own.',
    )
  return []
}

/** Data of a later release than this one. */
export async function refuseUnknown(applied: string[]): Promise<void> {
  const known = await knownMigrations()
  const unknown = applied.filter(name => !known.includes(name))
  if (unknown.length === 0) return
  throw new UnknownData(
    `The data was written by a newer Dossier (${unknown.at(-1)}), and this one knows it only up to ${known.at(-1)}. Nothing was touched: ` +
      'start that version or a later one, or restore a backup that this version made.',
  )
}

/** The schema as it was when exactly these had been applied; their list itself comes with the rows. */
export async function applyMigrations(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) await client.query(await textOf(name))
  await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`)
}
