import type { Described, EntityKind, Fields, Headline } from '../../ports/describer.ts'
import { decreeTitle } from './decrees.ts'
import { calledBy, cased, type Heading, isShouted } from './headings.ts'
import type { Mention } from './mention.ts'
import { firstTelling, goesOn, isTelling } from './title-lines.ts'
import { lettersIn } from './tokens.ts'

const titleFromName = (filename: string) =>
  filename
    .replace(/(?:\.[^.\s\d][^.\s]{0,7}){1,2}$/, '')
    .replaceAll('_', ' ')
    .trim()

/** Titles that programs put into files without being asked. */
const EMPTY_TITLE =
  /^(untitled|document\d*|документ\d*|без имени|microsoft (word|powerpoint|excel).*|new document|презентация powerpoint|powerpoint presentation|title slide|слайд \d+|scan\w*|лист\d*|sheet\d*|not found|404.*|a heading \d|https?:\/\/\S*|[^\s@]+\.[a-z]{2,8}|[\p{L}\d]*\d[\p{L}\d_-]*|\S*_\S*)$/iu

const MAX_TITLE = 200
const UNTITLED = new Set(['code', 'photo', 'recording'])

export interface Titled {
  source: Described
  lines: Heading[]
  headline: Headline
  docType: string
  fields: Fields
  language: string
}

/** What it calls itself, the title it carries, its first telling line; else its name. */
export function titleOf(titled: Titled): string {
  const { source, docType, lines } = titled
  const name = titleFromName(source.filename)
  if (UNTITLED.has(docType) && name) return name
  const own = ownTitle(source)
  if (source.kind === 'email' && own) return own
  if (docType === 'letter') return letterTitle(titled) || own || firstTelling(lines) || name
  const called = decreeTitle(lines) || calledTitle(titled)
  if (called.includes(' ')) return called
  const stands = own && standsIn(own, lines) ? own : ''
  const first =
    source.kind === 'spreadsheet'
      ? ofSheet(source, lines)
      : /\.[ct]sv$/i.test(source.filename)
        ? ''
        : firstTelling(lines)
  return called || stands || headingOf(source) || first || own || name
}

const ownTitle = ({ title }: Described): string => {
  const own = title.replace(/\s+/g, ' ').trim()
  const good =
    own.length > 3 && own.length <= MAX_TITLE && !EMPTY_TITLE.test(own) && !/^[«"]?(?:\d+\.|статья |глава )/i.test(own)
  return good ? own : ''
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** What a program has noted as the title is one when the page begins with it. */
const standsIn = (own: string, lines: Heading[]) =>
  plain(
    lines
      .slice(0, 6)
      .map(({ line }) => line)
      .join(' '),
  ).includes(plain(own))

/** The first row with one cell that is not the name of the sheet. */
function ofSheet({ text }: Described, lines: Heading[]): string {
  const rows = text
    .slice(0, 3000)
    .split('\n')
    .map(row => row.trim())
    .filter(row => row !== '')
  const title = rows.slice(1, 6).find(row => !row.includes('\t') && isTelling(row) && row.length < 120)
  if (title) return title
  const sheet = lines[0]?.line ?? ''
  return /\p{L} \p{L}/u.test(sheet) && isTelling(sheet) && !EMPTY_TITLE.test(sheet) ? sheet : ''
}

/** Blanks and marks of templates that nobody has filled in. */
const BLANK = /\s*(?:№|N[oо]?\.?)?\s*(?:_{2,}|\$\{|\{\{|<<|\[[A-Z_]{3}).*$/u

function calledTitle({ lines, headline, fields, language }: Titled): string {
  const called = calledBy(lines)?.heading
  if (!called || lettersIn(headline.what) < 2) return ''
  const at = lines.indexOf(called)
  const cell = called.line
    .split(/\t| {3}/)[0]!
    .replace(/[*\s]+$/, '')
    .replace(BLANK, '')
    .replace(/\s+/g, ' ')
  const number = fields.number ?? headline.number
  const what = headline.what
    .split(/\t| {3}/)[0]!
    .replace(BLANK, '')
    .replace(/[*\s]+$/, '')
  const subject = continued(lines, at, what)
  const sign = /[а-яё]/i.test(what) ? ' № ' : ' '
  const short = [what, subject].filter(Boolean).join(' ') + (number ? sign + number : '')
  const isBare = !cell.includes(' ') || subject !== ''
  if (isBare && !number && !subject) return bareTitle(what, fields, language)
  if (isBare || cell.length > 90 || isShouted(cell)) return short
  return cell.replace(/(?<=report|отч[её]т) \d{1,3}$/i, '').replace(/[.,;:\s]+$/, '')
}

/** "Invoice" alone says little: whose it is, or of which day. */
function bareTitle(what: string, { parties, document_date }: Fields, language: string): string {
  if (parties[0]) return `${what} — ${parties[0]}`
  if (!document_date) return what
  return language === 'ru'
    ? `${what} от ${document_date.split('-').reverse().join('.')}`
    : `${what} of ${document_date}`
}

const NO_SUBJECT =
  /^(?:№|n[oо]?\.? ?\d|\d|от |г\.|город |гор\.|село |с\.|dated|date|between|this |именуем|по состоянию|[«"“]?_)/iu

/** "ДОГОВОР" and under it "КУПЛИ-ПРОДАЖИ АВТОМОБИЛЯ", "Акт" and under it "приёма-передачи". */
function continued(lines: Heading[], at: number, what: string): string {
  const found: string[] = []
  let before = lines[at]!.line
  for (const { line } of lines.slice(at + 1, at + 4)) {
    const isSame = isShouted(before) && isShouted(line) && !what.includes(' ')
    const flows = /^\p{Ll}/u.test(line) || (found.length > 0 && goesOn(before, line))
    if (
      NO_SUBJECT.test(line) ||
      line.length > 120 ||
      /\t|[$_]{2}|\{/.test(line) ||
      !(isSame || flows) ||
      /[.:;]$/.test(line)
    )
      break
    found.push(isShouted(line) ? line.toLowerCase() : line)
    before = line
    if (found.join(' ').length > 120) break
  }
  return found.join(' ').slice(0, 160)
}

const SUBJECT = /^(?:re|subject|тема|concerning|betreff|asunto)\s?:\s{0,5}(\S.{2,140})$/i
const ABOUT = /^(?:об? |про |по вопросу )\p{L}.{3,120}[^.!?,]$/iu

/** Its subject; else to whom it goes and of which day it is. */
function letterTitle({ lines, fields, language, headline }: Titled): string {
  for (const { line } of lines) {
    const subject = SUBJECT.exec(line)?.[1] ?? (ABOUT.test(line) ? line : undefined)
    if (subject) return cased(subject)
  }
  if (headline.what) return headline.what
  const { parties, document_date } = fields
  const to = parties[1] ?? parties[0]
  if (!to && !document_date) return ''
  if (language === 'ru') {
    const day = document_date ? ` от ${document_date.split('-').reverse().join('.')}` : ''
    return `Письмо${day}${to ? ` — ${to}` : ''}`
  }
  return `Letter${parties[1] ? ` to ${to}` : to ? ` from ${to}` : ''}${document_date ? ` of ${document_date}` : ''}`
}

function headingOf({ text, headings, kind }: Described): string {
  if (kind === 'spreadsheet') return ''
  for (const { char_start, char_end } of headings.slice(0, 3)) {
    if (char_start > 1500) break
    const said = [...text.slice(0, char_end * 2)].slice(char_start, char_end).join('').trim()
    if (said.length > 2 && said.length <= MAX_TITLE && !said.includes('\n') && isTelling(said))
      return said.replace(/:$/, '')
  }
  return ''
}

const distinct = (list: Mention[], count: number) =>
  [...new Set(list.map(({ normal, text }) => String(normal ?? text)))].slice(0, count)

/** For papers with sides and sums: what it is, whom it names, how much it is about. Empty when it says none of it. */
export function facts(titled: Titled, title: string, mentions: Record<EntityKind, Mention[]>): string {
  const { headline, fields, language } = titled
  if (!headline.what) return ''
  const russian = language === 'ru'
  const named = distinct([...mentions.organisations.filter(({ form }) => form), ...mentions.people], 3)
  const sides = fields.parties.length > 0 ? fields.parties : named
  const largest = mentions.amounts.toSorted((a, b) => Number(b.value) - Number(a.value))[0]
  const sum = mentions.amounts.find(({ value }) => value === fields.amount) ?? largest
  const sentences = [title + dateOf(title, headline.date, russian)]
  if (sides.length > 0) sentences.push(`${russian ? 'Названы' : 'It names'}: ${sides.join(', ')}`)
  if (sum) sentences.push(`${russian ? 'Сумма' : 'The sum'}: ${sum.text.replace(/\s+/g, ' ')}`)
  return sentences.length === 1 ? '' : `${sentences.map(sentence => sentence.replace(/\.$/, '')).join('. ')}.`
}

function dateOf(title: string, date: string, russian: boolean): string {
  if (!date || title.includes(date.slice(0, 4))) return ''
  return russian ? ` от ${date.split('-').reverse().join('.')}` : ` of ${date}`
}
