import { withoutEnd } from '../../lib/trim.ts'
import type { Described, EntityKind, Fields, Headline } from '../../ports/describer.ts'
import { decreeTitle } from './decrees.ts'
import { calledBy, cased, type Heading, isShouted } from './headings.ts'
import { INSTITUTION } from './mastheads.ts'
import type { Mention } from './mention.ts'
import { firstTelling, goesOn, isFurniture, isTelling, wholeTitle } from './title-lines.ts'
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
  if (name && (UNTITLED.has(docType) || isNamedList(titled, name))) return name
  const own = ownTitle(source)
  if (source.kind === 'email' && own) return own
  if (docType === 'letter') return letterTitle(titled) || own || firstTelling(lines) || name
  if (docType === 'resume') return resumeTitle(titled) || own || firstTelling(lines) || name
  const cited = CITED.exec(source.text.slice(0, CITED_IN))?.[1]
  if (cited) return cited
  const stands = own.includes(' ') ? titleOnPage(own, lines, source.headings.length > 0) : ''
  if (stands && !PAPERS.has(docType) && !decreeTitle(lines)) return stands
  const called = decreeTitle(lines) || calledTitle(titled)
  if (called.includes(' ')) return called
  const first =
    source.kind === 'spreadsheet'
      ? ofSheet(source, lines)
      : /\.[ct]sv$/i.test(source.filename)
        ? ''
        : firstTelling(lines)
  return (
    called ||
    stands ||
    subjectLine(lines) ||
    (above(source, lines) && first) ||
    headingOf(source) ||
    first ||
    own ||
    name
  )
}

/** Short lines and nothing else, none of them apart from the others: the first is one of many. */
function isNamedList({ source: { text, kind, headings }, lines: head }: Titled, name: string): boolean {
  if (kind !== 'text' || headings.length > 0 || text.length > 4000 || calledBy(head)) return false
  if (!/\p{L}{3}/u.test(name) || EMPTY_TITLE.test(name)) return false
  const lines = text.trim().split('\n')
  return lines.length > 3 && lines.every(line => SHORT_LINE.test(line.trim()))
}

const SHORT_LINE = /^(?:[-*•+] )?(?:\[[ x]\] )?[\p{L}\p{N}][^:.!?;\t|{}<>=]{0,38}[^:.!?;,\s]$/iu

/** How a law says that it is to be called. */
const CITED = /may be cited as the ["“‘'`]{1,2}([^"”’'`\n]{5,120})["”’'`]/
const CITED_IN = 4000

/** Whose it is: a title of its own is rarely more than the word for it. */
function resumeTitle({ headline, language, fields }: Titled): string {
  const whose = headline.party || fields.parties[0] || ''
  return whose && `${language === 'ru' ? 'Резюме' : 'Résumé'} — ${whose}`
}

/** Papers that are known by their kind, number and sides rather than by a title. */
const PAPERS = new Set(['contract', 'invoice', 'act', 'receipt', 'statement', 'letter'])

/** A stamp that a program has taken for the title. */
const STAMPED = /утвержда|согласован|принято? на /i

const ownTitle = ({ title }: Described): string => {
  const own = title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^Microsoft \p{L}+ - /u, '')
    .replace(/\s\[[^\]]{1,20}\]$/, '')
    .replace(/\.(?:docx?|pdf|rtf|odt|indd|qxd|tex|wpd|pptx?|xlsx?)$/i, '')
  const good =
    own.length > 3 &&
    own.length <= MAX_TITLE * 2 &&
    !EMPTY_TITLE.test(own) &&
    !STAMPED.test(own) &&
    !isFurniture(own) &&
    !INSTITUTION.test(own) &&
    !/^[«"]?(?:\d+\.|статья |глава )/i.test(own)
  return good ? shortened(own) : ''
}

/** Ends with a whole word. */
function shortened(title: string): string {
  if (title.length <= MAX_TITLE) return title
  return title.slice(0, Math.max(title.lastIndexOf(' ', MAX_TITLE), MAX_TITLE / 2))
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const TOP = 8
const ENOUGH = 12

/**
 * The title that a program has noted, as the page writes it. It counts only if the page begins with it or has all its
 * words near the top.
 */
function titleOnPage(own: string, lines: Heading[], hasHeadings: boolean): string {
  const top = lines.slice(0, TOP)
  const begin = plain(own.split(' ... ')[0]!)
  const at = top.findIndex(({ line }) => {
    const said = plain(line)
    return said.length >= ENOUGH && (begin.startsWith(said) || said.startsWith(begin))
  })
  if (at >= 0 && begin.length >= ENOUGH) {
    // Where headings are marked, the title ends with its own.
    if (hasHeadings && plain(top[at]!.line) === begin) return top[at]!.line
    const whole = wholeTitle(lines, at)
    return plain(whole).length >= begin.length ? whole.replace(/[.:]$/, '') : own
  }
  const text = top.map(({ line }) => line).join(' ')
  if (plain(text).includes(plain(own))) return own
  const words = own.toLowerCase().match(/[\p{L}\p{N}.]{2,}/gu) ?? []
  const there = new Set(text.toLowerCase().match(/[\p{L}\p{N}.]{2,}/gu))
  return words.length > 2 && words.every(word => there.has(word)) ? own : ''
}

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
  const isBare = !cell.includes(' ') || subject !== '' || /^\p{L}+ (?:no|nr|number|#)(?!\p{L})/iu.test(cell)
  if (isBare && !number && !subject) return bareTitle(what, fields, language)
  if (isBare || cell.length > 90 || isShouted(cell)) return short
  const ended = withoutEnd(calmed(cell).replace(/(?<=report|отч[её]т) \d{1,3}$/i, ''), /[.,;:№\s]/)
  return /\d г$/.test(ended) ? `${ended}.` : ended
}

/** "СЧЁТ НА ОПЛАТУ № 118 от 14 сентября": the words before the number are written as others are. */
const calmed = (cell: string) => {
  const shouted = /^[\p{Lu} -]{5,}(?= (?:№|от |No\b|N\b|#|\d|dated ))/u.exec(cell)?.[0]
  return shouted ? cased(shouted) + cell.slice(shouted.length) : cell
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Invoice" alone says little: whose it is, or of which day. */
function bareTitle(what: string, { parties, document_date }: Fields, language: string): string {
  if (parties[0]) return `${what} — ${parties[0]}`
  if (!document_date) return what
  return language === 'ru'
    ? `${what} от ${document_date.split('-').reverse().join('.')}`
    : `${what} of ${LONG_DAY.format(new Date(document_date))}`
}

const NO_SUBJECT =
  /^(?:№|n[oо]?\.? ?\d|\d|от |г\.|город |гор\.|село |с\.|dated|date|between|this |именуем|по состоянию|общие положения|предмет договора|[«"“]?_)/iu

const ABOUT_WHAT = /^(?:на|об?|по|к|для|between|for|of|on) /i

/** "ДОГОВОР" and under it "КУПЛИ-ПРОДАЖИ АВТОМОБИЛЯ", "Акт" and under it "приёма-передачи". */
function continued(lines: Heading[], at: number, what: string): string {
  const found: string[] = []
  let before = lines[at]!.line
  for (const { line } of lines.slice(at + 1, at + 6)) {
    const isSame =
      isShouted(before) && isShouted(line) && (!what.includes(' ') || ABOUT_WHAT.test(line) || found.length > 0)
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

/** What a letter says that it is about, with the next line where it goes on there. */
function subjectOf(lines: Heading[]): string {
  for (const [at, { line }] of lines.entries()) {
    const subject = SUBJECT.exec(line)?.[1] ?? (ABOUT.test(line) ? line : undefined)
    const next = lines[at + 1]?.line ?? ''
    if (subject) return cased(/^\p{Ll}/u.test(next) && next.length < 80 ? `${subject} ${next}` : subject)
  }
  return ''
}

/** Its subject; else who writes it and of which day it is. */
function letterTitle({ lines, fields, language, headline }: Titled): string {
  const subject = subjectOf(lines)
  if (subject) return subject
  if (headline.what) return headline.what
  const { parties, document_date } = fields
  const [from] = parties
  if (!from && !document_date) return ''
  if (language === 'ru') {
    const day = document_date ? ` от ${document_date.split('-').reverse().join('.')}` : ''
    return `Письмо${day}${from ? ` — ${from}` : ''}`
  }
  return `Letter${from ? ` from ${from}` : ''}${document_date ? ` of ${LONG_DAY.format(new Date(document_date))}` : ''}`
}

const LABEL = /^(?:onderwerp|betreft|betreff|asunto|objet|oggetto|subject|тема)(?:\s?:\s{0,5}(.{0,140}))?$/i

/** "Onderwerp:" and behind or below it what it is about. */
function subjectLine(lines: Heading[]): string {
  const at = lines.findIndex(({ line }) => LABEL.test(line))
  if (at < 0) return ''
  const said = LABEL.exec(lines[at]!.line)![1]?.trim() ?? ''
  if (said.length > 3) return said
  const next = lines[at + 1]?.line ?? ''
  return next.length > 3 && next.length < 140 && isTelling(next) ? next : ''
}

/** Whether the text begins above its first heading with a short line of its own. */
const above = ({ headings, text }: Described, lines: Heading[]) => {
  const first = lines[0]
  return Boolean(
    first &&
      headings[0] &&
      first.end < headings[0].char_start &&
      first.line.length < 90 &&
      !/[.!?;:,]$/.test(first.line) &&
      text.slice(first.end, first.end + 1) === '\n',
  )
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

const IN_ENGLISH = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function dateOf(title: string, date: string, russian: boolean): string {
  if (!date || title.includes(date.slice(0, 4))) return ''
  return russian ? ` от ${date.split('-').reverse().join('.')}` : ` of ${IN_ENGLISH.format(new Date(date))}`
}
