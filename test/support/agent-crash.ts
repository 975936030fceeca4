import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../server/config.ts'
import { type Actor, type Context, createSignals, type Db } from '../../server/context.ts'
import { beginRun } from '../../server/features/agent/runs/begin.ts'
import { resumeRun } from '../../server/features/agent/runs/resume.ts'
import { ROOT } from './server.ts'

/** Runs of the agent, a worker that is killed at random again and again, and the count of what has come of them. */

interface Ledger {
  name: string
  objectId: string
  runId: string
  sessionId: string
  /** What was answered to the two calls that wait; undefined until they were asked. */
  confirmed?: { trash: boolean; share: boolean }
  continues: number
}

const request = (query: string) => ({
  query,
  attachment_ids: [],
  inline_attachments: [],
  channel_chat_id: 0,
  channel_user_id: 0,
  channel_members: [],
  include_subfolders: true,
  scope_object_ids: [],
  history: [],
  web_search: false,
})

async function anOwner(db: Db): Promise<Actor> {
  const [ownerId, tenantId] = [randomUUID(), randomUUID()]
  await sql`insert into tenants (id, name) values (${tenantId}, 't')`.execute(db)
  await sql`insert into users (id, tenant_id, email, password_hash, role)
    values (${ownerId}, ${tenantId}, ${`${ownerId}@example.org`}, '', 'user')`.execute(db)
  await sql`insert into settings (owner_id, timezone) values (${ownerId}, 'Europe/Moscow')`.execute(db)
  await sql`insert into blobs (owner_id, hash, size, key) values (${ownerId}, 'h', 1, ${ownerId})`.execute(db)
  return { ownerId, tenantId, role: 'user', tokenId: '', tariff: '', ownBucket: false, language: 'en', unlocked: false }
}

async function begin(context: Context, actor: Actor, n: number): Promise<Ledger> {
  const [name, objectId] = [`run-${n}-${randomUUID().slice(0, 8)}`, randomUUID()]
  await sql`insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status)
    values (${actor.ownerId}, ${objectId}, ${actor.tenantId}, ${name}, ${name}, 'text', 'text/plain', 1, 'h', 'ready')`.execute(
    context.db,
  )
  const { runId, sessionId } = await beginRun(context, actor, request(`${name} ${objectId}`), 'http://here')
  return { name, objectId, runId, sessionId, continues: 0 }
}

/** Two at once answer, and only one of them may count. */
async function answerPaused(context: Context, actor: Actor, ledgers: Ledger[]): Promise<void> {
  const open = ledgers.filter(ledger => !ledger.confirmed)
  if (open.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`select id from agent_runs where owner_id = ${actor.ownerId} and status = 'paused'
    and id = any(${open.map(({ runId }) => runId)}::uuid[])`.execute(context.db)
  for (const { id } of rows) {
    const ledger = open.find(({ runId }) => runId === id)!
    const confirmed = { trash: Math.random() < 0.5, share: Math.random() < 0.5 }
    const decisions = [
      { tool_call_id: 'call-0-2', confirmed: confirmed.trash },
      { tool_call_id: 'call-0-3', confirmed: confirmed.share },
    ]
    const body = { run_id: id, session_id: ledger.sessionId, decisions, web_search: false }
    const both = await Promise.allSettled([resumeRun(context, actor, body), resumeRun(context, actor, body)])
    ledger.continues += both.filter(({ status }) => status === 'fulfilled').length
    ledger.confirmed = confirmed
  }
}

const STRIKE_WITHIN_MS = 40
const LONGEST_LOOK_MS = 1500

export interface CrashReport {
  kills: number
  runs: number
  /** Runs that a kill found in the middle of their work. */
  struck: number
  problems: string[]
}

export async function crash(db: Db, url: string, rounds: number, each = 4): Promise<CrashReport> {
  const config = readConfig({})
  const context = { config, db, signals: createSignals(), log: console } as unknown as Context
  const actor = await anOwner(db)
  const ledgers: Ledger[] = []
  let worker = await startWorker(url)
  let struck = 0
  for (let n = 0; n < rounds; n++) {
    for (let k = 0; k < each; k++) ledgers.push(await begin(context, actor, n))
    if (n % 2 === 1) await answerPaused(context, actor, ledgers)
    await workBegins(db, actor)
    await sleep(Math.random() * STRIKE_WITHIN_MS)
    struck += (await countRunning(db, actor)) > 0 ? 1 : 0
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    worker = await startWorker(url)
  }
  // Left alone, everything comes to its end.
  for (let end = Date.now() + 120_000; ; await sleep(20)) {
    await answerPaused(context, actor, ledgers)
    const { rows } = await sql<{ n: number }>`select count(*) as n from agent_runs where owner_id = ${actor.ownerId}
      and status <> 'completed'`.execute(db)
    if (Number(rows[0]!.n) === 0) break
    if (Date.now() > end) break
  }
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const problems: string[] = []
  for (const ledger of ledgers) problems.push(...(await problemsOf(db, actor, ledger)))
  return { kills: rounds, runs: ledgers.length, struck, problems }
}

/** Kills that come before anything was begun show nothing: each waits for the worker's first word, or the worker's next look. */
async function workBegins(db: Db, actor: Actor): Promise<void> {
  const countEvents = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from agent_events where owner_id = ${actor.ownerId}`.execute(db))
        .rows[0]!.n,
    )
  const before = await countEvents()
  for (const end = Date.now() + LONGEST_LOOK_MS; Date.now() < end && (await countEvents()) === before; ) await sleep(2)
}

async function startWorker(url: string): Promise<ChildProcess> {
  const child = fork(join(ROOT, 'test/support/agent-worker.mjs'), [join(ROOT, 'dist/server'), url])
  await once(child, 'message')
  return child
}

const countRunning = async (db: Db, actor: Actor): Promise<number> =>
  Number(
    (
      await sql<{
        n: number
      }>`select count(*) as n from agent_runs where owner_id = ${actor.ownerId} and status = 'running'
      and steps > 0`.execute(db)
    ).rows[0]!.n,
  )

/** Once each: task and event always, trash and link as they were answered; the charge for two thoughts; a whole story. */
async function problemsOf(db: Db, actor: Actor, ledger: Ledger): Promise<string[]> {
  const { name, runId, objectId, confirmed, continues } = ledger
  const count = async (query: ReturnType<typeof sql>) => Number((await query.execute(db)).rows.length)
  const own = actor.ownerId
  const found = {
    status: (
      (await sql`select status from agent_runs where owner_id = ${own} and id = ${runId}`.execute(db)).rows[0] as {
        status: string
      }
    ).status,
    tasks: await count(sql`select 1 from tasks where owner_id = ${own} and title = ${name}`),
    events: await count(sql`select 1 from calendar_events where owner_id = ${own} and title = ${name}`),
    trashed: await count(
      sql`select 1 from objects where owner_id = ${own} and id = ${objectId} and deleted_at is not null`,
    ),
    shares: await count(sql`select 1 from shares where owner_id = ${own} and object_id = ${objectId}`),
    changes: await count(sql`select 1 from changes where owner_id = ${own} and why ->> 'en' like ${`%${name}%`}`),
    continues,
    finishes: await count(
      sql`select 1 from agent_events where owner_id = ${own} and run_id = ${runId} and data ->> 'type' = 'finish'`,
    ),
    outcomes: await count(sql`select 1 from agent_events where owner_id = ${own} and run_id = ${runId}
      and data ->> 'type' in ('tool-output-available', 'tool-output-error', 'tool-output-denied')`),
    gaps: await count(sql`select 1 from (select seq, row_number() over (order by seq) as n from agent_events
      where owner_id = ${own} and run_id = ${runId}) numbered where seq <> n`),
    open: await count(
      sql`select 1 from agent_events where owner_id = ${own} and run_id = ${runId} and data ->> 'type' = 'text-start'`,
    ),
  }
  const trashed = confirmed?.trash ? 1 : 0
  // What is in the trash by then can no longer be shared.
  const shares = confirmed?.share && !confirmed.trash ? 1 : 0
  const wanted = {
    status: 'completed',
    tasks: 1,
    events: 1,
    trashed,
    shares,
    changes: 2 + trashed + shares,
    continues: 1,
    finishes: 2,
    outcomes: 4,
    gaps: 0,
    open: 2,
  }
  const wrong = Object.entries(wanted).filter(([key, value]) => found[key as keyof typeof found] !== value)
  return wrong.map(([key, value]) => `${name}: ${key} is ${found[key as keyof typeof found]}, not ${value}`)
}
