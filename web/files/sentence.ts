import { formatDocumentDay } from '../lib/document-format.ts'
import { formatMonth, formatNumber } from '../lib/format.ts'
import { filterOfDate } from './of-field.ts'
import { ownWords } from './own-words.ts'
import type { Filters } from './search.ts'
import { knownFolder } from './tree.ts'
import { typeWords } from './type-words.ts'
import { viewWords } from './view-words.ts'
import { libraryWords } from './words.ts'

/** A filter in the bar: what it says, and what takes it away. */
export interface Chip {
  key: string
  text: string
  clear: Partial<Record<keyof Filters, undefined>>
}

/** The year of a period that is one. */
export const yearOf = ({ since, until }: Filters): string | undefined => {
  const year = since?.slice(0, 4)
  return year && since === `${year}-01-01` && until === `${year}-12-31` ? year : undefined
}

function period(filters: Filters): string | undefined {
  const t = viewWords.now()
  const year = yearOf(filters)
  if (year) return t.inYear(year)
  const { since, until } = filters
  if (since?.endsWith('-01') && until === filterOfDate(since).until)
    return t.inMonth(formatMonth(new Date(`${since}T00:00:00`)))
  const parts = [since && t.since(formatDocumentDay(since)), until && t.until(formatDocumentDay(until))]
  return parts.filter(Boolean).join(' ') || undefined
}

export function sums({ min, max }: Pick<Filters, 'min' | 'max'>): string | undefined {
  const t = viewWords.now()
  if (min !== undefined && min === max) return t.exactly(formatNumber(min, 2))
  if (min !== undefined && max !== undefined && min > 0) return t.between(formatNumber(min), formatNumber(max))
  if (max !== undefined) return t.under(formatNumber(max))
  return min === undefined ? undefined : t.over(formatNumber(min))
}

/** The filters in the order in which they read as a sentence: invoices from Hartley in 2026 over 10 000. */
export function chipsOf(filters: Filters): Chip[] {
  const t = viewWords.now()
  const l = libraryWords.now()
  const { kind, status, type, tag, favorite, unfiled, person, organisation, folder } = filters
  const all: [string, string | undefined | false, (keyof Filters)[]][] = [
    ['type', type && (typeWords.now().many[type] ?? type), ['type']],
    ['kind', kind && l.kinds[kind], ['kind']],
    ['organisation', organisation && t.from(organisation), ['organisation']],
    ['person', person && t.with(person), ['person']],
    ['year', period(filters), ['since', 'until']],
    ['amount', sums(filters), ['min', 'max']],
    ['folder', folder && t.inFolder(knownFolder(folder)?.name ?? '…'), ['folder']],
    ['tag', tag && t.taggedAs(tag), ['tag']],
    ['status', status && l.statuses[status], ['status']],
    ['favorite', favorite && ownWords.now().favorites, ['favorite']],
    ['unfiled', unfiled && t.unfiled, ['unfiled']],
  ]
  return all.flatMap(([key, text, names]) =>
    text ? [{ key, text, clear: Object.fromEntries(names.map(name => [name, undefined])) }] : [],
  )
}

/** What a search with these filters would be called. */
export const sentenceOf = (filters: Filters): string =>
  chipsOf(filters)
    .map(({ text }) => text)
    .join(' ')
