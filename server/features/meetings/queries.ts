import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'

export interface TaskSource {
  mark: string
  taskId: string
  start: number
  end: number
  seconds: number | null
}

/** Two runs that read the same file wait for each other. */
export async function lockSource(db: Db, actor: Actor, objectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor.ownerId} ${objectId}`}, 70))`.execute(db)
}

/** Of one's own file or of a given one. */
export const knownMarks = async (db: Db, actor: Actor, objectId: string): Promise<Set<string>> =>
  new Set(
    (
      await rows<RowOf<'agent_task_sources', 'mark'>>(
        db,
        sql`select mark from agent_task_sources where owner_id = ${actor.ownerId} and object_id = ${objectId}
          union all select mark from given_task_sources
            where owner_id = ${actor.ownerId} and object_id = ${objectId} and mark is not null`,
      )
    ).map(({ mark }) => mark),
  )

export async function insertSource(db: Db, actor: Actor, objectId: string, source: TaskSource): Promise<void> {
  await db
    .insertInto('agent_task_sources')
    .values({
      owner_id: actor.ownerId,
      object_id: objectId,
      mark: source.mark,
      task_id: source.taskId,
      char_start: source.start,
      char_end: source.end,
      start_s: source.seconds,
    })
    .execute()
}

/** The number of the chunk of the text in which a place lies. */
export const chunkAt = async (db: Db, actor: Actor, objectId: string, place: number): Promise<number> =>
  (
    await firstRow<RowOf<'search_chunks', 'ord'>>(
      db,
      sql`select ord from search_chunks where owner_id = ${actor.ownerId} and object_id = ${objectId} and ord >= 0
        and char_start <= ${place} order by char_start desc limit 1`,
    )
  )?.ord ?? 0
