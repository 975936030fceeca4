import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { isStillGiven, objectsNamed, visible } from '../../db/visibility.ts'
import type { Words } from '../../lib/language.ts'

export interface TaskRow extends RowOf<'task_results', 'name' | 'object_id' | 'hidden'> {
  /** Null when the job itself has been tidied away. */
  state: 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE' | null
  progress: number | null
  object_ids: string[] | null
  /** Files of others that it was about, where all of them can be seen now. */
  given_ids: string[]
  report: Record<string, unknown> | null
  failure: Words | null
  /** It was about files of others, and one of them cannot be seen any more. */
  is_taken_back: boolean
}

const stillGiven = (ownerId: string) =>
  isStillGiven('t', { userId: ownerId, tenantId: sql`(select u.tenant_id from users u where u.id = ${ownerId})` })

export const findTask = (db: Db, ownerId: string, taskId: string) =>
  firstRow<TaskRow>(
    db,
    sql`select coalesce(j.name, r.name) as name, j.state, j.progress,
        coalesce((j.payload ->> 'objectId')::uuid, r.object_id) as object_id,
        coalesce((j.payload ->> 'hidden')::boolean, r.hidden, false) as hidden, r.object_ids, r.failure,
        coalesce(not r.still_given, false) as is_taken_back,
        case when r.still_given then r.given_ids else '{}' end as given_ids, case when r.still_given then r.report end as report
      from (select * from jobs where owner_id = ${ownerId} and id = ${taskId}) j
      full join (select t.*, ${stillGiven(ownerId)} as still_given from task_results t
        where t.owner_id = ${ownerId} and t.task_id = ${taskId}) r on true`,
  )

export const findResult = (db: Db, ownerId: string, taskId: string) =>
  db
    .selectFrom('task_results')
    .select('object_ids')
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', taskId)
    .where('failure', 'is', null)
    .executeTakeFirst()

export interface TaskResult {
  taskId: string
  name: string
  objectId: string | null
  hidden: boolean
  objectIds: string[]
  /** Of others, where it was about what they have given. */
  givenIds?: string[]
  report?: Record<string, unknown>
  failure?: Words
}

export async function keepResult(db: Db, ownerId: string, result: TaskResult): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  await sql`insert into task_results (owner_id, task_id, name, object_id, hidden, object_ids, given_ids, report, failure)
    values (${ownerId}, ${result.taskId}, ${result.name}, ${result.objectId}, ${result.hidden},
      ${result.objectIds}::uuid[], ${result.givenIds ?? []}::uuid[], ${json(result.report)}::jsonb, ${json(result.failure)}::jsonb)
    on conflict (owner_id, task_id) do update set object_ids = excluded.object_ids, given_ids = excluded.given_ids, report = excluded.report,
      failure = excluded.failure`.execute(db)
}

/** Of these, what the caller may see. */
export const visibleIds = async (db: Db, actor: Actor, ids: string[]): Promise<string[]> => {
  const seen = await rows<{ id: string }>(
    db,
    sql`select o.id from ${objectsNamed(actor.ownerId, ids)} where ${visible(actor, 'active')}`,
  )
  const found = new Set(seen.map(row => row.id))
  return ids.filter(id => found.has(id))
}

export const ownerFacts = (db: Db, ownerId: string) =>
  firstRow<{ tenant_id: string; tariff: string; own_bucket: boolean }>(
    db,
    sql`select tenant_id, tariff,
        exists (select 1 from connections k where k.owner_id = u.id and k.kind = 's3' and k.enabled) as own_bucket
      from users u where id = ${ownerId}`,
  )

export async function removeOldResults(db: Db): Promise<void> {
  await sql`delete from task_results where created_at < now() - interval '30 days'`.execute(db)
}
