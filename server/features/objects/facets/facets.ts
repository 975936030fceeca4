import type { Actor, Needs } from '../../../context.ts'
import { assertFilter, countPage } from '../list.ts'
import { COUNTED, type ListFilter } from '../listing/queries.ts'
import { colorsOf } from '../tags/queries.ts'
import { countFacets, type FacetCount, SAMPLED } from './queries.ts'

const WHOLE = 2 ** 32

const LIMITS = [0, 1_000, 10_000, 100_000, 1_000_000]

const amountOf = (power: number) => ({ min: LIMITS[power] ?? 0, max: LIMITS[power + 1] ?? null })

/**
 * How many files of a filter there are of each type, tag, folder and so on. Up to ten thousand they are counted; of more some
 * at random are, and the counts are multiplied.
 */
export async function facetsOf(context: Needs<'db'>, actor: Actor, filter: ListFilter) {
  await assertFilter(context, actor, filter)
  const { total, exact } = await countPage(context, actor, 'listed', filter)
  const isSample = !exact || total > COUNTED
  const [found, colors] = await Promise.all([
    countFacets(context.db, actor, filter, isSample),
    colorsOf(context.db, actor.ownerId),
  ])
  const number = (facet: string) => found.find(row => row.facet === facet)?.n ?? 0
  const factor = isSample ? factorOf(number('all'), number('reached'), exact ? total : undefined) : 1
  const scaled = (n: number) => Math.round(n * factor)
  const of = (facet: string) => found.filter(row => row.facet === facet)
  const values = (facet: string) => of(facet).map(({ value, n }) => ({ value: value ?? '', count: scaled(n) }))
  const colorOf = new Map(colors.map(({ name, color }) => [name, color]))
  return {
    total: exact ? total : scaled(number('all')),
    total_is_exact: exact,
    counts_are_exact: !isSample,
    type: values('type'),
    kind: values('kind'),
    state: values('state'),
    year: values('year'),
    person: values('person'),
    organisation: values('organisation'),
    tag: values('tag').map(({ value, count }) => ({ value, count, color: colorOf.get(value.toLowerCase()) ?? null })),
    folder: of('folder').map(({ value, name, n }: FacetCount) => ({
      value: value ?? '',
      name: name ?? '',
      count: scaled(n),
    })),
    amount: of('amount').map(({ value, n }) => ({ ...amountOf(Number(value)), count: scaled(n) })),
    favorite: scaled(number('favorite')),
    unfiled: scaled(number('unfiled')),
  }
}

/** Where the total is not known, the part of the random order that was gone through tells it. */
function factorOf(sampled: number, reached: number, total: number | undefined): number {
  if (total !== undefined) return total / Math.max(sampled, 1)
  return sampled < SAMPLED ? 1 : WHOLE / Math.max(reached, 1)
}
