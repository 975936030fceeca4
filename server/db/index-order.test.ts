import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../test/support/database.ts'
import { connect } from './connect.ts'
import { rowsInIndexOrder } from './index-order.ts'
import { hiddenPlaces } from './visibility.ts'

test('what is hidden is found by what hides it, also in a statement that is planned for the order of an index', async () => {
  const database = await aDatabase()
  const { db, close } = connect(database.url, { max: 1, onError: () => {} })
  const ownerId = randomUUID()
  const theme = randomUUID()
  await sql`insert into themes (owner_id, id, tenant_id, name, is_hidden) values (${ownerId}, ${theme}, ${ownerId}, 'a', true)`.execute(
    db,
  )
  await sql`insert into collections (owner_id, id, tenant_id, name, theme_ids)
    select ${ownerId}::uuid, gen_random_uuid(), ${ownerId}::uuid, 'Folder ' || n,
      case when n % 1000 = 0 then array[${theme}::uuid] else '{}' end from generate_series(1, 3000) n`.execute(db)
  await sql`vacuum (analyze) collections`.execute(db)
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ n: number }>`select idx_tup_fetch + seq_tup_read as n from pg_stat_user_tables
      where relname = 'collections'`.execute(db)
    return rows[0]!.n
  }
  const before = await read()
  expect(await rowsInIndexOrder(db, hiddenPlaces(ownerId))).toHaveLength(3)
  expect((await read()) - before).toBeLessThan(100)
  await close()
  await database.close()
})
