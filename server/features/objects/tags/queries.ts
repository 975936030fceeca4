import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import { visible } from '../../../db/visibility.ts'
import { COUNTED, narrowFiles, narrowMatching } from '../listing/queries.ts'

export interface Tag {
  name: string
  color: string | null
  count: number
}

const tagged = (actor: Actor) => sql`${visible(actor, 'listed')} and o.owner_id = ${actor.ownerId}
  and o.deleted_at is null and not o.chat_only and o.tags <> '{}'`

/** Of more files than are counted a random part is looked at, and its counts are multiplied. */
export async function taggedSample(db: Db, actor: Actor): Promise<{ tags: Omit<Tag, 'color'>[]; exact: boolean }> {
  const found = await rowsInIndexOrder<{ name: string; n: number; sampled: number; reached: number }>(
    db,
    sql`with found as materialized (
        select o.tags, o.spot from ${narrowFiles} where ${tagged(actor)} order by o.spot, o.id limit ${sql.lit(COUNTED)})
      select min(tag) as name, count(*) as n, (select count(*) from found) as sampled,
        (select max(spot)::bigint + 2147483648 from found) as reached
      from found, unnest(tags) tag group by lower(tag) order by count(*) desc, min(tag) limit 1000`,
  )
  const exact = (found[0]?.sampled ?? 0) < COUNTED
  const share = exact ? 1 : Math.max(found[0]!.reached, 1) / 2 ** 32
  return { tags: found.map(({ name, n }) => ({ name, count: Math.round(n / share) })), exact }
}

export const colorsOf = (db: Db, ownerId: string) =>
  db.selectFrom('tag_colors').select(['name', 'color']).where('owner_id', '=', ownerId).limit(10000).execute()

export async function setColor(db: Db, ownerId: string, name: string, color: string | null): Promise<void> {
  if (color === null)
    await sql`delete from tag_colors where owner_id = ${ownerId} and name = lower(${name})`.execute(db)
  else
    await sql`insert into tag_colors (owner_id, name, color) values (${ownerId}, lower(${name}), ${color})
      on conflict (owner_id, name) do update set color = excluded.color`.execute(db)
}

const withTag = (actor: Actor, name: string) => sql`${narrowFiles} where ${narrowMatching(actor, { tag: name })}
  and exists (select 1 from unnest(o.tags) own where lower(own) = lower(${name}))`

export const tagIsUsed = async (db: Db, actor: Actor, name: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from ${withTag(actor, name)} limit 1`)) !== undefined

/** Of these names the tags that the caller sees: as it was asked, in lower case, and as it is written on a file. */
export const findTags = (db: Db, actor: Actor, names: string[]) =>
  rows<Omit<Tag, 'count'> & { asked: string; key: string }>(
    db,
    sql`select w.asked, lower(w.asked) as key, found.name, k.color
      from (select distinct asked from unnest(${names}::text[]) asked) w
        cross join lateral (
          select (select own from unnest(o.tags) own where lower(own) = lower(w.asked) limit 1) as name
          from ${narrowFiles} where ${tagged(actor)}
            and o.labels @> array[label_key(${actor.ownerId}::uuid, 'tag', w.asked)]
            and exists (select 1 from unnest(o.tags) own where lower(own) = lower(w.asked)) limit 1) found
        left join tag_colors k on k.owner_id = ${actor.ownerId} and k.name = lower(w.asked)`,
  )

/** How many files were written. Where both names stand on a file, one is left. */
export async function renameTag(
  db: Db,
  actor: Actor,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<number> {
  const written = await rows(
    db,
    sql`with batch as materialized (
        select o.id from ${withTag(actor, from)} and not (${to} = any(o.tags) and not exists (
          select 1 from unnest(o.tags) own where lower(own) = lower(${from}) and own <> ${to})) limit ${limit})
      update objects set tags = array(select name from (
          select case when lower(own) = lower(${from}) then ${to} else own end as name, min(n) as n
          from unnest(objects.tags) with ordinality as t (own, n)
          where lower(own) = lower(${from}) or lower(own) <> lower(${to}) group by 1) named order by n)
      from batch where objects.owner_id = ${actor.ownerId} and objects.id = batch.id returning objects.id`,
  )
  return written.length
}

export async function removeTag(
  db: Db,
  actor: Actor,
  { name, limit }: { name: string; limit: number },
): Promise<number> {
  const written = await rows(
    db,
    sql`with batch as materialized (select o.id from ${withTag(actor, name)} limit ${limit})
      update objects set tags = array(select own from unnest(objects.tags) with ordinality as t (own, n)
        where lower(own) <> lower(${name}) order by n)
      from batch where objects.owner_id = ${actor.ownerId} and objects.id = batch.id returning objects.id`,
  )
  return written.length
}
