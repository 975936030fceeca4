import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../test/support/database.ts'
import type { Actor } from '../../../context.ts'
import { connect, type DatabaseConnection } from '../../../db/connect.ts'
import { namesOf } from '../queries.ts'
import { inLanguage, namedFiles, objectsOf } from './queries.ts'

/** One owner with many files among many who have few: a plan for all of them takes everybody for the average. */

const FILES = 3_000
const tenantId = randomUUID()
const ownerId = randomUUID()
const actor = { ownerId, tenantId, unlocked: false, language: 'en' } as Actor
let database: Awaited<ReturnType<typeof aDatabase>>
let general: DatabaseConnection
let ids: string[]

beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  const insert = (owner: ReturnType<typeof sql>, files: number) =>
    sql`insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status)
      select ${owner}, gen_random_uuid(), ${tenantId}, 'File ' || n, 'x', 'text', 'text/plain', 1, 'h', 'ready'
      from generate_series(1, ${files}::integer) n`.execute(db)
  await insert(sql`${ownerId}::uuid`, FILES)
  await insert(sql`md5((n / 20)::text)::uuid`, 2 * FILES)
  await sql`vacuum (analyze) objects`.execute(db)
  const found = await sql<{ id: string }>`select id from objects where owner_id = ${ownerId} limit 20`.execute(db)
  ids = found.rows.map(({ id }) => id)
  general = connect(
    `${database.url}${database.url.includes('?') ? '&' : '?'}options=-c%20plan_cache_mode%3Dforce_generic_plan`,
    {
      max: 1,
      onError: () => {},
    },
  )
})
afterAll(async () => {
  await general.close()
  await database.close()
})

const ASKED: Record<string, () => Promise<object[]>> = {
  objectsOf: () => objectsOf(general.db, actor, 'active', ids),
  namedFiles: () => namedFiles(general.db, actor, 'active', ids),
  inLanguage: () => inLanguage(general.db, ownerId, ids, 'en'),
  namesOf: () => namesOf(general.db, ownerId, ids),
}

test.each(Object.keys(ASKED))('%s finds each of the files by its key', async name => {
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(general.db)
    const { rows } = await sql<{ name: string; n: number }>`select indexrelname as name, idx_scan as n
      from pg_stat_user_indexes where relname = 'objects' and idx_scan > 0`.execute(database.db)
    return Object.fromEntries(rows.map(row => [row.name, row.n]))
  }
  const before = await scans()
  const found = await ASKED[name]!()
  if (name !== 'inLanguage') expect(found).toHaveLength(ids.length)
  const { objects_pkey = 0, ...others } = await scans()
  expect(objects_pkey - (before.objects_pkey ?? 0)).toBe(ids.length)
  expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([index]) => index !== 'objects_pkey')))
})
