import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'

type Columns =
  | 'id'
  | 'kind'
  | 'snapshot'
  | 'started_at'
  | 'finished_at'
  | 'files'
  | 'bytes'
  | 'copied_bytes'
  | 'damaged'

export interface Backup extends RowOf<'backups', Columns | 'proved_at' | 'error'> {
  state: 'running' | 'done' | 'failed' | 'interrupted'
}

/** One that was killed cannot say so itself. */
const STATE = sql`case when state = 'running' and pinned_until < now() then 'interrupted' else state end`

export const lastBackups = (db: Db, limit: number) =>
  rows<Backup>(
    db,
    sql`select id, kind, snapshot, ${STATE} as state, started_at, finished_at, files, bytes, copied_bytes, damaged, proved_at, error
      from backups order by started_at desc limit ${limit}`,
  )

export interface BackupState {
  /** Seconds since the last one that succeeded ended. */
  age: number | null
  bytes: number | null
  /** Of the last one that ended. */
  state: string | null
  error: string | null
  damaged: number | null
}

export const backupStatus = (db: Db) =>
  firstRow<BackupState>(
    db,
    sql`select extract(epoch from now() - good.finished_at)::float8 as age, good.bytes, last.state, last.error, last.damaged
      from (select 1) as one
      left join lateral (select finished_at, bytes from backups where state = 'done' order by finished_at desc limit 1) good on true
      left join lateral (select state, error, damaged from backups where finished_at is not null
        order by finished_at desc limit 1) last on true`,
  )

/** When the last scheduled backup began, when one was last proved, and whether one runs or is queued. */
export const scheduleState = (db: Db, job: string) =>
  firstRow<{ began: Date | null; proved: Date | null; busy: boolean }>(
    db,
    sql`select (select max(started_at) from backups where kind = 'scheduled') as began,
      (select max(proved_at) from backups) as proved,
      exists (select 1 from backups where state = 'running' and pinned_until > now())
        or exists (select 1 from jobs where name = ${job} and state in ('PENDING', 'RETRY', 'STARTED')) as busy`,
  )
