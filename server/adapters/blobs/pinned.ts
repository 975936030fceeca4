import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, rows } from '../../db/connect.ts'
import { type BlobStore, OWN } from '../../ports/blobs.ts'

/**
 * A store from which nothing goes while a backup runs that may need it. Whoever removes bytes has removed their row before: a
 * backup that begins after the question does not know them.
 */
export const pinnedBlobStore = (store: BlobStore, db: Db): BlobStore => ({
  ...store,
  async remove(key) {
    // A user's own bucket is no part of a backup.
    if (key.startsWith(OWN) || !(await isPutOff(db, key))) await store.remove(key)
  },
})

/** One that was killed stops counting when its lease ends. */
const isPutOff = async (db: Db, key: string): Promise<boolean> =>
  Boolean(
    await firstRow<{ key: string }>(
      db,
      sql`insert into blob_removals (key)
        select ${key} where exists (select 1 from backups where state = 'running' and pinned_until > now())
        on conflict (key) do update set key = excluded.key returning key`,
    ),
  )

const BATCH = 500

/** Removes what was put off, unless a backup runs that was there before. Answers how many. */
export async function removePinned(store: BlobStore, db: Db): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await rows<{ key: string }>(
      db,
      sql`select key from blob_removals r where not exists (select 1 from backups b
          where b.state = 'running' and b.pinned_until > now() and b.started_at <= r.asked_at)
        order by asked_at limit ${BATCH}`,
    )
    if (due.length === 0) return removed
    for (const { key } of due) await store.remove(key)
    await sql`delete from blob_removals where key = any(${due.map(row => row.key)})`.execute(db)
    removed += due.length
  }
}
