import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { type Actor, createSignals, type Db } from '../../context.ts'
import { type DatabaseConnection, firstRow } from '../../db/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import { objectStored } from '../objects/index.ts'
import { countPending } from './queries.ts'

const FILES = 300
const actor = { ownerId: randomUUID(), tenantId: randomUUID(), unlocked: false } as Actor

let connection: DatabaseConnection

beforeAll(async () => {
  connection = await aDatabase()
})
afterAll(() => connection.close())

/** How many rows of the jobs this connection has fetched so far. */
async function fetched(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const counted = await firstRow<{ rows: number }>(
    db,
    sql`select coalesce(idx_tup_fetch, 0) + seq_tup_read as rows from pg_stat_user_tables where relname = 'jobs'`,
  )
  return counted!.rows
}

test('each waiting file is looked at once, also before the first statistics', () =>
  connection.db.connection().execute(async db => {
    for (let n = 0; n < FILES; n++) {
      const id = randomUUID()
      await sql`insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, is_hidden)
        values (${actor.ownerId}, ${id}, ${actor.tenantId}, 'a', 'a', 'text', 'text/plain', 1, 'h', ${n % 10 === 0})`.execute(
        db,
      )
      await enqueue({ db, signals: createSignals() }, objectStored, actor.ownerId, { objectId: id, version: 1 })
    }
    const before = await fetched(db)
    expect((await countPending(db, actor, objectStored))?.pending).toBe(FILES * 0.9)
    expect((await fetched(db)) - before).toBeLessThan(FILES * 4)
  }))
