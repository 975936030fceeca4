import type { Described, EntityKind, Headline } from '../../ports/describer.ts'
import { calledBy, type Heading } from './headings.ts'
import type { Mention } from './mention.ts'
import { lettersIn } from './tokens.ts'

const titleFromName = (filename: string) =>
  filename
    .replace(/\.[^.\s]{1,16}$/, '')
    .replaceAll('_', ' ')
    .trim()

/** Titles that programs put into files without being asked. */
const EMPTY_TITLE =
  /^(untitled|document\d*|документ\d*|без имени|microsoft (word|powerpoint|excel).*|new document|презентация powerpoint|powerpoint presentation|слайд \d+|scan\w*|лист\d*|sheet\d*|https?:\/\/\S*|[^\s@]+\.[a-z]{2,8})$/i

const MAX_TITLE = 200
const UNTITLED = new Set(['code', 'photo', 'recording'])

/** What it calls itself, the title it carries, its first heading, its first short line; else its name. */
export function titleOf(source: Described, lines: Heading[], headline: Headline, docType: string): string {
  const own = source.title.trim()
  return (
    (UNTITLED.has(docType) && titleFromName(source.filename)) ||
    calledTitle(lines, headline) ||
    (own.length > 3 && own.length <= MAX_TITLE && !EMPTY_TITLE.test(own) && own) ||
    headingOf(source) ||
    firstLine(lines) ||
    titleFromName(source.filename)
  )
}

function calledTitle(lines: Heading[], headline: Headline): string {
  const called = calledBy(lines)?.heading
  if (!called || lettersIn(headline.what) < 2) return ''
  const sign = /[а-яё]/i.test(headline.what) ? ' № ' : ' '
  const short = headline.number ? headline.what + sign + headline.number : headline.what
  const whole = called.line.replace(/\s+/g, ' ')
  return whole.length > 90 || isShouted(whole) ? short : whole.replace(/[.,;:\s]+$/, '')
}

function headingOf({ text, headings }: Described): string {
  for (const { char_start, char_end } of headings.slice(0, 3)) {
    const said = [...text.slice(0, char_end * 2)].slice(char_start, char_end).join('').trim()
    if (said.length > 2 && said.length <= MAX_TITLE && !said.includes('\n') && !FURNITURE.test(said)) return said
  }
  return ''
}

/** What stands at the top of any document and is the name of none. */
const FURNITURE =
  /^((table of )?contents|содержание|оглавление|(стр(аница|\.)?|page) ?\d+( (из|of|\/) ?\d+)?|приложение|утверждаю|согласовано|confidential|draft|черновик)[.:]?$/i

const CONTENTS = /^((table of )?contents|содержание|оглавление)[.:]?$/i

/** A comment or a mark of a program is no line of the text. */
const isSaid = (line: string) => /^[\p{L}\p{N}«"“(№§]/u.test(line) && lettersIn(line) * 2 > line.length

function firstLine(lines: Heading[]): string {
  const at = lines.findIndex(({ line }) => !FURNITURE.test(line) && isSaid(line))
  // Behind the word "Contents" stand the names of chapters.
  const inContents = lines.slice(0, Math.max(at, 0)).some(({ line }) => CONTENTS.test(line))
  const first = at >= 0 && at < 4 && !inContents ? lines[at]!.line : ''
  const isTitle = first.length > 3 && first.length <= 100 && /\p{L}{3}/u.test(first) && !/[,;:]$/.test(first)
  return isTitle && (lines.length > 1 || !/[.!?]$/.test(first)) ? first.replace(/[.]$/, '') : ''
}

function isShouted(line: string): boolean {
  const letters = line.match(/\p{L}/gu) ?? []
  return letters.length > 4 && letters.filter(letter => /\p{Lu}/u.test(letter)).length > letters.length * 0.6
}

const distinct = (list: Mention[], count: number) =>
  [...new Set(list.map(({ normal, text }) => String(normal ?? text)))].slice(0, count)

/** For papers with sides and sums: what it is, whom it names, how much it is about. Empty when it says none of it. */
export function facts(
  title: string,
  headline: Headline,
  mentions: Record<EntityKind, Mention[]>,
  language: string,
): string {
  if (!headline.what) return ''
  const russian = language === 'ru'
  const sides = distinct([...mentions.organisations.filter(({ form }) => form), ...mentions.people], 3)
  const largest = mentions.amounts.toSorted((a, b) => Number(b.value) - Number(a.value))[0]
  const sentences = [title + dateOf(title, headline.date, russian)]
  if (sides.length > 0) sentences.push(`${russian ? 'Названы' : 'It names'}: ${sides.join(', ')}`)
  if (largest) sentences.push(`${russian ? 'Сумма' : 'The sum'}: ${largest.text.replace(/\s+/g, ' ')}`)
  return sentences.length === 1 ? '' : `${sentences.map(sentence => sentence.replace(/\.$/, '')).join('. ')}.`
}

function dateOf(title: string, date: string, russian: boolean): string {
  if (!date || title.includes(date.slice(0, 4))) return ''
  return russian ? ` от ${date.split('-').reverse().join('.')}` : ` of ${date}`
}
