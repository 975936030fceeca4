import { type Fields, NO_FIELDS } from '../../../ports/describer.ts'
import { calledBy, type Heading, partsOf } from '../headings.ts'
import type { Mention } from '../mention.ts'
import {
  type Dated,
  dayReader,
  documentDate,
  dueDate,
  firstLineDate,
  headingDate,
  namedDays,
  type PaperDays,
} from './days.ts'
import { ALL, NUMBER } from './labels.ts'
import { type FieldLine, linesOf, valuesOf } from './lines.ts'
import { partiesOf } from './parties.ts'
import { namedSum, sumOf } from './sums.ts'

/** What is written into the blanks of a paper. What is not certain stays empty. */

export interface FieldSource {
  text: string
  docType: string
  language: string
  head: Heading[]
  dates: Mention[]
  amounts: Mention[]
  people: Mention[]
  organisations: Mention[]
}

const PAPERS: Record<string, PaperDays> = {
  contract: 'contract',
  invoice: 'invoice',
  receipt: 'receipt',
  act: 'act',
  letter: 'letter',
}

/** The beginning of a long paper, where its blanks are, and its end, where it is signed. */
const HEAD = 40_000

export function fieldsOf(source: FieldSource): Fields {
  const { text, docType, language, head, dates, amounts, people, organisations } = source
  const paper = PAPERS[docType]
  const lines = linesOf(text.slice(0, HEAD))
  const heading = calledBy(head)?.heading
  const read = dayReader(text, language)
  const dated = { text, lines, language, dates, heading, read }
  if (!paper) return otherFields(docType, dated)
  const document_date = documentDate(paper, dated)
  return {
    document_date,
    ...sumOf(paper, text, lines, amounts),
    parties: partiesOf(paper, { text, lines, people, organisations, language }),
    number: numberOf(paper, lines, head, heading),
    due_date: dueDate(dated, document_date),
  }
}

const LABELLED = new Set(['other', 'note', 'form', 'certificate', 'report', 'statement'])
const SUMMED = new Set(['other', 'note', 'form', 'certificate'])
const LONG = 12_000

/** Of other papers only what stands in their heading, and of short ones what a label says. */
function otherFields(docType: string, dated: Dated): Fields {
  const ofHeading = dated.heading ? headingDate(dated) : null
  if (!LABELLED.has(docType) || dated.text.length > LONG) return { ...NO_FIELDS, document_date: ofHeading }
  const { document_date, due_date } = namedDays(dated)
  const first = docType === 'note' ? firstLineDate(dated) : null
  return {
    ...NO_FIELDS,
    ...(SUMMED.has(docType) && namedSum(dated.lines)),
    document_date: ofHeading ?? document_date ?? first,
    due_date,
  }
}

const TOKEN = /^[\p{L}\d][\p{L}\d]{0,24}(?:[-/._][\p{L}\d]{1,24}){0,8}/u

/** Has a digit, and is no day and no telephone. */
function readNumber(value: string): string | undefined {
  const token = TOKEN.exec(value.replace(/^(?:no|nr|number|n)[.:]?\s{1,3}/i, ''))?.[0]
  if (!token || !/\d/.test(token) || token.length > 40) return undefined
  const isDay = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d\d-\d\d$/.test(token)
  return isDay ? undefined : token
}

function numberOf(paper: PaperDays, lines: FieldLine[], head: Heading[], heading: Heading | undefined): string | null {
  const labelled = [...valuesOf(lines.slice(0, paper === 'letter' ? 20 : undefined), NUMBER[paper], ALL, readNumber)]
  const [first] = labelled
  if (first) return first.value
  if (paper === 'letter') return outgoing(lines)
  if (paper === 'receipt') {
    const till = ofTill(lines)
    if (till) return till
  }
  if (!heading) return null
  const next = head[head.indexOf(heading) + 1]
  return readNumber(partsOf(heading, next).number) ?? null
}

/** "Смена № 118 Чек № 450": the one number of a till that is the receipt's. */
function ofTill(lines: FieldLine[]): string | undefined {
  const found = lines
    .slice(0, 40)
    .flatMap(({ text }) => /(?:^|\s)чек\s?№\s?(\d{1,8})(?!\d)/i.exec(text.slice(0, 120))?.[1] ?? [])
  return new Set(found).size === 1 ? found[0] : undefined
}

/** "Исх. № 12/3 от 05.03.2024", "05.03.2024 № 12/3". */
function outgoing(lines: FieldLine[]): string | null {
  for (const { text } of lines.slice(0, 15)) {
    const found =
      /^(?:.{0,30}\s)?(?:исх\p{L}{0,7}\.?\s{0,3})?№\s{0,3}([\p{L}\d][\p{L}\d/-]{0,20})(?:\s{1,5}от\s.{4,40})?$/iu.exec(
        text,
      )?.[1]
    if (found && /\d/.test(found) && text.length < 70) return found
  }
  return null
}
