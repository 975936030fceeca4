import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'

export interface DigestReader {
  owner_id: string
  timezone: string
  language: string | null
}

/** Those who wish for it, whose morning has come, and who have had none today. */
export const readersAt = (db: Db, hour: number) =>
  rows<DigestReader>(
    db,
    sql`select s.owner_id, s.timezone, s.prefs ->> 'language' as language from settings s join users u on u.id = s.owner_id
      left join agent_digests d on d.owner_id = s.owner_id
      where s.proactive and not u.disabled
        and extract(hour from now() at time zone coalesce(nullif(s.timezone, ''), 'UTC')) >= ${hour}
        and (d.day is null or d.day < (now() at time zone coalesce(nullif(s.timezone, ''), 'UTC'))::date) limit 200`,
  )

/** False when somebody else has made today's. */
export const claimDay = async (db: Db, ownerId: string, timezone: string): Promise<boolean> =>
  (await firstRow(
    db,
    sql`insert into agent_digests as d (owner_id, day) values (${ownerId}, (now() at time zone ${timezone})::date)
      on conflict (owner_id) do update set day = excluded.day where d.day < excluded.day returning owner_id`,
  )) !== undefined

export const newFiles = (db: Db, actor: Actor) =>
  rows<{ id: string; filename: string; suggested_name: string | null }>(
    db,
    sql`select o.id, o.filename, o.suggested_name from ${objectsWithPlace} where ${visible(actor, 'listed')}
      and o.created_at > now() - interval '1 day' order by o.created_at desc limit 10`,
  )
