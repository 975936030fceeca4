import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { postgresRateCounter } from './postgres.ts'
import { rateCounterContract } from './rate-counter.contract.ts'

const url = process.env.TEST_DATABASE_URL
const schema = `rate_${randomUUID().replaceAll('-', '')}`

describe.skipIf(!url)(`with PostgreSQL${url ? '' : ' (skipped: TEST_DATABASE_URL is not set)'}`, () => {
  const pool = new pg.Pool({ connectionString: url, max: 5, options: `-c search_path=${schema}` })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

  beforeAll(async () => {
    await sql`create schema ${sql.id(schema)}`.execute(db)
    await sql`create unlogged table rate_windows (
      key text not null, window_start bigint not null, hits int not null, primary key (key, window_start))`.execute(db)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  afterAll(async () => {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
    await db.destroy()
  })

  rateCounterContract('postgres', async () => [postgresRateCounter(db), postgresRateCounter(db)])

  test('old windows are removed now and then, and only old ones of the same length', async () => {
    await sql`truncate rate_windows`.execute(db)
    const counter = postgresRateCounter(db)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2030-01-01T10:00:10Z')
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    await counter.hit('anna', 60)
    await counter.hit('anna', 600)
    vi.setSystemTime('2030-01-01T10:02:10Z')
    await counter.hit('anna', 60)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    await counter.hit('boris', 60)
    await counter.close()
    const { rows } = await sql<{ key: string }>`select key from rate_windows order by key`.execute(db)
    expect(rows.map(row => row.key)).toEqual(['600:anna', '60:anna', '60:boris'].sort())
  })
})
