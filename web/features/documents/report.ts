import { formatDate, formatList } from '../../lib/format.ts'
import { pageList } from './edits.ts'
import type { ReportWords } from './report-words.ts'

/** What a task reports of its result, as sentences. Each key of a report has its line here. */

export type Report = Record<string, unknown>

export interface ReportLine {
  text: string
  /** Something is not as it was. */
  careful: boolean
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Numbers of pages: those of a comparison come with what has changed there. */
const pagesOf = (value: unknown): string =>
  Array.isArray(value)
    ? pageList(value.flatMap(each => (typeof each === 'number' ? each : numberOf((each as { page?: unknown }).page))))
    : ''

const named = (names: string[], words: Record<string, string>, other?: string): string =>
  formatList([...new Set(names.map(name => words[name] ?? other ?? name))])

type Line = (value: unknown, t: ReportWords, report: Report) => string

const counted =
  (key: keyof ReportWords): Line =>
  (value, t) =>
    numberOf(value) > 0 ? (t[key] as (n: number) => string)(numberOf(value)) : ''

/** What a conversion has kept of a PDF is one sentence, made by the first of these keys that is present. */
const KEPT = {
  headings: 'headings',
  lists: 'items',
  columns: 'columns',
  tables: 'tables',
  pictures: 'pictures',
} as const

function kept(t: ReportWords, report: Report): string {
  const found = Object.entries(KEPT).flatMap(([key, word]) => {
    const count = numberOf(report[key])
    return count > 0 ? [t[word](count)] : []
  })
  return found.length > 0 ? t.contains(formatList(found)) : ''
}

const keptOnce =
  (own: string): Line =>
  (_value, t, report) =>
    Object.keys(KEPT).find(key => numberOf(report[key]) > 0) === own ? kept(t, report) : ''

const notKept: Line = (value, t) => (listOf(value).length > 0 ? t.notKept(named(listOf(value), t.things)) : '')

/** That something was lost. */
const LOSSES: Record<string, Line> = {
  not_kept: notKept,
  lost: notKept,
  lost_pictures: counted('lostPictures'),
  attachments: counted('attachments'),
  comments_removed: counted('comments'),
  form_fields_removed: counted('fields'),
  attachments_removed: counted('files'),
  bookmarks_covered: counted('bookmarks'),
  names_removed: counted('names'),
  removed: (value, t) => (listOf(value).length > 0 ? t.alsoRemoved(named(listOf(value), t.parts, t.otherParts)) : ''),
  pages_as_pictures: (value, t) => (pagesOf(value) ? t.asPictures(pagesOf(value)) : ''),
  pages_without_text: (value, t) => (pagesOf(value) ? t.unrecognised(pagesOf(value)) : ''),
  of_pages: (value, t, { pages }) =>
    numberOf(value) > numberOf(pages) ? t.partOf(numberOf(pages), numberOf(value)) : '',
  cut: (value, t) => (value === true ? t.cut : ''),
  engine: (_value, t) => t.engine,
  skipped: (value, t) => (Array.isArray(value) && value.length > 0 ? skipped(value, t) : ''),
}

function skipped(all: { reason?: unknown }[], t: ReportWords): string {
  const reasons = [...new Set(all.map(({ reason }) => textOf(reason)).filter(Boolean))]
  return [`${t.skipped(all.length)}.`, ...reasons].join(' ')
}

const FACTS: Record<string, Line> = {
  boxes: counted('boxes'),
  pages_as_text: (value, t) => (pagesOf(value) ? t.asText(pagesOf(value)) : ''),
  checked: (value, t) => (listOf(value).length > 0 ? t.checked(listOf(value).length) : ''),
  kept: (value, t) => {
    const [first] = listOf(value)
    if (!first) return ''
    // Of a crop it is a sentence, of a redaction the things.
    return first in t.things ? t.kept(named(listOf(value), t.things)) : t.cropped
  },
  pages_recognised: (value, t) => (pagesOf(value) ? t.recognised(pagesOf(value)) : ''),
  words: counted('words'),
  sheets: (value, t) => (listOf(value).length > 0 ? t.sheets(formatList(listOf(value))) : ''),
  ...Object.fromEntries(Object.keys(KEPT).map(key => [key, keptOnce(key)])),
  fields: counted('flattened'),
  equal: (value, t, { pages, compared }) =>
    value === true
      ? t.equal(named(listOf(compared), t.compared))
      : t.differs(pagesOf(pages), named(listOf(compared), t.compared)),
  pages_after: (value, t, { pages_before }) =>
    value === pages_before ? '' : t.counts(numberOf(pages_before), numberOf(value)),
  signer: (value, t, { issuer, valid_until }) =>
    t.signer(textOf(value), textOf(issuer), valid_until ? formatDate(textOf(valid_until)) : ''),
  repaired: (value, t) => (value === true ? t.repaired : ''),
}

/** Said by the line of another key. */
const REPORTED_WITH: Record<string, string> = {
  pages: 'equal',
  compared: 'equal',
  pages_before: 'pages_after',
  issuer: 'signer',
  valid_until: 'signer',
}

export function sentencesOf(report: Report, t: ReportWords): ReportLine[] {
  const said = (lines: Record<string, Line>, careful: boolean) =>
    Object.entries(lines).flatMap(([key, line]) => {
      const text = key in report ? line(report[key], t, report) : ''
      return text === '' ? [] : [{ text, careful }]
    })
  const all = [...said(FACTS, false), ...said(LOSSES, true)]
  return all.filter((one, at) => all.findIndex(other => other.text === one.text) === at)
}

/** Keys for which there are words. */
export const isReported = (key: string): boolean => key in FACTS || key in LOSSES || key in REPORTED_WITH
