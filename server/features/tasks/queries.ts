import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, rows } from '../../db/connect.ts'
import { objectsWithPlace, visible } from '../../db/visibility.ts'

export interface Task {
  id: string
  number: number
  title: string
  status: 'open' | 'done'
  assignee: string
  due_at: Date | null
  done_at: Date | null
  /** Null also when the caller may not see the file. */
  source_object_id: string | null
}

/** A file that is hidden, in the trash or gone is not named. */
const columns = (actor: Actor) => sql`t.id, t.number, t.title, t.status, t.assignee, t.due_at, t.done_at,
  (select o.id from ${objectsWithPlace} where o.id = t.source_object_id and ${visible(actor, 'active')}) as source_object_id`

const own = (actor: Actor) => sql`t.owner_id = ${actor.ownerId} and t.tenant_id = ${actor.tenantId}`

export const findTask = (db: Db, actor: Actor, id: string) =>
  firstRow<Task>(db, sql`select ${columns(actor)} from tasks t where ${own(actor)} and t.id = ${id}`)

/** What is due first comes first, then what has no date; of done ones the newest. */
export const listTasks = (db: Db, actor: Actor, status: 'open' | 'done' | 'all', limit: number) =>
  rows<Task>(
    db,
    sql`select ${columns(actor)} from tasks t where ${own(actor)} and (${status} = 'all' or t.status = ${status})
      order by t.status = 'done', case when t.status = 'done' then t.done_at end desc, t.due_at nulls last, t.number
      limit ${limit}`,
  )

export async function countTasks(db: Db, actor: Actor): Promise<{ open: number; overdue: number }> {
  const counted = await firstRow<{ open: number; overdue: number }>(
    db,
    sql`select count(*) as open, count(*) filter (where t.due_at < now()) as overdue from tasks t
      where ${own(actor)} and t.status = 'open'`,
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
  },
): Promise<void> {
  await sql`insert into tasks (owner_id, id, tenant_id, number, title, assignee, due_at, source_object_id)
    values (${actor.ownerId}, ${task.id}, ${actor.tenantId}, ${task.number}, ${task.title}, ${task.assignee}, ${task.dueAt},
      ${task.sourceObjectId})`.execute(db)
}

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
