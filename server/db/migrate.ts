import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '../context.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Applies the numbered .sql files that are new, each process waiting for the one that got there first. */
export async function migrate(db: Db): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    migrations[name.replace('.sql', '')] = { up: async trx => void (await sql.raw(text).execute(trx)) }
  }
  const results = await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('dossier migrations'))`.execute(tx)
    const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return results
  })
  return (results ?? []).filter(result => result.status === 'Success').map(result => result.migrationName)
}
