import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'

export interface Memory {
  id: string
  memory: string
  input: string
  topics: string[]
  slot: string
  superseded_by: string | null
  updated_at: Date
}

const COLUMNS = sql`id, memory, input, topics, slot, superseded_by, updated_at`

/** The newest first; what was superseded is history and is shown only when asked for. */
export const memoriesOf = (db: Db, actor: Pick<Actor, 'ownerId'>, options: { history: boolean } = { history: false }) =>
  rows<Memory>(
    db,
    sql`select ${COLUMNS} from agent_memories where owner_id = ${actor.ownerId}
      and (${options.history}::boolean or superseded_by is null) order by updated_at desc, id desc limit 1000`,
  )

export async function lockMemories(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 71))`.execute(db)
}

export async function insertMemory(
  db: Db,
  actor: Actor,
  memory: { id: string; memory: string; input: string; topics: string[]; slot: string },
): Promise<void> {
  await sql`insert into agent_memories (owner_id, id, memory, input, topics, slot)
    values (${actor.ownerId}, ${memory.id}, ${memory.memory}, ${memory.input}, ${memory.topics}, ${memory.slot})`.execute(
    db,
  )
}

export async function supersede(db: Db, actor: Actor, id: string, by: string): Promise<void> {
  await sql`update agent_memories set superseded_by = ${by} where owner_id = ${actor.ownerId} and id = ${id}`.execute(
    db,
  )
}

export async function touchMemory(db: Db, actor: Actor, id: string): Promise<void> {
  await sql`update agent_memories set updated_at = now() where owner_id = ${actor.ownerId} and id = ${id}`.execute(db)
}

export const editMemory = (
  db: Db,
  actor: Actor,
  id: string,
  change: { memory: string; topics: string[]; slot: string },
) =>
  firstRow<Memory>(
    db,
    sql`update agent_memories set memory = ${change.memory}, topics = ${change.topics}, slot = ${change.slot}, updated_at = now()
      where owner_id = ${actor.ownerId} and id = ${id} and superseded_by is null returning ${COLUMNS}`,
  )

/** With it goes the history that led to it. */
export const removeMemory = (db: Db, actor: Pick<Actor, 'ownerId'>, id: string) =>
  firstRow<Memory>(
    db,
    sql`with recursive gone as (
        select id from agent_memories where owner_id = ${actor.ownerId} and id = ${id}
        union select m.id from agent_memories m join gone on m.superseded_by = gone.id where m.owner_id = ${actor.ownerId}),
      removed as (delete from agent_memories where owner_id = ${actor.ownerId} and id in (select id from gone) returning ${COLUMNS})
      select * from removed where id = ${id}`,
  )

export async function removeMemories(db: Db, actor: Actor): Promise<void> {
  await sql`delete from agent_memories where owner_id = ${actor.ownerId}`.execute(db)
}
