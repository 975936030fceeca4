import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Needs } from '../context.ts'
import { AT_LEISURE, firstRow, type RowOf, rows } from '../db/connect.ts'
import type { QueueName } from '../lib/queues.ts'
import type { Job } from './declare.ts'

/** Work of the service itself belongs to nobody. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

export interface QueuedJob {
  id: string
  owner_id: string
  name: string
  payload: unknown
  state: 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE'
  attempt: number
  max_attempts: number
  /** How many processes have died while it was running, and in how many of them it was the only one. */
  crashes: number
  deaths: number
  progress: number
  error: string | null
  result: unknown
}

const WAITING = sql`state in ('PENDING', 'RETRY') and due_at is null`

/**
 * The turn after the owner's last waiting job, but never before the turn that is served now. So ten thousand jobs of
 * one owner queue one after another, while the single job of another owner shares a turn with the first of them.
 */
const nextTurn = (queue: QueueName, ownerId: string | RawBuilder<unknown>): RawBuilder<number> => sql<number>`greatest(
  coalesce((select max(turn) + 1 from jobs where lane = ${queue} and owner_id = ${ownerId}::uuid and ${WAITING}), 0),
  coalesce((select min(turn) from jobs where lane = ${queue} and ${WAITING}), 0))`

interface JobOptions {
  /** Known before, where the payload itself must tell it. */
  id?: string
  delaySeconds?: number
}

const dueAt = (delaySeconds: number | undefined): RawBuilder<unknown> =>
  delaySeconds ? sql`now() + ${delaySeconds} * interval '1 second'` : sql`null::timestamptz`

/** The insert of a job, to stand beside a write in one statement; whoever runs it raises the signal of its queue afterwards. */
export function jobInsert<Payload>(
  job: Job<Payload>,
  ownerId: string,
  payload: Payload,
  { id = uuidv7(), delaySeconds }: JobOptions = {},
): RawBuilder<unknown> {
  return sql`insert into jobs (owner_id, id, name, lane, payload, max_attempts, due_at, turn)
    values (${ownerId}, ${id}, ${job.name}, ${job.queue}, ${JSON.stringify(job.payload.parse(payload))}::jsonb,
      ${job.attempts}, ${dueAt(delaySeconds)}, ${nextTurn(job.queue, ownerId)})`
}

/** The insert of a job for each row of `source`, with a payload made from it, and perhaps the owner. */
export const jobInsertEach = (
  job: Job<unknown>,
  ownerId: string | RawBuilder<unknown>,
  payload: RawBuilder<unknown>,
  { source, delaySeconds }: { source: RawBuilder<unknown>; delaySeconds?: number },
): RawBuilder<unknown> =>
  sql`insert into jobs (owner_id, id, name, lane, payload, max_attempts, due_at, turn)
    select ${ownerId}, gen_random_uuid(), ${job.name}, ${job.queue}, ${payload}, ${job.attempts},
      ${dueAt(delaySeconds)}, ${nextTurn(job.queue, ownerId)} from ${source}`

/** Call it in the transaction of the write that makes the work necessary. */
export const enqueue = <Payload>(context: Enqueuing, job: Job<Payload>, ownerId: string, payload: Payload) =>
  enqueueWith(context, { job, ownerId, payload })

type Enqueuing = Needs<'db' | 'signals'>

/** The same under a given id, or after a while. */
export async function enqueueWith<Payload>(
  context: Enqueuing,
  { job, ownerId, payload, ...options }: JobOptions & { job: Job<Payload>; ownerId: string; payload: Payload },
): Promise<string> {
  const { id = uuidv7(), delaySeconds } = options
  await jobInsert(job, ownerId, payload, { id, delaySeconds }).execute(context.db)
  context.signals.raise(`jobs:${job.queue}`)
  return id
}

/**
 * A field, an id, of the payloads of an owner's jobs that are not done yet. An array, which can only be looked up by index: joined as
 * rows they were gone through anew for each object until the first statistics told that there are many.
 */
export const openPayloads = (job: Job<unknown>, ownerId: string, field: string): RawBuilder<unknown> =>
  sql`array(select (payload ->> ${field}::text)::uuid from jobs where owner_id = ${ownerId} and name = ${job.name}
    and lane = ${job.queue} and finished_at is null)`

/** The newest job of an owner that is not done yet and whose payload has this value. */
export async function openJobWith(
  db: Db,
  job: Job<unknown>,
  ownerId: string,
  { field, value }: { field: string; value: string },
): Promise<string | undefined> {
  const found = await firstRow<RowOf<'jobs', 'id'>>(
    db,
    sql`select id from jobs where owner_id = ${ownerId} and name = ${job.name}
      and finished_at is null and payload ->> ${field}::text = ${value}
      order by created_at desc limit 1`,
  )
  return found?.id
}

export const LEASE_SECONDS = 15

/**
 * Takes up to `limit` waiting jobs of a queue, the fairest first, under a lease. Queue and limit stand in the statement itself:
 * with them as parameters PostgreSQL plans it anew each time, which takes longer than the taking.
 */
export const take = (db: Db, queue: QueueName, worker: string, limit: number): Promise<QueuedJob[]> =>
  rows<QueuedJob>(db, sql<QueuedJob>`with ${taking(queue, worker, limit)}`)

const taking = (queue: QueueName, worker: string, limit: number): RawBuilder<unknown> => sql`next as materialized (
    select owner_id, id from jobs where lane = ${sql.lit(queue)} and ${WAITING} and crashes = 0
    order by turn, id limit ${sql.lit(limit)} for update skip locked)
  ${starting(worker)}`

/** Whether a job waits that was running when a process died. */
export const nextSuspect = (db: Db, queues: QueueName[]) =>
  firstRow<RowOf<'jobs', 'crashes'>>(
    db,
    sql`select crashes from jobs where crashes > 0 and ${WAITING} and lane = any(${queues})
      order by crashes, turn, id limit 1`,
  )

/** The one suspect that is to be tried next. */
export const takeSuspect = async (
  db: Db,
  queues: QueueName[],
  worker: string,
): Promise<(QueuedJob & { queue: QueueName }) | undefined> =>
  firstRow<QueuedJob & { queue: QueueName }>(
    db,
    sql`with next as materialized (
        select owner_id, id from jobs where crashes > 0 and ${WAITING} and lane = any(${queues})
        order by crashes, turn, id limit 1 for update skip locked)
      ${starting(worker)}`,
  )

const starting = (
  worker: string,
): RawBuilder<unknown> => sql`update jobs set state = 'STARTED', attempt = attempt + 1, worker = ${worker}, error = null,
    started_at = now(), lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
  from next where jobs.owner_id = next.owner_id and jobs.id = next.id
  returning jobs.id, jobs.owner_id, jobs.name, jobs.lane as queue, jobs.payload, jobs.state, jobs.attempt, jobs.max_attempts,
    jobs.crashes, jobs.deaths, ${AT_LEISURE}`

/** Only the worker that holds the lease may end the job. */
const ending = (task: QueuedJob, worker: string, result: unknown): RawBuilder<unknown> =>
  sql`update jobs set state = 'SUCCESS', progress = 1, finished_at = now(), lease_until = null,
      result = ${result === undefined ? null : JSON.stringify(result)}::jsonb
    where owner_id = ${task.owner_id} and id = ${task.id} and worker = ${worker} and attempt = ${task.attempt}
      and state = 'STARTED' returning id, ${AT_LEISURE}`

/** False says that the job was taken away. */
export const finish = async (db: Db, task: QueuedJob, worker: string, result: unknown): Promise<boolean> =>
  (await firstRow(db, ending(task, worker, result))) !== undefined

/** The same, and the next job of the queue in its place, where there is one. */
export const finishForNext = (
  db: Db,
  task: QueuedJob,
  worker: string,
  { result, queue }: { result: unknown; queue: QueueName },
): Promise<QueuedJob[]> =>
  rows<QueuedJob>(db, sql<QueuedJob>`with done as (${ending(task, worker, result)}), ${taking(queue, worker, 1)}`)

/** Back in line after a pause that doubles, with a little chance in it so that failures do not march in step. */
export async function retryLater(db: Db, task: QueuedJob, worker: string, reason: string): Promise<void> {
  const pause = Math.min(2 ** task.attempt, 3600) * (0.75 + Math.random() / 2)
  await sql`update jobs set state = 'RETRY', due_at = now() + ${pause} * interval '1 second', lease_until = null,
      error = ${reason} where owner_id = ${task.owner_id} and id = ${task.id} and worker = ${worker}
      and attempt = ${task.attempt} and state = 'STARTED'`.execute(db)
}

/**
 * Back in line untried, after a pause that grows with its age up to five minutes; false when it has waited for a day, or was
 * taken away.
 */
export async function waitOut(db: Db, task: QueuedJob, worker: string, reason: string): Promise<boolean> {
  const waits = await firstRow(
    db,
    sql`update jobs set state = 'RETRY', attempt = attempt - 1, lease_until = null, error = ${reason},
        due_at = now() + least(interval '5 minutes', greatest(interval '2 seconds', (now() - created_at) / 4))
      where owner_id = ${task.owner_id} and id = ${task.id} and worker = ${worker} and attempt = ${task.attempt}
        and state = 'STARTED' and created_at > now() - interval '1 day' returning id`,
  )
  return waits !== undefined
}

/** Of a process that died twice with nothing but this job in it. */
export const MOST_DEATHS = 2
/** Work of more attempts than this is long and made to be interrupted: it is taken up again, and never a suspect. */
const RESUMED = 10
/** Others that were running when it died are tried before it is tried again. */
const AFTER_DEATH_SECONDS = 45

/**
 * The child process that worked on it was ended, by nobody knows whom: untried, and from now on it is tried by itself. One
 * that was tried by itself already counts this as its own death.
 */
export async function suspect(db: Db, task: QueuedJob, worker: string, reason: string): Promise<void> {
  const died = task.crashes > 0 ? 1 : 0
  await sql`update jobs set state = 'RETRY', attempt = attempt - 1, lease_until = null, error = ${reason},
      crashes = crashes + 1, deaths = deaths + ${died}, due_at = now() + ${died ? AFTER_DEATH_SECONDS : 2} * interval '1 second'
    where owner_id = ${task.owner_id} and id = ${task.id} and worker = ${worker} and attempt = ${task.attempt}
      and state = 'STARTED'`.execute(db)
}

export async function bury(
  db: Db,
  task: QueuedJob,
  worker: string,
  { reason, passing }: { reason: string; passing: boolean },
): Promise<boolean> {
  const buried = await firstRow(
    db,
    sql`update jobs set state = 'FAILURE', finished_at = now(), lease_until = null, error = ${reason}, passing = ${passing}
      where owner_id = ${task.owner_id} and id = ${task.id} and worker = ${worker} and attempt = ${task.attempt}
        and state = 'STARTED' returning id`,
  )
  return buried !== undefined
}

/** A stopping worker hands its jobs back untried. */
export async function handBack(db: Db, worker: string): Promise<void> {
  await sql`update jobs set state = 'PENDING', attempt = attempt - 1, lease_until = null, worker = null
    where worker = ${worker} and state = 'STARTED'`.execute(db)
}

/**
 * Renews the worker's leases on these jobs and answers which of them it still holds. Only on those that it knows of: a job
 * that was taken and got lost on the way back would otherwise wait for ever.
 */
export async function renew(db: Db, worker: string, ids: string[]): Promise<Set<string>> {
  const held = await rows<RowOf<'jobs', 'id'>>(
    db,
    sql`update jobs set lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
      where worker = ${worker} and state = 'STARTED' and id = any(${ids}::uuid[]) returning id, ${AT_LEISURE}`,
  )
  return new Set(held.map(row => row.id))
}

/**
 * Puts delayed jobs that are due, and jobs whose worker has gone silent, back into the queue. A silent worker has died,
 * and any of its jobs may be the reason, so none of them has used up an attempt; only a job that was on trial as a
 * suspect counts the death as its own. The leases of one worker expire at different moments, so whether a job was the
 * worker's only one is decided by all that were lost with it.
 */
export async function promote(db: Db): Promise<number> {
  const promoted = await rows(
    db,
    sql`with gone as materialized (
        select j.owner_id, j.id, j.crashes > 0 and j.max_attempts <= ${RESUMED} and not exists (select 1 from jobs o where o.id <> j.id and o.worker = j.worker
            and o.state = 'STARTED') and not exists (select 1 from jobs o where o.lost_worker = j.worker) as alone
        from jobs j where j.state = 'STARTED' and j.lease_until < now()),
      silent as (
        update jobs set state = 'RETRY', attempt = attempt - 1, lease_until = null, lost_worker = worker, worker = null,
          crashes = crashes + case when max_attempts <= ${RESUMED} then 1 else 0 end, deaths = deaths + case when alone then 1 else 0 end,
          due_at = case when alone then now() + ${AFTER_DEATH_SECONDS} * interval '1 second' end,
          error = 'the worker stopped in the middle of it'
        from gone where jobs.owner_id = gone.owner_id and jobs.id = gone.id and state = 'STARTED' returning 1),
      due as (update jobs set due_at = null where due_at <= now() returning 1)
      select 1 from silent union all select 1 from due`,
  )
  return promoted.length
}

/** Jobs that were given up for a reason that may have passed go back into the queue as if they were new. */
export async function reviveGivenUp(db: Db): Promise<number> {
  const revived = await rows(
    db,
    sql`update jobs set state = 'PENDING', attempt = 0, crashes = 0, deaths = 0, passing = false, finished_at = null,
        created_at = now(), error = null where state = 'FAILURE' and passing returning 1`,
  )
  return revived.length
}

export async function setProgress(db: Db, task: QueuedJob, progress: number): Promise<void> {
  await sql`update jobs set progress = ${progress} where owner_id = ${task.owner_id} and id = ${task.id}
    and state = 'STARTED'`.execute(db)
}

/** Enqueues the scheduled jobs that are due; of many processes one wins each round. */
export async function claimDueSchedules(
  db: Db,
  schedules: { name: string; everySeconds: number }[],
): Promise<string[]> {
  if (schedules.length === 0) return []
  const plan = JSON.stringify(schedules.map(({ name, everySeconds }) => ({ name, every: everySeconds })))
  const due = await rows<{ name: string }>(
    db,
    sql`with plan as (select * from jsonb_to_recordset(${plan}::jsonb) as p(name text, every integer))
      insert into schedules (name, next_at) select name, now() + every * interval '1 second' from plan
      on conflict (name) do update set next_at = excluded.next_at where schedules.next_at <= now()
      returning name`,
  )
  return due.map(row => row.name)
}

/** Finished jobs are kept for a day, dead letters for 90 days unless somebody deals with them before. */
export async function prune(db: Db): Promise<void> {
  await sql`delete from jobs where (state = 'SUCCESS' and finished_at < now() - interval '1 day')
    or (state = 'FAILURE' and finished_at < now() - interval '90 days')`.execute(db)
}

/** All that an owner has waiting, running or done, but for one job. */
export async function removeJobsOf(db: Db, ownerId: string, exceptId: string | null): Promise<void> {
  await sql`delete from jobs where owner_id = ${ownerId} and id is distinct from ${exceptId}::uuid`.execute(db)
}
