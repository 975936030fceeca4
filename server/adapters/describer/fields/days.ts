import { datesIn } from '../dates.ts'
import type { Heading } from '../headings.ts'
import type { Mention } from '../mention.ts'
import { ALL, DATE, DAY, DUE } from './labels.ts'
import { type FieldLine, type Labels, valuesOf } from './lines.ts'

/** The day of a paper, and the day by which something is to be paid or answered. */

export type PaperDays = keyof typeof DATE

type Reader = (text: string) => string | undefined

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d\d)(?![\d/])/g
const DAY_FIRST = [/[£₹]|United Kingdom|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|[а-яё]{3}/, /€|\b(?:VAT|GST|IBAN|UK)\b/]
const MONTH_FIRST = [/United States|\b[A-Z]{2} \d{5}\b/, /\b(?:USA|USD|EIN)\b/]

/** Whether 03/05 is in March or in May: told by another day of the paper, else by where it comes from; unknown otherwise. */
function monthFirst(text: string): boolean | undefined {
  const days = [...text.slice(0, 20_000).matchAll(SLASHED)]
  const byDay = days.some(([, a]) => Number(a) > 12)
  const byMonth = days.some(([, , b]) => Number(b) > 12)
  if (byDay !== byMonth) return byMonth
  const head = text.slice(0, 20_000)
  // An address or a sign of money says more than a legal form.
  for (const at of [0, 1]) {
    const american = MONTH_FIRST[at]!.test(head)
    if (DAY_FIRST[at]!.test(head) !== american) return american
  }
  return undefined
}

const isClear = (said: string) => {
  const [, a, b] = /^(\d{1,2})\/(\d{1,2})\//.exec(said) ?? []
  return !a || a === b || Number(a) > 12 || Number(b) > 12
}

/** Reads a day at the beginning of a value, or nothing where it could be two. */
export function dayReader(text: string, language: string): Reader {
  let order: boolean | undefined | null = null
  return value => {
    const piece = value.slice(0, 60)
    const slashed = piece.includes('/')
    if (slashed && order === null) order = monthFirst(text)
    const known = datesIn(piece, slashed ? (order ? 'en' : '') : language)
    const day = known.find(({ date, start }) => String(date).length === 10 && start < 25)
    return day && (isClear(day.text) || typeof order === 'boolean') ? String(day.date) : undefined
  }
}

/** A line that says little besides a day: "г. Казань, 12 марта 2024 г.", "London, 5 March 2024". */
function lineOfDay({ text }: FieldLine, read: Reader, language: string): string | undefined {
  if (text.length > 110) return undefined
  const found = datesIn(text, language).filter(({ date }) => String(date).length === 10)
  if (found.length !== 1) return undefined
  const rest = `${text.slice(0, found[0]!.start)} ${text.slice(found[0]!.end)}`.replace(/[\s.,:«»"_–—-]+/g, ' ').trim()
  const isPlace = /^(?:(?:г|гор|город|с|село|пос|city of)\.? )?[\p{L}\s-]{0,40}(?: г| года)?$/u.test(rest)
  return isPlace && rest.split(' ').length <= 4 && !/\d|date|дата|срок|due|until|до$|period|период/i.test(rest)
    ? read(found[0]!.text)
    : undefined
}

/** In the forms of the state the number stands before it: "Счет-фактура № 12 от 12.03.2024". */
const OF_FORM = /^сч[её]т-фактура ?№ ?[\p{L}\d/-]{1,30} от (\d.{4,39})$/iu

/** "от 12 марта 2024 г.", "dated 5 March 2024" in the line that names the paper, or alone on one of the next lines. */
function ofHeading(
  lines: FieldLine[],
  heading: Heading | undefined,
  read: Reader,
  language: string,
): string | undefined {
  if (!heading) return undefined
  const at = lines.findIndex(({ text }) => text.includes(heading.line.slice(0, 60)))
  if (at < 0) return undefined
  const inside = datesIn(heading.line.slice(0, 200), language).filter(({ date }) => String(date).length === 10)
  // The date after "к договору от" belongs to another document.
  const own = inside.find(
    ({ start }) => !/(?:к договору|к контракту|по договору)[^.]{0,60}$/i.test(heading.line.slice(0, start)),
  )
  if (own) return read(own.text)
  for (const line of lines.slice(at + 1, at + 7)) {
    const behind = /^(?:от|dated|of|from)\s+(.{4,40})$/i.exec(line.text)?.[1] ?? OF_FORM.exec(line.text)?.[1]
    const day = behind
      ? read(behind)
      : line.cells.map(cell => cell.length < 40 && lineOfDay({ text: cell, cells: [] }, read, language)).find(Boolean)
    const found = day || lineOfDay(line, read, language)
    if (found) return found
  }
  return undefined
}

const distinct = (values: string[]) => [...new Set(values)]

function labelled(lines: FieldLine[], wanted: Labels, read: Reader): string | undefined {
  const found = distinct([...valuesOf(lines, wanted, ALL, read)].map(({ value }) => value))
  return found.length === 1 ? found[0] : undefined
}

const ENTERED =
  /(?:made|entered into|dated|effective|executed|signed|concluded|заключ[её]н\p{L}{0,3}|составлен\p{L}{0,3})[^.;]{0,60}?(?:on|as of|this|dated|effective|,)?\s*$/iu

/** "This Agreement is made as of 5 March 2024". */
function inPreamble(text: string, dates: Mention[], read: Reader): string | undefined {
  for (const { start, text: said, date } of dates) {
    if (start > 2500) break
    if (String(date).length === 10 && ENTERED.test(text.slice(Math.max(0, start - 120), start))) return read(said)
  }
  return undefined
}

/** A letter has its day on a line of its own, at the top or at the bottom; with its number before or behind it. */
function ofLetter(lines: FieldLine[], read: Reader, language: string): string | undefined {
  for (const { text } of lines.slice(0, 20)) {
    const numbered =
      /^(?:исх\p{L}{0,7}\.?\s{0,3})?(?:№|N)?\s{0,3}[\p{L}\d/-]{1,20}\s{1,3}(?:от|dated)\s{1,3}(.{6,40})$/iu.exec(
        text,
      )?.[1]
    const before = /^(.{6,25}?)\s{1,5}(?:исх\p{L}{0,7}\.?\s{0,3})?(?:№|No\.?)\s{0,3}[\p{L}\d/-]{1,20}$/iu.exec(
      text,
    )?.[1]
    const day = (numbered && read(numbered)) || (before && read(before))
    if (day) return day
  }
  for (const line of [...lines.slice(0, 16), ...lines.slice(16).slice(-6)]) {
    const day = lineOfDay(line, read, language)
    if (day) return day
  }
  return undefined
}

/** Where a day stands with an hour, it is when something was paid. */
function ofTill(lines: FieldLine[], read: Reader): string | undefined {
  const days = lines.slice(0, 60).flatMap(({ text }) => {
    const at = text.search(/\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s{1,3}(?:в\s)?\d{1,2}:\d\d/)
    return at < 0 ? [] : [read(text.slice(at))]
  })
  const found = distinct(days.filter(day => day !== undefined))
  return found.length === 1 ? found[0] : undefined
}

export interface Dated {
  text: string
  lines: FieldLine[]
  language: string
  dates: Mention[]
  heading?: Heading
  read: Reader
}

export const headingDate = ({ lines, heading, read, language }: Dated): string | null =>
  ofHeading(lines, heading, read, language) ?? null

export function documentDate(paper: PaperDays, { text, lines, language, dates, heading, read }: Dated): string | null {
  const named = ofHeading(lines, heading, read, language)
  if (named) return named
  if (paper === 'letter')
    return labelled(lines.slice(0, 20), DATE.letter, read) ?? ofLetter(lines, read, language) ?? null
  if (paper === 'contract' || paper === 'act') {
    const day = inPreamble(text, dates, read) ?? labelled(lines, DATE[paper], read)
    if (day) return day
    const first = lines
      .slice(0, 8)
      .map(line => lineOfDay(line, read, language))
      .find(Boolean)
    return first ?? null
  }
  const day = firstLabelled(lines, DATE[paper], read) ?? (paper === 'receipt' ? ofTill(lines, read) : undefined)
  if (day) return day
  const alone = distinct(lines.slice(0, 12).flatMap(line => lineOfDay(line, read, language) ?? []))
  return alone.length === 1 ? alone[0]! : null
}

/** The label that says most decides: "invoice date" before "date". */
function firstLabelled(lines: FieldLine[], wanted: Labels, read: Reader): string | undefined {
  const long = wanted.filter(label => label.includes(' ') || label.length > 6)
  return labelled(lines, long, read) ?? labelled(lines, wanted, read)
}

const UNTIL =
  /(?:(?<!\p{L})(?:до|не позднее|не позже|by|before|no later than|not later than|due|due on|due by|on or before|until)\s{1,3}(?:the\s)?[«"]?)$/iu
const PAYING =
  /(?:оплат|оплач|плат[её]ж|уплат|внести|перечисл|ответ|сообщ|просим|прошу|погас|верн[уи]|pay|paid|due|repl|respon|let us know|confirm|settle|return|remit)/iu

/** "Просим оплатить не позднее 20 марта 2024 г.", "payment is due by 20 March 2024": one such day, or none. */
function saidDue(text: string, dates: Mention[], read: Reader): string | undefined {
  const days = dates.flatMap(({ start, text: said, date }) => {
    const before = text.slice(Math.max(0, start - 160), start)
    if (String(date).length !== 10 || !UNTIL.test(before)) return []
    const sentence = before.split(/[.!?]\s+(?=\p{Lu})|\n\s*\n/u).at(-1)!
    return PAYING.test(sentence) ? [read(said)] : []
  })
  const found = distinct(days.filter(day => day !== undefined))
  return found.length === 1 ? found[0] : undefined
}

/** Of a paper of no kind: what its labels say. */
export const namedDays = ({ lines, read }: Dated) => ({
  document_date: labelled(lines.slice(0, 20), DAY, read) ?? null,
  due_date: labelled(lines, DUE, behind(read)) ?? null,
})

const LONGEST_HEADING = 100

/** Notes have their day in their heading; a sentence may speak of any day. */
export function firstLineDate({ lines, language, read }: Dated): string | null {
  const heading = lines[0]?.text.trim() ?? ''
  if (lines.length < 2 || heading.length > LONGEST_HEADING || /[.!?;]$/.test(heading)) return null
  const days = datesIn(heading, language).filter(({ date }) => String(date).length === 10)
  return days.length === 1 ? (read(days[0]!.text) ?? null) : null
}

const behind =
  (read: Reader): Reader =>
  value =>
    read(value.replace(/^(?:до|by|on|not later than|не позднее)\s{1,3}/iu, ''))

export function dueDate({ text, lines, dates, read }: Dated, from: string | null): string | null {
  const due = labelled(lines, DUE, behind(read)) ?? saidDue(text, dates, read)
  return due && (!from || due >= from) ? due : null
}
