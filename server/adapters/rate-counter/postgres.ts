import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { windowStart } from './window.ts'

const CLEAN_EVERY = 1000
const CLEAN_ROWS = 10_000

/** For several processes without Redis: an unlogged table, one statement a hit. */
export function postgresRateCounter(db: Db): RateCounter {
  let cleaning: Promise<unknown> = Promise.resolve()
  return {
    async hit(key, windowSeconds) {
      const start = windowStart(windowSeconds)
      const { rows } = await sql<{ hits: number }>`
        insert into rate_windows as counted (key, window_start, hits)
        values (${`${windowSeconds}:${key}`}, ${start}, 1)
        on conflict (key, window_start) do update set hits = counted.hits + 1
        returning hits`.execute(db)
      // About as often as it is needed, without a clock or a lock: every process takes its share.
      if (Math.random() * CLEAN_EVERY < 1) cleaning = removeOld(db, windowSeconds, start).catch(() => {})
      return rows[0]!.hits
    },
    async close() {
      await cleaning
    },
  }
}

/** Rows that another process is counting or cleaning at the moment are left for the next time. */
async function removeOld(db: Db, windowSeconds: number, start: number): Promise<void> {
  await sql`
    delete from rate_windows where (key, window_start) in (
      select key, window_start from rate_windows
      where starts_with(key, ${`${windowSeconds}:`}) and window_start < ${start}
      limit ${CLEAN_ROWS} for update skip locked)`.execute(db)
}
