import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Db } from '../../context.ts'
import { type Fragment, firstRow, type RowOf, rows } from '../../db/connect.ts'
import { isOn, objectsWithPlace, visible, visibleCollection, visibleMade } from '../../db/visibility.ts'
import type { Change } from './change.ts'

export interface StoredChange
  extends RowOf<
    'changes',
    'id' | 'by' | 'subject' | 'subject_id' | 'field' | 'before' | 'after' | 'created_at' | 'undone_at'
  > {
  why: string
  /** Of the file or the task that was changed, as it is called now. */
  name: string | null
}

const json = (value: unknown) => sql`${JSON.stringify(value ?? null)}::jsonb`

/** The row of a change; given `from`, it is written for its rows only, and `before` and `after` may be columns of it. */
export const changeInsert = (
  ownerId: string,
  change: Change,
  from?: { before: Fragment; after: Fragment; source: Fragment },
): RawBuilder<unknown> => sql`insert into changes (owner_id, id, by, subject, subject_id, field, before, after, why, is_hidden, object_ids,
    given_ids)
  select ${ownerId}::uuid, ${change.id ?? uuidv7()}::uuid, ${change.by}::text, ${change.subject}::text, ${change.subjectId}::uuid,
    ${change.field}::text, ${from ? sql`to_jsonb(${from.before})` : json(change.before)},
    ${from ? sql`to_jsonb(${from.after})` : json(change.after)}, ${json(change.why)},
    ${change.madeOf?.hidden ?? false}::boolean, ${change.madeOf?.objectIds ?? []}::uuid[], ${change.madeOf?.givenIds ?? []}::uuid[]
  ${from ? sql`from ${from.source}` : sql``}`

const COLUMNS = (actor: Actor) => sql`ch.id, ch.by, ch.subject, ch.subject_id, ch.field, ch.before, ch.after,
  ch.why ->> ${actor.language}::text as why, ch.created_at, ch.undone_at,
  case ch.subject
    when 'object' then (select o.filename from objects o where o.owner_id = ch.owner_id and o.id = ch.subject_id)
    when 'task' then (select t.title from tasks t
      where t.owner_id = ch.owner_id and t.id = ch.subject_id and ${visibleMade('t', actor)}) end as name`

/** A change is seen with the thing that it changed; a move only when both its places are seen. */
const visibleChange = (actor: Actor) => sql`ch.owner_id = ${actor.ownerId} and ${visibleMade('ch', actor)}
  and case ch.subject
    when 'object' then exists (select 1 from ${objectsWithPlace} where o.id = ch.subject_id and ${visible(actor, 'kept')}
      and (${isOn('active', actor.ownerId)} or ch.field = 'trashed'))
    when 'collection' then exists (select 1 from collections c where c.id = ch.subject_id and ${visibleCollection(actor)})
    else true end
  and (ch.field not in ('collection_id', 'parent_id') or not exists (select 1 from collections c
    where c.owner_id = ${actor.ownerId} and c.id::text in (ch.before #>> '{}', ch.after #>> '{}')
      and not ${visibleCollection(actor)}))`

export const listChanges = (
  db: Db,
  actor: Actor,
  { by, limit, after }: { by?: string; limit: number; after?: string },
) =>
  rows<StoredChange>(
    db,
    sql`select ${COLUMNS(actor)} from changes ch where ${visibleChange(actor)}
      and (${by ?? null}::text is null or ch.by = ${by ?? null})
      and (${after ?? null}::uuid is null or ch.id < ${after ?? null}::uuid)
      order by ch.id desc limit ${limit}`,
  )

/** Taken in hand, so that it is undone once. */
export const lockChange = (db: Db, actor: Actor, id: string) =>
  firstRow<StoredChange>(
    db,
    sql`select ${COLUMNS(actor)} from changes ch where ch.id = ${id} and ${visibleChange(actor)} for update of ch`,
  )

export const markUndone = (db: Db, actor: Actor, id: string) =>
  db
    .updateTable('changes')
    .set({ undone_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .returning('undone_at')
    .executeTakeFirst()
