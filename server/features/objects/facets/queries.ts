import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type Fragment, rows } from '../../../db/connect.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import { COUNTED, type ListFilter, narrowFiles, narrowMatching } from '../listing/queries.ts'
import { isFavoriteOf } from '../queries.ts'

export interface FacetCount {
  facet: string
  value: string | null
  name: string | null
  n: number
}

/** Of more files than are counted, so many at random: each share is then off by a fiftieth or two. */
export const SAMPLED = 4_000

/** So many values of each. */
const MOST = 50

const by = (
  facet: string,
  value: Fragment,
) => sql`(select ${sql.lit(facet)} as facet, ${value}::text as value, null::text as name,
  count(*) as n from found where ${value} is not null group by 2 order by n desc, 2 limit ${sql.lit(MOST)})`

const byEach = (
  facet: string,
  column: Fragment,
) => sql`(select ${sql.lit(facet)} as facet, min(label) as value, null::text as name,
  count(distinct id) as n from found, unnest(${column}) label group by lower(label) order by n desc, 2 limit ${sql.lit(MOST)})`

/** Sums by powers of ten, as the exponent from thousands on. */
const power = sql`case when amount < 1000 then 0 when amount >= 1000000 then 4 else floor(log(amount)) - 2 end`

const columns = (
  actor: Actor,
) => sql`o.id, o.kind, o.status, o.doc_type, o.collection_id, c.name as folder, o.day, o.amount, o.people, o.organisations, o.tags,
  ${isFavoriteOf(actor, sql`o`)} as is_favorite, o.spot`

/**
 * Files of a filter, counted by everything at once. With `sample` they are taken in their random order: the row `reached` then says how
 * far it went through that order.
 */
export function countFacets(db: Db, actor: Actor, filter: ListFilter, sample: boolean): Promise<FacetCount[]> {
  const order = sample ? sql`order by o.spot, o.id` : sql``
  const read = sample ? rowsInIndexOrder<FacetCount> : rows<FacetCount>
  return read(
    db,
    sql`with found as materialized (
        select ${columns(actor)} from ${narrowFiles} where ${narrowMatching(actor, filter)} ${order} limit ${sql.lit(sample ? SAMPLED : COUNTED)})
      ${by('type', sql`doc_type`)}
      union all ${by('kind', sql`kind`)}
      union all ${by('state', sql`status`)}
      union all (select 'year', year::text, null, n from (select extract(year from day)::integer as year, count(*) as n from found
        group by 1 order by 1 desc limit ${sql.lit(MOST)}) years)
      union all (select 'folder', collection_id::text, min(folder), count(*) as n from found where collection_id is not null
        group by collection_id order by n desc, 2 limit ${sql.lit(MOST)})
      union all ${byEach('tag', sql`tags`)}
      union all ${byEach('person', sql`people`)}
      union all ${byEach('organisation', sql`organisations`)}
      union all (select 'amount', power::text, null, count(*) from (select ${power} as power from found where amount >= 0) sums
        group by power order by power)
      union all (select 'favorite', null, null, count(*) from found where is_favorite)
      union all (select 'unfiled', null, null, count(*) from found where collection_id is null)
      union all (select 'all', null, null, count(*) from found)
      union all (select 'reached', null, null, max(spot)::bigint + 2147483648 from found)`,
  )
}
