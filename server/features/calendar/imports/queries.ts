import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
}

/** Of one owner at most these wait, each with its whole text. */
export const MOST_WAITING = 20

/** Whether there was room for it. */
export async function insertImport(db: Db, ownerId: string, taskId: string, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into calendar_imports (owner_id, task_id, text)
    select ${ownerId}, ${taskId}, ${text}
    where (select count(*) from calendar_imports where owner_id = ${ownerId}) < ${sql.lit(MOST_WAITING)}`.execute(db)
  return numAffectedRows === 1n
}

export const importText = (db: Db, ownerId: string, taskId: string) =>
  firstRow<RowOf<'calendar_imports', 'text'>>(
    db,
    sql`select text from calendar_imports where owner_id = ${ownerId} and task_id = ${taskId}`,
  )

/** How far it is, and nobody else goes on with it while this transaction runs. */
export const lockImport = (db: Db, ownerId: string, taskId: string) =>
  firstRow<Counts & { done: number }>(
    db,
    sql`select done, created, updated, unchanged from calendar_imports
      where owner_id = ${ownerId} and task_id = ${taskId} for update`,
  )

export async function advanceImport(
  db: Db,
  ownerId: string,
  taskId: string,
  { done, created, updated, unchanged }: Counts & { done: number },
): Promise<void> {
  await sql`update calendar_imports set done = done + ${done}, created = created + ${created}, updated = updated + ${updated},
      unchanged = unchanged + ${unchanged} where owner_id = ${ownerId} and task_id = ${taskId}`.execute(db)
}

export async function removeImport(db: Db, ownerId: string, taskId: string): Promise<void> {
  await sql`delete from calendar_imports where owner_id = ${ownerId} and task_id = ${taskId}`.execute(db)
}
