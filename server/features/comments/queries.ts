import { sql } from 'kysely'
import { type Actor, type Db, personOf } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { seersOf } from '../../db/visibility.ts'

export type Person = RowOf<'users', 'id' | 'name'>

export interface Comment
  extends RowOf<
    'comments',
    'id' | 'object_id' | 'text' | 'page' | 'char_start' | 'char_end' | 'created_at' | 'updated_at'
  > {
  author: Person
  /** The one that it answers, as long as that is there. */
  reply_to: string | null
  /** Whether the caller wrote it, and whether they may remove it. */
  is_own: boolean
  may_delete: boolean
}

/** So many a file can have. */
export const MOST = 1000

const columns = (
  actor: Actor,
) => sql`k.id, k.object_id, k.text, k.page, k.char_start, k.char_end, k.created_at, k.updated_at,
  (select r.id from comments r where r.owner_id = k.owner_id and r.id = k.reply_to) as reply_to,
  (select jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.email)) from users u where u.id = k.author_id) as author,
  k.author_id = ${personOf(actor)} as is_own, k.author_id = ${personOf(actor)} or ${actor.guest === undefined}::boolean as may_delete`

export const commentsOf = (db: Db, actor: Actor, objectId: string) =>
  rows<Comment>(
    db,
    sql`select ${columns(actor)} from comments k where k.owner_id = ${actor.ownerId} and k.object_id = ${objectId}
      order by k.id limit ${MOST}`,
  )

export const findComment = (db: Db, actor: Actor, id: string) =>
  firstRow<Comment>(
    db,
    sql`select ${columns(actor)} from comments k where k.owner_id = ${actor.ownerId} and k.id = ${id}`,
  )

/** Undefined when there are too many. */
export const insertComment = (
  db: Db,
  actor: Actor,
  comment: {
    id: string
    objectId: string
    text: string
    page?: number
    charStart?: number
    charEnd?: number
    replyTo?: string
  },
) =>
  firstRow<RowOf<'comments', 'id'>>(
    db,
    sql`insert into comments (owner_id, id, object_id, author_id, text, page, char_start, char_end, reply_to)
      select ${actor.ownerId}, ${comment.id}, ${comment.objectId}, ${personOf(actor)}, ${comment.text},
        ${comment.page ?? null}::integer, ${comment.charStart ?? null}::integer, ${comment.charEnd ?? null}::integer, ${comment.replyTo ?? null}::uuid
      where (select count(*) from comments where owner_id = ${actor.ownerId} and object_id = ${comment.objectId}) < ${MOST}
      returning id`,
  )

export async function updateComment(db: Db, actor: Actor, id: string, text: string): Promise<void> {
  await db
    .updateTable('comments')
    .set({ text, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .execute()
}

export async function removeComment(db: Db, actor: Actor, id: string): Promise<void> {
  await db.deleteFrom('comments').where('owner_id', '=', actor.ownerId).where('id', '=', id).execute()
}

/** Those who have said something of the file. */
export const authorsOf = (db: Db, ownerId: string, objectId: string) =>
  rows<{ id: string }>(
    db,
    sql`select distinct k.author_id as id from comments k where k.owner_id = ${ownerId} and k.object_id = ${objectId} limit 100`,
  )

/** So many people are offered. */
const MOST_SEERS = 500

/** Everybody who sees the file now; of several with one name each with the address too. */
export const seersOfFile = (db: Db, ownerId: string, objectId: string) =>
  rows<Person>(
    db,
    sql`select seen.id, case when count(*) over (partition by seen.name) > 1 and seen.name <> u.email
        then seen.name || ' (' || u.email || ')' else seen.name end as name
      from (${seersOf({ ownerId, objectId })}) seen join users u on u.id = seen.id order by seen.name, seen.id limit ${MOST_SEERS}`,
  )

/** Of these ids those that see the file now. */
export const seersAmong = (db: Db, ownerId: string, objectId: string, ids: string[]) =>
  rows<Person>(
    db,
    sql`select seen.id, seen.name from (${seersOf({ ownerId, objectId })}) seen where seen.id = any(${ids}::uuid[])`,
  )

/** By which names people of a file's comments are shown: its owner knows everybody, the others those who see it, too. */
export const namesFor = (db: Db, { guest, ownerId, tenantId }: Actor, objectId: string, ids: string[]) =>
  guest
    ? seersAmong(db, ownerId, objectId, ids)
    : rows<Person>(
        db,
        sql`select u.id, coalesce(nullif(u.name, ''), u.email) as name from users u
          where u.tenant_id = ${tenantId} and u.id = any(${ids}::uuid[])`,
      )
