import type { Fields } from '../../ports/describer.ts'

/** What a title or a name can be made of, in the ways in which people write it. */

const MONTHS = {
  ru: 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' '),
  of: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

type Write = (parts: { y: string; m: string; d: string }) => string

const month = (names: string[], m: string) => names[Number(m) - 1]!

const DATES: Record<string, Write> = {
  iso: ({ y, m, d }) => `${y}-${m}-${d}`,
  dots: ({ y, m, d }) => `${d}.${m}.${y}`,
  short: ({ y, m, d }) => `${d}.${m}.${y.slice(2)}`,
  'ru day': ({ y, m, d }) => `${Number(d)} ${month(MONTHS.of, m)} ${y}`,
  'en day': ({ y, m, d }) => `${Number(d)} ${month(MONTHS.en, m)} ${y}`,
  'us day': ({ y, m, d }) => `${month(MONTHS.en, m)} ${Number(d)}, ${y}`,
  'ru month': ({ y, m }) => `${month(MONTHS.ru, m)} ${y}`,
  'en month': ({ y, m }) => `${month(MONTHS.en, m)} ${y}`,
  'iso month': ({ y, m }) => `${y}-${m}`,
  'dots month': ({ y, m }) => `${m}.${y}`,
  year: ({ y }) => y,
}

const spaced = (amount: number) =>
  String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ' ') + (amount % 1 ? `,${amount.toFixed(2).slice(-2)}` : '')

/** "ООО «Ромашка»" is also "Ромашка", "Acme Ltd" also "Acme". */
const nameless = (name: string) =>
  /[«"]([^«»"]+)[»"]/.exec(name)?.[1] ?? name.replace(/,? (?:Inc|Ltd|LLC|LLP|GmbH|Corp|Limited|PLC|AG)\.?$/, '')

/** Each way to write a part, by its name. */
export function writingsOf(fields: Fields, title: string): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, text: string) => {
    if (text.length > 1) found.set(name, text)
  }
  add('title', title)
  const { document_date, due_date, number, amount, parties } = fields
  for (const [which, day] of [
    ['date', document_date],
    ['due', due_date],
  ] as const) {
    const [y, m, d] = day?.split('-') ?? []
    if (y && m && d) for (const [way, write] of Object.entries(DATES)) add(`${which} ${way}`, write({ y, m, d }))
  }
  if (number) {
    found.set('number', number)
    add('number without slashes', number.replaceAll('/', '-'))
  }
  if (amount !== null) {
    add('amount', String(amount))
    add('amount spaced', spaced(amount))
  }
  for (const [at, name] of parties.slice(0, 4).entries()) {
    add(`party ${at}`, name)
    add(`party ${at} unquoted`, name.replace(/[«»"]/g, ''))
    add(`party ${at} short`, nameless(name))
  }
  return found
}

export type Template = (string | { part: string })[]

const isWhole = (text: string, at: number, length: number) =>
  !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[at + length] ?? '')

/** The text with its parts in place of their values, the longest first; a part stands once. */
export function templateOf(text: string, writings: Map<string, string>): Template {
  const ways = [...writings].sort(([, a], [, b]) => b.length - a.length)
  let template: Template = [text]
  for (const [part, value] of ways) {
    const lower = value.toLowerCase()
    template = template.flatMap(piece => {
      if (typeof piece !== 'string') return [piece]
      const at = piece.toLowerCase().indexOf(lower)
      if (at < 0 || !isWhole(piece, at, value.length)) return [piece]
      return [piece.slice(0, at), { part }, piece.slice(at + value.length)].filter(each => each !== '')
    })
  }
  return template
}

/** Undefined where the file lacks a part. */
export function filledIn(template: Template, writings: Map<string, string>): string | undefined {
  const pieces = template.map(piece => (typeof piece === 'string' ? piece : writings.get(piece.part)))
  return pieces.includes(undefined) ? undefined : pieces.join('')
}
