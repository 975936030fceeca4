import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectIsHidden, objectsNamed, objectsWithPlace, visible, visibleMade } from '../../db/visibility.ts'
import type { Reply, Trace } from './reply.ts'

export interface ConversationTurn
  extends RowOf<'ask_turns', 'n' | 'query' | 'object_ids' | 'given_ids' | 'created_at'> {
  reply: Reply
}

export interface ConversationSession extends RowOf<'ask_sessions', 'id' | 'created_at' | 'updated_at'> {
  title: string
  turns: number
}

const own = (actor: Actor) => sql`s.owner_id = ${actor.ownerId} and s.tenant_id = ${actor.tenantId}`

/** A turn that any hidden file has had a part in is hidden with it, and one from files of others goes with them. */
const seen = (actor: Actor) => visibleMade('t', actor)

const turnsOf = sql`ask_turns t where t.owner_id = s.owner_id and t.session_id = s.id`

export const listSessions = (db: Db, actor: Actor, limit: number) =>
  rows<ConversationSession>(
    db,
    sql`select s.id, s.created_at, s.updated_at, shown.turns, shown.title from ask_sessions s
      cross join lateral (select count(*) as turns, (array_agg(t.query order by t.created_at, t.n))[1] as title
        from ${turnsOf} and ${seen(actor)}) shown
      where ${own(actor)} and shown.turns > 0 order by s.updated_at desc, s.id desc limit ${limit}`,
  )

/** The turns that may be seen, the oldest first. */
export const readTurns = (db: Db, actor: Actor, sessionId: string, last: number) =>
  rows<ConversationTurn>(
    db,
    sql`select * from (select t.n, t.query, t.reply, t.object_ids, t.given_ids, t.created_at from ask_sessions s
        join ask_turns t on t.owner_id = s.owner_id and t.session_id = s.id
        where ${own(actor)} and s.id = ${sessionId} and ${seen(actor)} order by t.created_at desc, t.n desc limit ${last}) newest
      order by created_at, n`,
  )

export const findTrace = (db: Db, actor: Actor, sessionId: string, n: number) =>
  firstRow<{ query: string; trace: Trace }>(
    db,
    sql`select t.query, t.trace from ask_sessions s
      join ask_turns t on t.owner_id = s.owner_id and t.session_id = s.id
      where ${own(actor)} and s.id = ${sessionId} and t.n = ${n} and ${seen(actor)}`,
  )

/** A session of which nothing may be seen is not there. */
export const findSession = (db: Db, actor: Actor, id: string) =>
  firstRow<{ id: string; created_at: Date; updated_at: Date }>(
    db,
    sql`select s.id, s.created_at, s.updated_at from ask_sessions s where ${own(actor)} and s.id = ${id}
      and exists (select 1 from ${turnsOf} and ${seen(actor)})`,
  )

export async function removeSession(db: Db, actor: Actor, id: string): Promise<boolean> {
  const gone = await firstRow(
    db,
    sql`delete from ask_sessions s where ${own(actor)} and s.id = ${id}
      and exists (select 1 from ${turnsOf} and ${seen(actor)}) returning s.id`,
  )
  return gone !== undefined
}

export interface NewTurn {
  sessionId: string
  query: string
  reply: Reply
  trace: Trace
  objectIds: string[]
  /** Those of others. */
  givenIds: string[]
}

/** Hidden turns, and those that may be taken back, count from here on, so that no gap among the others tells of them. */
const HIDDEN_FROM = 1_000_000

/** The row of the session is locked on the way, so that two turns at once get two numbers. */
export async function addTurn(db: Db, actor: Actor, turn: NewTurn): Promise<void> {
  // What is asked with the zone open is as hidden as what it finds.
  const hidden = sql`(${actor.unlocked || turn.givenIds.length > 0}::boolean or exists (select 1 from ${objectsWithPlace} where o.owner_id = ${actor.ownerId}
    and o.id = any(${turn.objectIds}::uuid[]) and ${objectIsHidden(actor.ownerId)}))`
  await sql`insert into ask_sessions as s (owner_id, id, tenant_id) values (${actor.ownerId}, ${turn.sessionId}, ${actor.tenantId})
    on conflict (owner_id, id) do update set updated_at = case when ${hidden} then s.updated_at else now() end`.execute(
    db,
  )
  await sql`insert into ask_turns (owner_id, session_id, n, query, reply, trace, object_ids, given_ids, is_hidden)
    select ${actor.ownerId}::uuid, ${turn.sessionId}::uuid, 1 + coalesce((select max(n) from ask_turns
        where owner_id = ${actor.ownerId} and session_id = ${turn.sessionId} and n > first.n
          and (first.n > 0 or n < ${HIDDEN_FROM})), first.n),
      ${turn.query}::text, ${JSON.stringify(turn.reply)}::jsonb, ${JSON.stringify(turn.trace)}::jsonb, ${turn.objectIds}::uuid[],
      ${turn.givenIds}::uuid[], ${actor.unlocked}::boolean
    from (select case when ${hidden} then ${HIDDEN_FROM}::integer else 0 end as n) first`.execute(db)
}

/** Of these files those that can be opened now. */
export const stillThere = (db: Db, actor: Actor, ids: string[]) =>
  rows<{ id: string }>(db, sql`select o.id from ${objectsNamed(actor.ownerId, ids)} where ${visible(actor, 'active')}`)
