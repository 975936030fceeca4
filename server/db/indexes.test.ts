import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../test/support/database.ts'
import { type DatabaseConnection, rows } from './connect.ts'

let connection: DatabaseConnection
beforeAll(async () => {
  connection = await aDatabase()
})
afterAll(() => connection.close())

test('behind every foreign key is an index of all rows, so that removing what it points at never reads a whole table', async () => {
  const bare = await rows<{ name: string }>(
    connection.db,
    sql`select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
      where c.contype = 'f' and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid
          and coalesce(pg_get_expr(i.indpred, i.indrelid), '(x IS NOT NULL)') ~ '^\\(\\w+ IS NOT NULL\\)$'
          and (select array_agg(x order by x) from unnest(c.conkey) x)
            = (select array_agg(x order by x) from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) x))`,
  )
  expect(bare.map(({ name }) => name)).toEqual([])
})
