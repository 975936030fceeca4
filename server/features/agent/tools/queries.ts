import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { rows } from '../../../db/connect.ts'
import { grantsTo, visibleMade } from '../../../db/visibility.ts'

export interface DoneRun {
  run_id: string
  query: string
  change_ids: string[]
  /** What was changed belongs to the person and is not shared by somebody else. */
  is_own: boolean
}

/** Calls whose changes are not undone yet, the newest first; those of the conversation that the run belongs to come before others. */
export const doneBefore = (db: Db, actor: Actor, runId: string) =>
  rows<DoneRun>(
    db,
    sql`with recent as (select r.id, r.query, r.session_id from agent_runs r where r.owner_id = ${actor.ownerId} and r.id <> ${runId}
        and ${visibleMade('r', actor)} order by r.id desc limit 200),
      done as (select recent.id as run_id, recent.query, c.step, c.ord, array(select e::uuid
          from jsonb_array_elements_text(c.result -> 'data' -> 'change_ids') with ordinality as l(e, n) order by n desc) as change_ids,
          recent.session_id = (select session_id from agent_runs where owner_id = ${actor.ownerId} and id = ${runId}) as here
        from agent_calls c join recent on recent.id = c.run_id
        where c.owner_id = ${actor.ownerId} and c.status = 'done' and c.result -> 'data' ? 'change_ids')
      select run_id, query, change_ids, ch.owner_id = ${actor.ownerId} as is_own from done cross join lateral (
        select ch.owner_id from changes ch where ch.id = any(done.change_ids) and ch.undone_at is null
          and ch.owner_id in (select ${actor.ownerId}::uuid union all
            select given.owner_id from ${grantsTo({ userId: actor.ownerId, tenantId: actor.tenantId })} given) limit 1) ch
      order by here desc, run_id desc, step desc, ord desc limit 50`,
  )
