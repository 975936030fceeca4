import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { RowOf } from '../../../db/connect.ts'

export type Counts = RowOf<'calendar_imports', 'created' | 'updated' | 'unchanged'>

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
  db
    .selectFrom('calendar_imports')
    .select('text')
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', taskId)
    .executeTakeFirst()

/** How far it is, and nobody else goes on with it while this transaction runs. */
export const lockImport = (db: Db, ownerId: string, taskId: string) =>
  db
    .selectFrom('calendar_imports')
    .select(['done', 'created', 'updated', 'unchanged'])
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()

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
  await db.deleteFrom('calendar_imports').where('owner_id', '=', ownerId).where('task_id', '=', taskId).execute()
}
