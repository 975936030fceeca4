import { sql } from 'kysely'
import type { Actor, Db } from '../context.ts'
import { firstRow, rows } from '../db/connect.ts'
import { NOBODY } from './queue.ts'

export interface QueueState {
  name: string
  waiting: number
  delayed: number
  running: number
  dead: number
  done_last_hour: number
  eta_seconds: number | null
}

interface Lately {
  done: number
  /** Seconds of the last five minutes in which one of them was being done: times of idleness tell nothing about the pace. */
  busy: number
}

const busySeconds = sql`(select coalesce(sum(extract(epoch from upper(span) - lower(span))), 0)::float8 from unnest(
  range_agg(tstzrange(least(started_at, finished_at), finished_at, '[]'))
    filter (where started_at is not null and finished_at > now() - interval '5 minutes')) as span)`

/** Seconds until the line is empty, at the pace at which such work was done lately. */
const eta = (waiting: number, { done, busy }: Lately) =>
  waiting === 0 ? 0 : done === 0 ? null : Math.max(1, Math.ceil((waiting * busy) / done))

/** An administrator sees the work of their own tenant's users, and the service's own; the metrics see all. */
const ofTenant = (actor: Pick<Actor, 'tenantId'> | undefined) =>
  actor
    ? sql`(owner_id = ${NOBODY} or owner_id in (select id from users where tenant_id = ${actor.tenantId}))`
    : sql`true`

export async function queueStates(db: Db, actor?: Actor): Promise<QueueState[]> {
  const found = await rows<Omit<QueueState, 'eta_seconds'> & Lately>(
    db,
    sql`select name,
      count(*) filter (where state in ('PENDING', 'RETRY') and due_at is null) as waiting,
      count(*) filter (where due_at is not null) as delayed,
      count(*) filter (where state = 'STARTED') as running,
      count(*) filter (where state = 'FAILURE') as dead,
      count(*) filter (where state = 'SUCCESS' and finished_at > now() - interval '1 hour') as done_last_hour,
      count(*) filter (where state = 'SUCCESS' and finished_at > now() - interval '5 minutes') as done,
      ${busySeconds} as busy
      from jobs where ${ofTenant(actor)} group by name order by name`,
  )
  return found.map(({ done, busy, ...state }) => ({
    ...state,
    eta_seconds: eta(state.waiting + state.running, { done, busy }),
  }))
}

export interface DeadLetter {
  id: string
  name: string
  owner_id: string
  attempt: number
  error: string | null
  created_at: Date
  finished_at: Date
}

export const deadLetters = (db: Db, actor: Actor): Promise<DeadLetter[]> =>
  rows<DeadLetter>(
    db,
    sql`select id, name, owner_id, attempt, coalesce(error, '') as error, created_at, finished_at from jobs
      where state = 'FAILURE' and ${ofTenant(actor)} order by finished_at desc limit 200`,
  )

export interface RunningJob {
  id: string
  name: string
  owner_id: string
  attempt: number
  progress: number
  started_at: Date
}

export const runningJobs = (db: Db, actor: Actor): Promise<RunningJob[]> =>
  rows<RunningJob>(
    db,
    sql`select id, name, owner_id, attempt, progress, started_at from jobs
      where state = 'STARTED' and ${ofTenant(actor)} order by started_at limit 200`,
  )

/** Ends a job that runs or waits: whoever works on it finds out when the lease is renewed, and stops. */
export const endJob = (db: Db, actor: Actor, jobId: string, reason: string) =>
  firstRow<{ name: string; owner_id: string; payload: unknown }>(
    db,
    sql`update jobs set state = 'FAILURE', finished_at = now(), due_at = null, lease_until = null,
        error = ${reason}
      where id = ${jobId} and state in ('PENDING', 'RETRY', 'STARTED') and ${ofTenant(actor)}
      returning name, owner_id, payload`,
  )

/** A dead letter back into the line, as if it had never been tried. */
export async function revive(db: Db, actor: Actor, jobId: string): Promise<boolean> {
  const revived = await firstRow(
    db,
    sql`update jobs set state = 'PENDING', attempt = 0, crashes = 0, deaths = 0, passing = false,
        due_at = null, finished_at = null, error = null, progress = 0
      where id = ${jobId} and state = 'FAILURE' and ${ofTenant(actor)} returning id`,
  )
  return revived !== undefined
}

/** Seconds that `waiting` pieces of one job take. */
export async function timeFor(db: Db, name: string, waiting: number): Promise<number | null> {
  const lately = await firstRow<Lately>(
    db,
    sql`select count(*) as done, ${busySeconds} as busy from jobs
      where name = ${name} and finished_at > now() - interval '5 minutes'`,
  )
  return eta(waiting, lately!)
}
