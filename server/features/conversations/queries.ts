import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { visibleMade } from '../../db/visibility.ts'

export type RunStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled'

export interface AgentSession extends RowOf<'agent_runs', 'id' | 'agent_slug' | 'created_at' | 'updated_at'> {
  title: string
}

export interface SessionTurn
  extends RowOf<'agent_runs', 'query' | 'answer' | 'object_ids' | 'given_ids' | 'read_foreign' | 'created_at'> {
  run_id: string
  status: RunStatus
}

/** Runs in which the hidden zone was open are there only while it is open again. */
const seen = (actor: Actor) => visibleMade('r', actor)

/** A conversation is named by its first question that may be seen; where there is none, neither is the conversation. */
const COLUMNS = (actor: Actor) => sql`s.id, s.agent_slug, s.created_at, s.updated_at,
  (select left(r.query, 80) from agent_runs r where r.owner_id = s.owner_id and r.session_id = s.id and ${seen(actor)}
    order by r.id limit 1) as title`

const visibleSession = (
  actor: Actor,
) => sql`s.owner_id = ${actor.ownerId} and s.tenant_id = ${actor.tenantId} and exists (
  select 1 from agent_runs r where r.owner_id = s.owner_id and r.session_id = s.id and ${seen(actor)})`

export const listSessions = (db: Db, actor: Actor, limit: number) =>
  rows<AgentSession>(
    db,
    sql`select ${COLUMNS(actor)} from agent_sessions s where ${visibleSession(actor)} order by s.updated_at desc, s.id desc limit ${limit}`,
  )

export const findSession = (db: Db, actor: Actor, id: string) =>
  firstRow<AgentSession>(
    db,
    sql`select ${COLUMNS(actor)} from agent_sessions s where ${visibleSession(actor)} and s.id = ${id}`,
  )

/** To go on with: also one whose every run was made with the zone open, since its words are not shown by that. */
export const ownsSession = async (db: Db, actor: Actor, id: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from agent_sessions s where s.owner_id = ${actor.ownerId} and s.tenant_id = ${actor.tenantId} and s.id = ${id}
      and (${actor.unlocked}::boolean or not exists (select 1 from agent_runs r where r.owner_id = s.owner_id and r.session_id = s.id)
        or exists (select 1 from agent_runs r where r.owner_id = s.owner_id and r.session_id = s.id and ${seen(actor)}))`,
  )) !== undefined

export const sessionOfChat = (db: Db, actor: Actor, chatId: number) =>
  db
    .selectFrom('agent_sessions')
    .select('id')
    .where('owner_id', '=', actor.ownerId)
    .where('channel_chat_id', '=', chatId)
    .executeTakeFirst()

export async function insertSession(
  db: Db,
  actor: Actor,
  session: { id: string; slug: string; chatId: number },
): Promise<void> {
  await db
    .insertInto('agent_sessions')
    .values({
      owner_id: actor.ownerId,
      id: session.id,
      tenant_id: actor.tenantId,
      agent_slug: session.slug,
      channel_chat_id: session.chatId,
    })
    .execute()
}

export async function touchSession(db: Db, actor: Actor, id: string): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ updated_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .execute()
}

/** The turns that may be seen, the oldest first. */
export const turnsOf = (db: Db, actor: Actor, sessionId: string, limit: number) =>
  rows<SessionTurn>(
    db,
    sql`select * from (select r.id as run_id, r.query, r.answer, r.status, r.object_ids, r.given_ids, r.read_foreign, r.created_at from agent_runs r
        where r.owner_id = ${actor.ownerId} and r.session_id = ${sessionId} and ${seen(actor)} order by r.id desc limit ${limit}) t
      order by t.run_id`,
  )

export const removeSession = (db: Db, actor: Actor, id: string) =>
  firstRow<{ id: string }>(
    db,
    sql`delete from agent_sessions s where ${visibleSession(actor)} and s.id = ${id} returning s.id`,
  )
