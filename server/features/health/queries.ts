import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'

export async function databaseRemark(db: Db): Promise<string> {
  const found = await firstRow<{ version: string }>(db, sql`select current_setting('server_version') as version`)
  return `PostgreSQL ${found!.version}`
}

/** Seconds that the oldest job in line has been waiting. */
export async function oldestWait(db: Db): Promise<number> {
  const found = await firstRow<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from now() - min(created_at))::float as seconds from jobs
      where state in ('PENDING', 'RETRY') and due_at is null`,
  )
  return found?.seconds ?? 0
}

/** Files that could not be read within the last hour, of everybody. */
export async function failedLately(db: Db): Promise<number> {
  const found = await firstRow<{ failed: number }>(
    db,
    sql`select count(*) as failed from events where type = 'object.failed' and created_at > now() - interval '1 hour'`,
  )
  return found?.failed ?? 0
}
