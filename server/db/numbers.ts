import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { firstRow } from './connect.ts'

/**
 * The next number of a kind that counts per owner from 1, without gaps or twins: whoever asks at the same time waits until
 * this transaction ends, and one that is rolled back gives its number back.
 */
export async function nextNumber(
  db: Db,
  ownerId: string,
  kind: 'event' | 'task' | 'calendar',
  by = 1,
): Promise<number> {
  const next = await firstRow<{ last: number }>(
    db,
    sql`insert into owner_numbers (owner_id, kind, last) values (${ownerId}, ${kind}, ${by})
      on conflict (owner_id, kind) do update set last = owner_numbers.last + ${by} returning last`,
  )
  return next!.last
}
