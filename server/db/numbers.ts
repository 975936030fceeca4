import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { firstRow } from './connect.ts'

type Kind = 'event' | 'task' | 'calendar'

/** Hidden things are numbered from here on, so that no gap among the others tells of them. */
const HIDDEN_FROM = 1_000_000

/**
 * The next number of a kind that counts per owner from 1, without gaps or twins: whoever asks at the same time waits until
 * this transaction ends, and one that is rolled back gives its number back. What is hidden has a series of its own.
 */
export async function nextNumber(
  db: Db,
  ownerId: string,
  kind: Kind,
  { by = 1, hidden = false }: { by?: number; hidden?: boolean } = {},
): Promise<number> {
  const series = hidden ? `hidden_${kind}` : kind
  const next = await firstRow<{ last: number }>(
    db,
    sql`insert into owner_numbers (owner_id, kind, last) values (${ownerId}, ${series}, ${by})
      on conflict (owner_id, kind) do update set last = owner_numbers.last + ${by} returning last`,
  )
  return next!.last + (hidden ? HIDDEN_FROM : 0)
}

/** What came from elsewhere has its numbers: the next one lies behind them. */
export async function raiseNumber(db: Db, ownerId: string, series: string, last: number): Promise<void> {
  await sql`insert into owner_numbers (owner_id, kind, last) values (${ownerId}, ${series}, ${last})
    on conflict (owner_id, kind) do update set last = greatest(owner_numbers.last, excluded.last)`.execute(db)
}
