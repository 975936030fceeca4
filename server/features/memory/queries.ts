import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { type MadeOf, visibleMade } from '../../db/visibility.ts'

export interface Memory
  extends RowOf<'agent_memories', 'id' | 'memory' | 'input' | 'topics' | 'slot' | 'superseded_by' | 'updated_at'> {
  made_from: MadeOf['from']
  /** Of others, from whose things it was made. */
  given_ids: string[]
}

const COLUMNS = sql`id, memory, input, topics, slot, superseded_by, made_from, given_ids, updated_at`

/** The newest first; what was superseded is history and is shown only when asked for. */
export const memoriesOf = (db: Db, actor: Actor, options: { history: boolean } = { history: false }) =>
  rows<Memory>(
    db,
    sql`select ${COLUMNS} from agent_memories m where owner_id = ${actor.ownerId} and forgotten_at is null and ${visibleMade('m', actor)}
      and (${options.history}::boolean or superseded_by is null) order by updated_at desc, id desc limit 1000`,
  )

export async function lockMemories(db: Db, actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 71))`.execute(db)
}

export async function insertMemory(
  db: Db,
  actor: Actor,
  memory: { id: string; memory: string; input: string; topics: string[]; slot: string; madeOf: MadeOf },
): Promise<void> {
  await sql`insert into agent_memories (owner_id, id, memory, input, topics, slot, is_hidden, object_ids, given_ids,
      made_from)
    values (${actor.ownerId}, ${memory.id}, ${memory.memory}, ${memory.input}, ${memory.topics}, ${memory.slot},
      ${memory.madeOf.hidden}, ${memory.madeOf.objectIds}::uuid[], ${memory.madeOf.givenIds ?? []}::uuid[], ${memory.madeOf.from})`.execute(
    db,
  )
}

export async function supersede(db: Db, actor: Actor, id: string, by: string): Promise<void> {
  await db
    .updateTable('agent_memories')
    .set({ superseded_by: by })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .execute()
}

export async function touchMemory(db: Db, actor: Actor, id: string): Promise<void> {
  await db
    .updateTable('agent_memories')
    .set({ updated_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .execute()
}

export const editMemory = (
  db: Db,
  actor: Actor,
  id: string,
  change: { memory: string; topics: string[]; slot: string },
) =>
  firstRow<Memory>(
    db,
    sql`update agent_memories m set memory = ${change.memory}, topics = ${change.topics}, slot = ${change.slot}, updated_at = now()
      where owner_id = ${actor.ownerId} and id = ${id} and superseded_by is null and forgotten_at is null
        and ${visibleMade('m', actor)} returning ${COLUMNS}`,
  )

/** One with the history that led to it. */
const chain = (ownerId: string, id: string) => sql`recursive chain as (
  select id from agent_memories where owner_id = ${ownerId} and id = ${id}
  union select m.id from agent_memories m join chain on m.superseded_by = chain.id where m.owner_id = ${ownerId})`

export const removeMemory = (db: Db, { ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  firstRow<Memory>(
    db,
    sql`with ${chain(ownerId, id)},
      removed as (delete from agent_memories where owner_id = ${ownerId} and id in (select id from chain)
        returning ${COLUMNS}, forgotten_at)
      select ${COLUMNS} from removed where id = ${id} and forgotten_at is null`,
  )

/**
 * Forgotten at the assistant's hand, or remembered again; undefined where there is nothing to do, or where something else has been
 * said of the same meanwhile.
 */
export const setForgotten = (db: Db, { ownerId }: Pick<Actor, 'ownerId'>, id: string, forgotten: boolean) =>
  firstRow<Memory>(
    db,
    sql`with ${chain(ownerId, id)},
      changed as (update agent_memories set forgotten_at = case when ${forgotten}::boolean then now() end
        where owner_id = ${ownerId} and id in (select id from chain) and (forgotten_at is null) = ${forgotten}::boolean
          and (${forgotten}::boolean or not exists (select 1 from agent_memories old join agent_memories other
            on other.owner_id = old.owner_id and other.slot = old.slot and other.superseded_by is null and other.forgotten_at is null
            where old.owner_id = ${ownerId} and old.id = ${id} and old.slot <> ''))
        returning ${COLUMNS})
      select ${COLUMNS} from changed where id = ${id}`,
  )

/** As long as the trash keeps. */
export async function purgeForgotten(db: Db): Promise<void> {
  await sql`delete from agent_memories where forgotten_at < now() - interval '14 days'`.execute(db)
}

export async function removeMemories(db: Db, actor: Actor): Promise<void> {
  await db.deleteFrom('agent_memories').where('owner_id', '=', actor.ownerId).execute()
}
