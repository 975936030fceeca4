import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../db/connect.ts'
import { copyIn } from '../db/copy-in.ts'
import { openClient, readTable } from '../db/copy-out.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { applyMigrations, migrate } from '../db/migrate.ts'
import { BackupProblem, readManifest, type Snapshot, TABLES } from './folder.ts'
import type { Vault } from './vault.ts'

/** Restores the snapshot into a database of its own, compares it table by table, and throws it away. */
export async function prove(vault: Vault, name: string, dataDir: string, say: (line: string) => void): Promise<void> {
  const snapshot = await vault.open(name)
  const damage = await vault.examine(snapshot, say)
  if (damage > 0) throw new BackupProblem(`${damage} parts of the backup are damaged; they are named above.`)
  const place = join(dataDir, 'proof')
  await rm(place, { recursive: true, force: true })
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: () => {} })
  try {
    const differences = await fillAndCompare(snapshot, postgres.url, say)
    if (differences > 0) throw new BackupProblem(`${differences} tables came back different; they are named above.`)
    const { db, close } = connect(postgres.url, { max: 2, onError: () => {} })
    await migrate(db).finally(close)
  } finally {
    await postgres.stop()
    await rm(place, { recursive: true, force: true })
  }
}

/** Into an empty database; answers how many tables came out different. */
export async function fillAndCompare(snapshot: Snapshot, url: string, say: (line: string) => void): Promise<number> {
  const manifest = await readManifest(snapshot)
  const client = await openClient(url)
  let differences = 0
  try {
    await client.query('begin')
    await applyMigrations(client, manifest.migrations)
    await copyIn(client, manifest, join(snapshot.folder, TABLES))
    await client.query('begin; set local synchronize_seqscans = off; set local timezone = utc')
    for (const table of manifest.tables) {
      const found = await readTable(client, table)
      if (found.sha256 === table.sha256 && found.rows === table.rows) continue
      differences++
      say(`different: ${table.name}: ${found.rows} rows came back of ${table.rows}`)
    }
    return differences
  } finally {
    await client.end()
  }
}
