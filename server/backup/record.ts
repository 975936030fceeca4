import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { firstRow } from '../db/connect.ts'

/** The row of a backup, by which others know that it runs. */

export type BackupKind = 'command' | 'scheduled' | 'asked'

export interface BackupOutcome {
  snapshot: string
  files: number
  bytes: number
  copiedBytes: number
  damaged: number
}

const LEASE = sql`now() + interval '60 seconds'`
const RENEW_EVERY_MS = 15_000

/** Data of an earlier release has no such table, and its service removes bytes as it always did. */
const isKept = async (db: Db): Promise<boolean> =>
  Boolean((await firstRow<{ found: boolean }>(db, sql`select to_regclass('backups') is not null as found`))?.found)

export const renew = (db: Db, id: string) =>
  sql`update backups set pinned_until = ${LEASE} where id = ${id} and state = 'running'`.execute(db)

export interface Record {
  done(outcome: BackupOutcome): Promise<void>
  failed(error: string): Promise<void>
  proved(): Promise<void>
}

const unrecorded: Record = { done: async () => {}, failed: async () => {}, proved: async () => {} }

/** From here on no bytes go that are in use now. Whoever removes some looks for this row after their rows are gone. */
export async function beginRecord(db: Db, id: string, kind: BackupKind, folder: string): Promise<Record> {
  if (!(await isKept(db))) return unrecorded
  await sql`insert into backups (id, kind, folder, pinned_until) values (${id}, ${kind}, ${folder}, ${LEASE})`.execute(
    db,
  )
  const renewing = setInterval(() => {
    renew(db, id).catch(() => {})
  }, RENEW_EVERY_MS)
  return {
    async done({ snapshot, files, bytes, copiedBytes, damaged }) {
      clearInterval(renewing)
      await sql`update backups set state = 'done', finished_at = now(), pinned_until = now(), snapshot = ${snapshot},
        files = ${files}, bytes = ${bytes}, copied_bytes = ${copiedBytes}, damaged = ${damaged} where id = ${id}`.execute(
        db,
      )
    },
    async failed(error) {
      clearInterval(renewing)
      await sql`update backups set state = 'failed', finished_at = now(), pinned_until = now(), error = ${error}
        where id = ${id}`.execute(db)
    },
    async proved() {
      await sql`update backups set proved_at = now() where id = ${id}`.execute(db)
    },
  }
}
