import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { isOn, objectsWithPlace, type Viewer, visibleMade } from '../../db/visibility.ts'

export const KINDS = ['mention', 'reply', 'grant'] as const
export type NoticeKind = (typeof KINDS)[number]

/** What somebody is told of: their comment, or the grant of their folder. */
export interface Cause {
  kind: NoticeKind
  id: string
  /** Who did it. */
  personId: string
  /** Whose file or folder it is. */
  ownerId: string
  objectId?: string
  collectionId?: string
}

export type NoticeRow = RowOf<'notices', 'owner_id' | 'id' | 'by_mail' | 'object_ids' | 'given_ids'>

/**
 * Notifies those who want it and were not notified yet. Things of their own become sources of the notice
 * (`object_ids`), things of others go to `given_ids`.
 */
export const insertNotices = (db: Db, cause: Cause, ownerIds: string[]) => {
  const things = [cause.objectId, cause.collectionId].filter(id => id !== undefined)
  return rows<NoticeRow>(
    db,
    sql`insert into notices (owner_id, id, kind, cause_id, person_id, thing_owner_id, object_id, collection_id, by_mail, object_ids, given_ids)
      select u.id, made.id, ${cause.kind}, ${cause.id}, ${cause.personId}, ${cause.ownerId}, ${cause.objectId ?? null}::uuid,
        ${cause.collectionId ?? null}::uuid, chosen.way = 'mail',
        case when u.id = ${cause.ownerId} then ${things}::uuid[] else '{}' end,
        case when u.id = ${cause.ownerId} then '{}' else ${things}::uuid[] end
      from unnest(${ownerIds}::uuid[], ${ownerIds.map(() => uuidv7())}::uuid[]) as made(person_id, id)
      join users u on u.id = made.person_id and u.id <> ${cause.personId} and not u.disabled and u.leaving_at is null
      left join settings s on s.owner_id = u.id
      cross join lateral (select coalesce(s.prefs -> 'notices' ->> ${cause.kind}::text, 'page') as way) chosen
      where chosen.way <> 'none' order by u.id
      on conflict (owner_id, cause_id) do nothing returning owner_id, id, by_mail, object_ids, given_ids`,
  )
}

/** Of a comment that names them no longer, unless they have read it. */
export async function removeNotices(db: Db, ownerIds: string[], causeId: string): Promise<void> {
  await sql`delete from notices where owner_id = any(${ownerIds}::uuid[]) and cause_id = ${causeId} and read_at is null`.execute(
    db,
  )
}

export interface Notice extends RowOf<'notices', 'id' | 'object_id' | 'collection_id' | 'created_at'> {
  kind: NoticeKind
  person: string | null
  filename: string | null
  folder: string | null
  is_read: boolean
}

/** With the file `o` and the folder `f` that it is about; what caused it is still there, and so is what it is about. */
const shown = (viewer: Viewer): RawBuilder<unknown> => sql`
  from notices n left join users p on p.id = n.person_id
    left join (${objectsWithPlace}) on o.owner_id = n.thing_owner_id and o.id = n.object_id and ${isOn('active', sql`n.thing_owner_id`)}
    left join collections f on f.owner_id = n.thing_owner_id and f.id = n.collection_id
  where n.owner_id = ${viewer.ownerId} and ${visibleMade('n', viewer)}
    and case n.kind
      when 'grant' then exists (select 1 from grants g where g.owner_id = n.thing_owner_id and g.id = n.cause_id)
      else o.id is not null and exists (select 1 from comments k where k.owner_id = n.thing_owner_id and k.id = n.cause_id) end`

const COLUMNS = sql`n.id, n.kind, coalesce(nullif(p.name, ''), p.email) as person, n.object_id, o.filename, n.collection_id,
  f.name as folder, n.read_at is not null as is_read, n.created_at`

export const noticesOf = (db: Db, actor: Actor, { limit, after }: { limit: number; after: string | undefined }) =>
  rows<Notice>(
    db,
    sql`select ${COLUMNS} ${shown(actor)} and (${after ?? null}::uuid is null or n.id < ${after ?? null}::uuid)
      order by n.id desc limit ${limit}`,
  )

/** Beyond it nobody counts. */
const MOST_UNREAD = 100

export async function unreadOf(db: Db, actor: Actor): Promise<number> {
  const found = await firstRow<{ unread: number }>(
    db,
    sql`select count(*)::int as unread from (select 1 ${shown(actor)} and n.read_at is null limit ${MOST_UNREAD}) unread`,
  )
  return found!.unread
}

/** Those that are shown, or these of them. */
export async function markRead(db: Db, actor: Actor, ids: string[] | undefined): Promise<void> {
  await sql`update notices set read_at = now() where owner_id = ${actor.ownerId} and read_at is null
    and id in (select n.id ${shown(actor)} and n.read_at is null and (${ids === undefined}::boolean or n.id = any(${ids ?? []}::uuid[])))`.execute(
    db,
  )
}

export interface Letter extends Notice {
  email: string
  language: string | null
}

/** A notice that is still to be mailed and may be: neither read nor mailed, and all of it can be seen in this moment. */
export async function letterOf(db: Db, ownerId: string, id: string): Promise<Letter | undefined> {
  const reader = await firstRow<{ email: string; tenant_id: string; language: string | null }>(
    db,
    sql`select u.email, u.tenant_id, s.prefs ->> 'language' as language from users u left join settings s on s.owner_id = u.id
      where u.id = ${ownerId} and not u.disabled and u.leaving_at is null`,
  )
  if (!reader) return undefined
  const viewer = { ownerId, tenantId: reader.tenant_id, unlocked: false }
  const found = await firstRow<Notice>(
    db,
    sql`select ${COLUMNS} ${shown(viewer)} and n.id = ${id} and n.by_mail and n.read_at is null and n.mailed_at is null`,
  )
  return found && { ...found, email: reader.email, language: reader.language }
}

export async function noteMailed(db: Db, ownerId: string, id: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ mailed_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

const SWEPT_AT_ONCE = 5000

/** True when there are no more. */
export async function removeOldNotices(db: Db): Promise<boolean> {
  const removed = await rows(
    db,
    sql`delete from notices where (owner_id, id) in (select owner_id, id from notices
      where created_at < now() - interval '90 days' order by created_at limit ${SWEPT_AT_ONCE}) returning 1`,
  )
  return removed.length < SWEPT_AT_ONCE
}
