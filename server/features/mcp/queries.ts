import { sql } from 'kysely'
import { type Actor, type Db, personOf } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { objectsNamed, objectsWithPlace, visible } from '../../db/visibility.ts'

/** Adds to what this program has read of each file. */
export async function noteReads(db: Db, actor: Actor, read: Map<string, number>): Promise<void> {
  if (read.size === 0) return
  await sql`insert into mcp_reads (owner_id, asker_id, object_id, characters)
    select o.owner_id, ${actor.tokenId}, o.id, r.characters
    from unnest(${[...read.keys()]}::uuid[], ${[...read.values()]}::bigint[]) as r(object_id, characters)
      join objects o on o.owner_id = ${actor.ownerId} and o.id = r.object_id
    on conflict (owner_id, asker_id, object_id)
      do update set characters = mcp_reads.characters + excluded.characters, last_at = now()`.execute(db)
}

/** The same for files of others, on behalf of whom the caller sees them. */
export async function noteGivenReads(db: Db, giver: Actor, read: Map<string, number>): Promise<void> {
  await sql`insert into mcp_given_reads (owner_id, object_id, reader_id, asker_id, characters)
    select o.owner_id, o.id, ${personOf(giver)}, ${giver.tokenId}, r.characters
    from unnest(${[...read.keys()]}::uuid[], ${[...read.values()]}::bigint[]) as r(object_id, characters)
      join ${objectsWithPlace} on o.id = r.object_id and ${visible(giver, 'active')}
    on conflict (owner_id, object_id, reader_id, asker_id)
      do update set characters = mcp_given_reads.characters + excluded.characters, last_at = now()`.execute(db)
}

/** It has read what somebody else has brought within a day, and its owner has said yes to no such change since. */
export const hasReadForeign = async (db: Db, actor: Actor): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from (
        select m.last_at from mcp_reads m join objects o on o.owner_id = m.owner_id and o.id = m.object_id and o.origin <> 'owner'
          where m.owner_id = ${actor.ownerId} and m.asker_id = ${actor.tokenId}
        union all select g.last_at from mcp_given_reads g where g.reader_id = ${actor.ownerId} and g.asker_id = ${actor.tokenId}) m
      where m.last_at > now() - interval '1 day'
        and not exists (select 1 from mcp_calls k join agent_runs r on r.owner_id = k.owner_id and r.id = k.run_id
          where k.owner_id = ${actor.ownerId} and k.asker_id = ${actor.tokenId} and r.foreign_allowed and r.updated_at > m.last_at)
      limit 1`,
  )) !== undefined

export type AskedCall = RowOf<'mcp_calls', 'run_id' | 'told_at'> & { is_new: boolean }

/** The row of this very call, locked until the transaction ends: of two who ask at once, the second finds the run of the first. */
export async function claimCall(db: Db, actor: Actor, key: Buffer, runId: string): Promise<AskedCall> {
  const claimed = await firstRow<AskedCall>(
    db,
    sql`insert into mcp_calls (owner_id, asker_id, key, run_id) values (${actor.ownerId}, ${actor.tokenId}, ${key}, ${runId})
      on conflict (owner_id, asker_id, key) do update set key = excluded.key
      returning run_id, told_at, run_id = ${runId} as is_new`,
  )
  return claimed!
}

export async function renewCall(db: Db, actor: Actor, key: Buffer, runId: string): Promise<void> {
  await db
    .updateTable('mcp_calls')
    .set({ run_id: runId, told_at: null, created_at: sql<Date>`now()`, is_joined: false })
    .where('owner_id', '=', actor.ownerId)
    .where('asker_id', '=', actor.tokenId)
    .where('key', '=', key)
    .execute()
}

export async function noteJoined(db: Db, actor: Actor, key: Buffer): Promise<void> {
  await db
    .updateTable('mcp_calls')
    .set({ is_joined: true })
    .where('owner_id', '=', actor.ownerId)
    .where('asker_id', '=', actor.tokenId)
    .where('key', '=', key)
    .execute()
}

/** The call in hand, where nobody else waits for the same: whoever asks now waits until it is decided what becomes of it. */
export const lockUnjoinedCall = async (db: Db, actor: Actor, runId: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from mcp_calls where owner_id = ${actor.ownerId} and run_id = ${runId} and not is_joined for update`,
  )) !== undefined

export async function noteReturned(db: Db, actor: Actor, runId: string): Promise<void> {
  await sql`update mcp_calls set told_at = coalesce(told_at, now())
    where owner_id = ${actor.ownerId} and asker_id = ${actor.tokenId} and run_id = ${runId}`.execute(db)
}

export const namesOf = (db: Db, actor: Actor, ids: string[]) =>
  rows<{ id: string; filename: string; mime: string; size: number }>(
    db,
    sql`select o.id, o.filename, o.mime, o.size from ${objectsNamed(actor.ownerId, ids)} where ${visible(actor, 'active')}`,
  )

/** Who asks, as people know it. Locked, so that whoever ends its access finds what it asks for meanwhile. */
export const lockAsker = async (db: Db, actor: Actor): Promise<{ name: string | null } | undefined> =>
  (await firstRow<{ name: string }>(
    db,
    sql`select name from connected_apps where owner_id = ${actor.ownerId} and id = ${actor.tokenId} for key share`,
  )) ??
  (await firstRow<{ name: string | null }>(
    db,
    sql`select name from tokens where owner_id = ${actor.ownerId} and id = ${actor.tokenId} for key share`,
  ))

/** The calls are locked before the runs, as by whoever calls one off. */
export const openRunsOf = (db: Db, actor: Actor, askerId: string) =>
  rows<RowOf<'agent_runs', 'id'>>(
    db,
    sql`select r.id from mcp_calls k join agent_runs r on r.owner_id = k.owner_id and r.id = k.run_id
      where k.owner_id = ${actor.ownerId} and k.asker_id = ${askerId} and r.status in ('running', 'paused') for update of k`,
  )

/** Programs that have asked for something and have no access any more. */
export const endedAskers = (db: Db, ownerId: string) =>
  rows<RowOf<'mcp_calls', 'asker_id'>>(
    db,
    sql`select distinct k.asker_id from mcp_calls k where k.owner_id = ${ownerId}
      and not exists (select 1 from tokens t where t.owner_id = k.owner_id and t.id = k.asker_id)
      and not exists (select 1 from connected_apps a where a.owner_id = k.owner_id and a.id = k.asker_id) limit 500`,
  )

export async function forgetAsker(db: Db, actor: Actor, askerId: string): Promise<void> {
  await db.deleteFrom('mcp_calls').where('owner_id', '=', actor.ownerId).where('asker_id', '=', askerId).execute()
  await db.deleteFrom('mcp_reads').where('owner_id', '=', actor.ownerId).where('asker_id', '=', askerId).execute()
  await db
    .deleteFrom('mcp_given_reads')
    .where('reader_id', '=', actor.ownerId)
    .where('asker_id', '=', askerId)
    .execute()
}

export async function removeOldCalls(db: Db): Promise<void> {
  await sql`delete from mcp_calls k where created_at < now() - interval '30 days' and not exists (select 1 from agent_runs r
    where r.owner_id = k.owner_id and r.id = k.run_id and r.status in ('running', 'paused'))`.execute(db)
  await sql`delete from mcp_reads m where m.last_at < now() - interval '1 day'
    and not exists (select 1 from connected_apps a where a.owner_id = m.owner_id and a.id = m.asker_id)`.execute(db)
  await sql`delete from mcp_given_reads m where m.last_at < now() - interval '1 day'
    and not exists (select 1 from connected_apps a where a.owner_id = m.reader_id and a.id = m.asker_id)`.execute(db)
}
