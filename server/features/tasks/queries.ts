import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { isHiddenNow, type MadeOf, objectsWithPlace, visible, visibleMade } from '../../db/visibility.ts'

export interface Task extends RowOf<'tasks', 'id' | 'number' | 'title' | 'status' | 'assignee' | 'due_at' | 'done_at'> {
  /** Null also when the caller may not see the file. */
  source_object_id: string | null
  /** Where in it: characters of its text, and the second of a recording. */
  source_char_start: number | null
  source_char_end: number | null
  source_start_s: number | null
  made_from: MadeOf['from']
  /** Of others, from whose things it was made. */
  given_ids: string[]
}

/** A file that is hidden, in the trash or gone is not named. */
const COLUMNS = sql`t.id, t.number, t.title, t.status, t.assignee, t.due_at, t.done_at,
  s.object_id as source_object_id, s.char_start as source_char_start, s.char_end as source_char_end,
  s.start_s as source_start_s, t.made_from, t.given_ids`

/**
 * The file that it comes from and the passage that proves it, where one was noted. One that somebody else has given is among
 * `given_ids`: where it is not given any more, the task itself is not among the rows.
 */
const withSource = (actor: Actor) => sql`tasks t left join lateral (
    select o.id as object_id, p.char_start, p.char_end, p.start_s from ${objectsWithPlace}
    left join agent_task_sources p on p.owner_id = t.owner_id and p.object_id = t.source_object_id and p.task_id = t.id
    where o.id = t.source_object_id and ${visible(actor, 'active')}
    union all select g.object_id, g.char_start, g.char_end, g.start_s from given_task_sources g
    where g.owner_id = t.owner_id and g.task_id = t.id and ${actor.bound === undefined}::boolean limit 1) s on true`

const own = (actor: Actor, among?: 'tasks') =>
  sql`t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId} and ${visibleMade('t', actor, among)}`

export const findTask = (db: Db, actor: Actor, id: string) =>
  firstRow<Task>(db, sql`select ${COLUMNS} from ${withSource(actor)} where ${own(actor)} and t.id = ${id}`)

/** What is due first comes first, then what has no date; of done ones the newest. */
export const listTasks = (db: Db, actor: Actor, status: 'open' | 'done' | 'all', limit: number) =>
  rows<Task>(
    db,
    sql`select ${COLUMNS} from ${withSource(actor)} where ${own(actor, 'tasks')} and (${status} = 'all' or t.status = ${status})
      order by t.status = 'done', case when t.status = 'done' then t.done_at end desc, t.due_at nulls last, t.number
      limit ${limit}`,
  )

export async function countTasks(db: Db, actor: Actor): Promise<{ open: number; overdue: number }> {
  const counted = await firstRow<{ open: number; overdue: number }>(
    db,
    sql`select count(*) as open, count(*) filter (where t.due_at < now()) as overdue from tasks t
      where ${own(actor, 'tasks')} and t.status = 'open'`,
  )
  return counted!
}

export async function insertTask(
  db: Db,
  actor: Actor,
  task: {
    id: string
    number: number
    title: string
    assignee: string
    dueAt: Date | null
    sourceObjectId: string | null
    madeOf: MadeOf
  },
): Promise<void> {
  await sql`insert into tasks (owner_id, id, tenant_id, number, title, assignee, due_at, source_object_id, is_hidden, object_ids,
      given_ids, made_from)
    values (${actor.ownerId}, ${task.id}, ${actor.tenantId}, ${task.number}, ${task.title}, ${task.assignee}, ${task.dueAt},
      ${task.sourceObjectId}, ${task.madeOf.hidden}, ${task.madeOf.objectIds}::uuid[], ${task.madeOf.givenIds ?? []}::uuid[],
      ${task.madeOf.from})`.execute(db)
}

export interface TaskPassage {
  mark: string
  start: number
  end: number
  seconds: number | null
}

/** The file is somebody else's. */
export async function insertGivenSource(
  db: Db,
  actor: Actor,
  source: { taskId: string; objectId: string; passage?: TaskPassage },
): Promise<void> {
  const { mark, start, end, seconds } = source.passage ?? {}
  await db
    .insertInto('given_task_sources')
    .values({
      owner_id: actor.ownerId,
      task_id: source.taskId,
      object_id: source.objectId,
      mark: mark ?? null,
      char_start: start ?? null,
      char_end: end ?? null,
      start_s: seconds ?? null,
    })
    .execute()
}

export const isHiddenMade = async (db: Db, actor: Actor, made: MadeOf): Promise<boolean> =>
  (await firstRow(db, isHiddenNow(made, actor.ownerId)))!.hidden

/** Taken back by whoever made it. */
export const removeTask = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await firstRow(db, sql`delete from tasks t where ${own(actor)} and t.id = ${id} returning t.id`)) !== undefined

export interface TaskChange {
  status?: 'open' | 'done'
  title?: string
  dueAt?: Date | null
  assignee?: string
}

/** Done notes when, once; reopening forgets it. False when there is no such task. */
export async function updateTask(db: Db, actor: Actor, id: string, change: TaskChange): Promise<boolean> {
  const sets: RawBuilder<unknown>[] = []
  if (change.status !== undefined)
    sets.push(
      sql`status = ${change.status}, done_at = case when ${change.status} = 'open' then null else coalesce(t.done_at, now()) end`,
    )
  if (change.title !== undefined) sets.push(sql`title = ${change.title}`)
  if (change.assignee !== undefined) sets.push(sql`assignee = ${change.assignee}`)
  if (change.dueAt !== undefined) sets.push(sql`due_at = ${change.dueAt}`)
  if (sets.length === 0) sets.push(sql`title = t.title`)
  const changed = await firstRow(
    db,
    sql`update tasks t set ${sql.join(sets)} where ${own(actor)} and t.id = ${id} returning t.id`,
  )
  return changed !== undefined
}
