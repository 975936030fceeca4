import { type NotNull, sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type RowOf, rows } from '../../../db/connect.ts'

/** What can be done by a link. */
export type Doing = 'opened' | 'downloaded' | 'uploaded'

/** A day and a count, and nothing of who it was. A link that has just been revoked keeps no diary. */
export async function noteDoing(db: Db, share: { owner_id: string; id: string }, doing: Doing): Promise<void> {
  const column = sql.ref(doing)
  await sql`insert into share_days as d (owner_id, share_id, day, ${column})
    select s.owner_id, s.id, (now() at time zone 'UTC')::date, 1 from shares s
      where s.owner_id = ${share.owner_id} and s.id = ${share.id}
    on conflict (owner_id, share_id, day) do update set ${column} = ${sql.ref(`d.${doing}`)} + 1`.execute(db)
}

export interface DiaryDay extends RowOf<'share_days', 'opened' | 'downloaded' | 'uploaded'> {
  day: string
}

/** The last year, the newest day first. */
export const diaryOf = (db: Db, actor: Actor, shareId: string) =>
  rows<DiaryDay>(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day, opened, downloaded, uploaded from share_days
      where owner_id = ${actor.ownerId} and share_id = ${shareId} order by share_days.day desc limit 366`,
  )

export const sealedTokens = (db: Db) =>
  db
    .selectFrom('shares')
    .select(['owner_id', 'id', 'sealed_token'])
    .where('sealed_token', 'is not', null)
    .forUpdate()
    .$narrowType<{ sealed_token: NotNull }>()
    .execute()

export async function resealToken(db: Db, ownerId: string, id: string, sealed: string): Promise<void> {
  await db
    .updateTable('shares')
    .set({ sealed_token: sealed })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute()
}
