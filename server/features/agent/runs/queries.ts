import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { type Bound, isMadeOfHidden, isStillGiven, visibleMade } from '../../../db/visibility.ts'
import type { AgentPart } from '../../../lib/ui-parts.ts'
import type { ModelMessage } from '../../../ports/models.ts'
import type { RunStatus } from '../../conversations/index.ts'
import type { Risk, RunScope } from '../../tools/index.ts'

export type StreamChunk = AgentPart

export interface Channel {
  chat_id: number
  user_id: number
  members: { user_id: number; name: string; username: string }[]
}

export interface AgentRun
  extends RowOf<
    'agent_runs',
    | 'id'
    | 'owner_id'
    | 'session_id'
    | 'agent_slug'
    | 'query'
    | 'unlocked'
    | 'is_hidden'
    | 'web_search'
    | 'answer'
    | 'steps'
    | 'cost'
    | 'last_seq'
    | 'foreign_allowed'
  > {
  status: RunStatus
  language: 'ru' | 'en'
  /** `direct`: one call that another program has made, which may know only a part. */
  scope: RunScope & { origin: string; direct?: { bound?: Bound; by?: string } }
  messages: ModelMessage[]
  /** What it has spoken of so far: files, folders, themes. */
  object_ids: string[]
  /** Those of others among them, and whether they can all be seen now. */
  given_ids: string[]
  still_given: boolean
  /** It has read what somebody else has brought; its owner has said yes to a change since. */
  read_foreign: boolean
}

/** Runs as `r`: the zone was open in it, or it speaks of a file, a folder or a theme that is hidden by now. */
const runIsHidden = (ownerId: string) => isMadeOfHidden('r', ownerId)

/** What others had given to its owner can still be seen. */
const runIsGiven = isStillGiven('r', { userId: sql`r.owner_id`, tenantId: sql`r.tenant_id` })

const RUN = (
  ownerId: string,
) => sql`r.id, r.owner_id, r.session_id, r.agent_slug, r.status, r.query, r.language, r.scope,
  r.unlocked, ${runIsHidden(ownerId)} as is_hidden, r.web_search, r.messages, r.answer, r.steps, r.cost, r.last_seq,
  r.object_ids, r.given_ids, ${runIsGiven} as still_given, r.read_foreign, r.foreign_allowed`

export async function insertRun(
  db: Db,
  actor: Actor,
  run: Pick<AgentRun, 'id' | 'session_id' | 'agent_slug' | 'query' | 'scope' | 'web_search' | 'messages'> & {
    channel: Channel
  },
): Promise<void> {
  await sql`insert into agent_runs (owner_id, id, tenant_id, session_id, agent_slug, status, query, language, scope, unlocked,
      is_hidden, web_search, channel, messages)
    values (${actor.ownerId}, ${run.id}, ${actor.tenantId}, ${run.session_id}, ${run.agent_slug}, 'running', ${run.query},
      ${actor.language}, ${JSON.stringify(run.scope)}::jsonb, ${actor.unlocked}, ${actor.unlocked}, ${run.web_search},
      ${JSON.stringify(run.channel)}::jsonb, ${JSON.stringify(run.messages)}::jsonb)`.execute(db)
}

/** Whoever leases it is the one who works on it; every other worker loses the right to write. */
export const leaseRun = (db: Db, ownerId: string, id: string, fence: string) =>
  firstRow<AgentRun>(
    db,
    sql`update agent_runs r set fence = ${fence} where r.owner_id = ${ownerId} and r.id = ${id} and r.status = 'running'
      returning ${RUN(ownerId)}`,
  )

/** The run as it is, locked until the transaction ends; undefined when another worker has the lease. */
export const lockRun = (db: Db, ownerId: string, id: string, fence: string) =>
  firstRow<AgentRun>(
    db,
    sql`select ${RUN(ownerId)} from agent_runs r where r.owner_id = ${ownerId} and r.id = ${id} and r.fence = ${fence}
      and r.status = 'running' for update of r`,
  )

export const isLeaseValid = async (db: Db, ownerId: string, id: string, fence: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from agent_runs r where owner_id = ${ownerId} and id = ${id} and fence = ${fence} and status = 'running'
      and ${runIsGiven}`,
  )) !== undefined

/** For the caller: a run of theirs; with the zone locked, none in which it was open. */
export const findRun = (
  db: Db,
  actor: Actor,
  id: string,
  options: { lock?: boolean; hidden?: boolean; regardless?: boolean } = {},
) =>
  firstRow<AgentRun>(
    db,
    sql`select ${RUN(actor.ownerId)} from agent_runs r where r.owner_id = ${actor.ownerId} and r.tenant_id = ${actor.tenantId}
      and r.id = ${id} ${options.regardless ? sql`` : sql`and ${visibleMade('r', { ...actor, unlocked: actor.unlocked || options.hidden === true })}`}
      ${options.lock ? sql`for update of r` : sql``}`,
  )

/** A program asked for it, whose access has ended or run out since. */
export const isAskerGone = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from mcp_calls k where k.owner_id = ${ownerId} and k.run_id = ${id}
      and k.asker_id not in (select id from tokens where owner_id = ${ownerId} and coalesce(expires_at > now(), true)
        union all select id from connected_apps where owner_id = ${ownerId} and coalesce(expires_at > now(), true)) limit 1`,
  )) !== undefined

export async function saveRun(
  db: Db,
  ownerId: string,
  id: string,
  change: Partial<Pick<AgentRun, 'status' | 'messages' | 'answer' | 'steps' | 'unlocked' | 'web_search'>> & {
    addCost?: number
    /** Files that are spoken of. */
    mentions?: string[]
    /** Files and folders of other owners; `gone` are those of them that do not exist any more. */
    given?: string[]
    gone?: string[]
    /** Words of somebody else were read, of whatever file or page. */
    foreign?: boolean
    foreignAllowed?: boolean
  },
): Promise<void> {
  await sql`update agent_runs set status = coalesce(${change.status ?? null}, status),
      messages = coalesce(${change.messages ? JSON.stringify(change.messages) : null}::jsonb, messages),
      answer = coalesce(${change.answer ?? null}, answer), steps = coalesce(${change.steps ?? null}, steps),
      unlocked = coalesce(${change.unlocked ?? null}, unlocked), web_search = coalesce(${change.web_search ?? null}, web_search),
      object_ids = (select coalesce(array_agg(distinct m.id), '{}') from unnest(object_ids || ${change.mentions ?? []}::uuid[]) as m(id)
        where m.id <> all(given_ids || ${change.given ?? []}::uuid[])),
      given_ids = array(select distinct m.id from unnest(given_ids || ${change.given ?? []}::uuid[]) as m(id)
        where m.id <> all(${change.gone ?? []}::uuid[])),
      read_foreign = read_foreign or ${change.foreign ?? false}::boolean or exists (select 1 from objects o
        where o.owner_id = ${ownerId} and o.id = any(${change.mentions ?? []}::uuid[]) and o.origin <> 'owner'),
      foreign_allowed = foreign_allowed or ${change.foreignAllowed ?? false}::boolean,
      cost = cost + ${change.addCost ?? 0}, updated_at = now()
    where owner_id = ${ownerId} and id = ${id}`.execute(db)
}

/** Numbers without gaps: the run's row is locked from the first on, so that what has a smaller number is there before. */
export async function appendEvents(db: Db, ownerId: string, runId: string, chunks: StreamChunk[]): Promise<void> {
  if (chunks.length === 0) return
  await sql`with numbered as (
      update agent_runs set last_seq = last_seq + ${chunks.length}, updated_at = now()
      where owner_id = ${ownerId} and id = ${runId} returning last_seq - ${chunks.length} as before)
    insert into agent_events (owner_id, run_id, seq, data)
    select ${ownerId}::uuid, ${runId}::uuid, numbered.before + e.n, e.data
    from numbered, jsonb_array_elements(${JSON.stringify(chunks)}::jsonb) with ordinality as e(data, n)`.execute(db)
}

export const eventsAfter = (db: Db, ownerId: string, runId: string, { seq, limit }: { seq: number; limit: number }) =>
  rows<{ seq: number; data: StreamChunk }>(
    db,
    sql`select seq, data from agent_events where owner_id = ${ownerId} and run_id = ${runId} and seq > ${seq}
      and exists (select 1 from agent_runs r where r.owner_id = ${ownerId} and r.id = ${runId} and ${runIsGiven})
      order by seq limit ${limit}`,
  )

export const statesOf = (db: Db, ids: string[]) =>
  rows<{ id: string; status: RunStatus; last_seq: number }>(
    db,
    sql`select id, status, last_seq from agent_runs where id = any(${ids}::uuid[])`,
  )

export interface CallState {
  status: RunStatus
  call: ToolCall['status']
  result: ToolCall['result']
  decided_at: Date | null
  updated_at: Date
  /** What was asked of the person, while it waits. */
  asked: { title: string; detail: string } | null
}

/** How the one call of a direct run stands. */
export const stateOfCall = (db: Db, ownerId: string, runId: string) =>
  firstRow<CallState>(
    db,
    sql`select r.status, c.status as call, c.result, c.decided_at, r.updated_at, (select e.data -> 'data' from agent_events e
        where e.owner_id = r.owner_id and e.run_id = r.id and e.data ->> 'type' = 'data-confirmation' order by e.seq desc limit 1) as asked
      from agent_runs r join agent_calls c on c.owner_id = r.owner_id and c.run_id = r.id
      where r.owner_id = ${ownerId} and r.id = ${runId} and ${runIsGiven} limit 1`,
  )

interface Question {
  email: string
  /** Of the run, and the one that the owner has chosen. */
  language: string
  chosen: string | null
  app: string | null
  title: string | null
  is_hidden: boolean
  /** Let in as an application, and not by a token. */
  is_app: boolean
  /** How many calls of this program wait by now, of those that may be told of. */
  waiting: number
}

/** The program whose call this is. */
export async function askerOf(db: Db, ownerId: string, runId: string): Promise<string | undefined> {
  const calls = db.selectFrom('mcp_calls').where('owner_id', '=', ownerId).where('run_id', '=', runId)
  return (await calls.select('asker_id').executeTakeFirst())?.asker_id
}

/** Of two calls that begin to wait at once, the second finds the notice of the first. */
export async function lockNotices(db: Db, ownerId: string, asker: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId + asker}, 12))`.execute(db)
}

/** Its owner was told within the last ten minutes of another call of the program, which still waits. */
export const wasNoticed = async (db: Db, ownerId: string, asker: string, jobs: string[]): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from jobs j join agent_runs r on r.owner_id = j.owner_id and r.id = (j.payload ->> 'runId')::uuid
      where j.owner_id = ${ownerId} and j.name = any(${jobs}::text[]) and j.created_at > now() - interval '10 minutes'
        and j.payload ->> 'asker' = ${asker} and r.status = 'paused' and not ${runIsHidden(ownerId)} limit 1`,
  )) !== undefined

/** What a program's call waits for, and whom to tell; undefined where it does not wait any more, or the program has no access. */
export const waitingQuestion = (db: Db, ownerId: string, runId: string) =>
  firstRow<Question>(
    db,
    sql`select u.email, r.language, s.prefs ->> 'language' as chosen, r.scope -> 'direct' ->> 'by' as app,
        ${runIsHidden(ownerId)} as is_hidden, a.id is not null as is_app, (select count(*)::int from mcp_calls o
          join agent_runs w on w.owner_id = o.owner_id and w.id = o.run_id and w.status = 'paused' and not ${isMadeOfHidden('w', ownerId)}
          where o.owner_id = k.owner_id and o.asker_id = k.asker_id) as waiting, (select e.data -> 'data' ->> 'title' from agent_events e
          where e.owner_id = r.owner_id and e.run_id = r.id and e.data ->> 'type' = 'data-confirmation' order by e.seq desc limit 1) as title
      from agent_runs r join users u on u.id = r.owner_id left join settings s on s.owner_id = r.owner_id
        join mcp_calls k on k.owner_id = r.owner_id and k.run_id = r.id
        left join connected_apps a on a.owner_id = k.owner_id and a.id = k.asker_id and (a.expires_at is null or a.expires_at > now())
        left join tokens t on t.owner_id = k.owner_id and t.id = k.asker_id and (t.expires_at is null or t.expires_at > now())
      where r.owner_id = ${ownerId} and r.id = ${runId} and r.status = 'paused' and not u.disabled and ${runIsGiven}
        and (a.id is not null or t.id is not null) limit 1`,
  )

export interface ToolCall extends RowOf<'agent_calls', 'tool_call_id' | 'step' | 'name' | 'status'> {
  input: Record<string, unknown>
  risk: Risk
  result: { data?: Record<string, unknown>; says?: string; error?: string; versions?: Record<string, number> } | null
}

export async function insertCalls(db: Db, ownerId: string, runId: string, calls: ToolCall[]): Promise<void> {
  for (const [ord, call] of calls.entries())
    await sql`insert into agent_calls (owner_id, run_id, tool_call_id, ord, step, name, input, risk, status, result)
      values (${ownerId}, ${runId}, ${call.tool_call_id}, ${ord}, ${call.step}, ${call.name}, ${JSON.stringify(call.input)}::jsonb,
        ${call.risk}, ${call.status}, ${call.result && JSON.stringify(call.result)}::jsonb)`.execute(db)
}

export const callsOf = (db: Db, ownerId: string, runId: string) =>
  rows<ToolCall>(
    db,
    sql`select tool_call_id, step, name, input, risk, status, result from agent_calls
      where owner_id = ${ownerId} and run_id = ${runId} order by step, ord`,
  )

/**
 * The files among these that the conversation has not read yet. Being named by a list or a search is not reading; an answer from the
 * files counts as having read all of them.
 */
export const unreadOf = async (db: Db, ownerId: string, run: AgentRun, ids: string[]): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    db,
    sql`select f.id from unnest(${ids}::uuid[]) as f(id) where f.id <> all(${run.scope.attachmentIds}::uuid[])
      and not exists (select 1 from agent_runs r join agent_calls c on c.owner_id = r.owner_id and c.run_id = r.id
        where r.owner_id = ${ownerId} and r.session_id = ${run.session_id} and c.risk = 'read' and c.status = 'done'
          and c.name not in ('list_files', 'search_files')
          and (c.name = 'ask_files' or strpos(c.input::text, f.id::text) > 0 or strpos(c.result::text, f.id::text) > 0))`,
  )
  return found.map(({ id }) => id)
}

type CallStatus = ToolCall['status']
/** From one state to another; false when it was not in the first any more. */
export async function setCall(
  db: Db,
  { ownerId, runId }: { ownerId: string; runId: string },
  id: string,
  change: { from: CallStatus[]; to: CallStatus; result?: ToolCall['result']; decided?: boolean; risk?: Risk },
): Promise<boolean> {
  const changed = await firstRow(
    db,
    sql`update agent_calls set status = ${change.to}, result = coalesce(${change.result ? JSON.stringify(change.result) : null}::jsonb, result),
        risk = coalesce(${change.risk ?? null}, risk), decided_at = case when ${change.decided ?? false}::boolean then now() else decided_at end
      where owner_id = ${ownerId} and run_id = ${runId} and tool_call_id = ${id} and status = any(${change.from})
      returning tool_call_id`,
  )
  return Boolean(changed)
}

/** Texts that were begun and not ended. */
export const openTexts = (db: Db, ownerId: string, runId: string) =>
  rows<{ id: string }>(
    db,
    sql`select b.data ->> 'id' as id from agent_events b where b.owner_id = ${ownerId} and b.run_id = ${runId}
      and b.data ->> 'type' = 'text-start' and not exists (select 1 from agent_events e where e.owner_id = b.owner_id
        and e.run_id = b.run_id and e.data ->> 'type' = 'text-end' and e.data ->> 'id' = b.data ->> 'id')`,
  )

/** With the zone locked again, what was seen while it was open is no longer known to the run. */
export async function withholdResults(db: Db, ownerId: string, runId: string): Promise<void> {
  await sql`update agent_calls set result = '{"error": "not available: the hidden zone is locked"}'
    where owner_id = ${ownerId} and run_id = ${runId} and status in ('done', 'failed')`.execute(db)
}
