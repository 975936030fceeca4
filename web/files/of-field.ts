import type { Enrichment } from '../api/shapes.ts'
import type { Filters } from './search.ts'

/** The files that share what stands in a field of one of them. */

/** Those of the same month. */
export function filterOfDate(day: string): Filters {
  const [year, month] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10)
  return { since: `${day.slice(0, 7)}-01`, until: last }
}

export const filterOfAmount = (amount: number): Filters => ({ min: amount, max: amount })

/** A person where the text names one so, as the service has it; else a company. */
export function filterOfParty(name: string, { entities }: Pick<Enrichment, 'entities'>): Filters {
  const people = Array.isArray(entities.people) ? (entities.people as { normal?: string; text?: string }[]) : []
  const isPerson = people.some(({ normal, text }) => (normal || text)?.toLowerCase() === name.toLowerCase())
  return isPerson ? { person: name } : { organisation: name }
}
