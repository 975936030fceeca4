import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import { rows } from './connect.ts'

/**
 * A page out of an order that an index has. How many rows an owner has, a plan that serves all owners cannot know: it may sort all
 * files of the one who has the most. So these statements are planned with nothing but ranges of indexes to choose from.
 */
export async function rowsInIndexOrder<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction().execute(async tx => {
    await sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
    return rows(tx, query)
  })
}
