import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { type Fragment, rows } from '../../../db/connect.ts'
import { rowsInIndexOrder } from '../../../db/index-order.ts'
import { COUNTED, type ListFilter, narrowlyListed } from '../listing/queries.ts'
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

/** What files are counted by in one pass: a scan for each would take three times as long. */
const GROUPS = ['doc_type', 'kind', 'status', 'year', 'collection_id', 'power', 'is_favorite', 'unfiled'] as const

const refs = GROUPS.map(column => sql.ref(column))

/** In `counted`, the rows by this column alone: a bit is set for each of the others. */
const isBy = (column: (typeof GROUPS)[number]) =>
  sql`others = ${sql.lit(2 ** GROUPS.length - 1 - 2 ** (GROUPS.length - 1 - GROUPS.indexOf(column)))}`

const by = (facet: string, column: (typeof GROUPS)[number], order = sql`n desc, 2`) => sql`(
  select ${sql.lit(facet)} as facet, ${sql.ref(column)}::text as value, null::text as name, n from counted
  where ${isBy(column)} and ${sql.ref(column)} is not null order by ${order} limit ${sql.lit(MOST)})`

const OF_ALL = sql`others = ${sql.lit(2 ** GROUPS.length - 1)}`

const byEach = (
  facet: string,
  column: Fragment,
) => sql`(select ${sql.lit(facet)} as facet, min(label) as value, null::text as name, count(distinct id) as n
  from (select id, unnest(${column}) as label from found where ${column} <> '{}') labelled
  group by lower(label) order by n desc, 2 limit ${sql.lit(MOST)})`

/** Sums by powers of ten, as the exponent from thousands on. */
const power = sql`case when o.amount < 0 then null when o.amount < 1000 then 0 when o.amount >= 1000000 then 4
  else floor(log(o.amount)) - 2 end`

const columns = (
  actor: Actor,
) => sql`o.id, o.kind, o.status, o.doc_type, o.collection_id, o.collection_id is null as unfiled, extract(year from o.day)::integer as year,
  ${power} as power, o.people, o.organisations, o.tags, ${isFavoriteOf(actor, sql`o`)} as is_favorite, o.spot`

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
        select ${columns(actor)} from ${narrowlyListed(actor, filter)} ${order} limit ${sql.lit(sample ? SAMPLED : COUNTED)}),
      counted as materialized (select grouping(${sql.join(refs)}) as others, ${sql.join(refs)}, count(*) as n, max(spot) as spot
        from found group by grouping sets (${sql.join(refs.map(column => sql`(${column})`))}, ()))
      ${by('type', 'doc_type')}
      union all ${by('kind', 'kind')}
      union all ${by('state', 'status')}
      union all ${by('year', 'year', sql`year desc`)}
      union all (select 'folder', value, (select c.name from collections c where c.owner_id = ${actor.ownerId} and c.id = value::uuid), n
        from ${by('folder', 'collection_id')} folders)
      union all ${byEach('tag', sql`tags`)}
      union all ${byEach('person', sql`people`)}
      union all ${byEach('organisation', sql`organisations`)}
      union all ${by('amount', 'power', sql`power`)}
      union all (select 'favorite', null, null, n from counted where ${isBy('is_favorite')} and is_favorite)
      union all (select 'unfiled', null, null, n from counted where ${isBy('unfiled')} and unfiled)
      union all (select 'all', null, null, n from counted where ${OF_ALL})
      union all (select 'reached', null, null, spot::bigint + 2147483648 from counted where ${OF_ALL})`,
  )
}
