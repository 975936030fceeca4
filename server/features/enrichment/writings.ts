import { EN_MONTHS, RU_MONTHS } from '../../lib/when/names.ts'
import type { Fields } from '../../ports/describer.ts'

/** What a title or a name can be made of, in the ways in which people write it. */

type Write = (parts: { y: string; m: string; d: string }) => string

const month = (names: string[], m: string) => names[Number(m) - 1]!

const quarter = (m: string) => Math.ceil(Number(m) / 3)

const DATES: Record<string, Write> = {
  iso: ({ y, m, d }) => `${y}-${m}-${d}`,
  dots: ({ y, m, d }) => `${d}.${m}.${y}`,
  short: ({ y, m, d }) => `${d}.${m}.${y.slice(2)}`,
  'ru day': ({ y, m, d }) => `${Number(d)} ${month(RU_MONTHS.genitive, m)} ${y}`,
  'en day': ({ y, m, d }) => `${Number(d)} ${month(EN_MONTHS, m)} ${y}`,
  'us day': ({ y, m, d }) => `${month(EN_MONTHS, m)} ${Number(d)}, ${y}`,
  'ru month': ({ y, m }) => `${month(RU_MONTHS.nominative, m)} ${y}`,
  'en month': ({ y, m }) => `${month(EN_MONTHS, m)} ${y}`,
  'iso month': ({ y, m }) => `${y}-${m}`,
  'dots month': ({ y, m }) => `${m}.${y}`,
  'en short day': ({ y, m, d }) => `${Number(d)} ${month(EN_MONTHS, m).slice(0, 3)} ${y}`,
  'en short month': ({ y, m }) => `${month(EN_MONTHS, m).slice(0, 3)} ${y}`,
  'ru quarter': ({ y, m }) => `${quarter(m)} квартал ${y}`,
  'ru short quarter': ({ y, m }) => `${quarter(m)} кв. ${y}`,
  'en quarter': ({ y, m }) => `Q${quarter(m)} ${y}`,
  'year quarter': ({ y, m }) => `${y} Q${quarter(m)}`,
  'year, ru month': ({ y, m }) => `${y} ${month(RU_MONTHS.nominative, m)}`,
  compact: ({ y, m, d }) => `${y}${m}${d}`,
  slashes: ({ y, m, d }) => `${d}/${m}/${y}`,
  underscores: ({ y, m, d }) => `${y}_${m}_${d}`,
  'underscored month': ({ y, m }) => `${y}_${m}`,
  year: ({ y }) => y,
  'ru month alone': ({ m }) => month(RU_MONTHS.nominative, m),
  'en month alone': ({ m }) => month(EN_MONTHS, m),
}

const spaced = (amount: number) =>
  String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ' ') + (amount % 1 ? `,${amount.toFixed(2).slice(-2)}` : '')

/** Each way to write a sum: 48500, 48 500, 48 500,00, 48,500.00. */
function sumsOf(amount: number): [string, string][] {
  const cents = amount.toFixed(2).slice(-2)
  const whole = String(Math.trunc(amount))
  const grouped = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by)
  return [
    ['amount', String(amount)],
    ['amount spaced', spaced(amount)],
    ['amount with kopecks', `${grouped(' ')},${cents}`],
    ['amount with cents', `${grouped(',')}.${cents}`],
    ['amount with commas', grouped(',') + (amount % 1 ? `.${cents}` : '')],
    ['amount whole', whole],
  ]
}

/** "ООО «Ромашка»" is also "Ромашка", "Acme Ltd" also "Acme". */
const nameless = (name: string) =>
  /[«"]([^«»"]+)[»"]/.exec(name)?.[1] ?? name.replace(/,? (?:Inc|Ltd|LLC|LLP|GmbH|Corp|Limited|PLC|AG)\.?$/, '')

/** Each way to write a part, by its name: of its fields, its title and the name that it came with. */
export function writingsOf(fields: Fields, title: string, name: string): Map<string, string> {
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
  if (amount !== null) for (const [way, text] of sumsOf(amount)) add(way, text)
  for (const [at, digits] of (name.match(/\d{2,12}/g) ?? []).slice(0, 3).entries()) add(`name digits ${at}`, digits)
  for (const [at, name] of parties.slice(0, 4).entries()) {
    add(`party ${at}`, name)
    add(`party ${at} unquoted`, name.replace(/[«»"]/g, ''))
    add(`party ${at} short`, nameless(name))
  }
  return found
}

export type Template = (string | Part)[]

interface Part {
  part: string
  /** Written with a capital, though it has none itself: "Март 2024". */
  capital?: boolean
}

const isCapital = (text: string) => /^\p{Lu}/u.test(text)

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
      const found: Part = isCapital(piece[at]!) && !isCapital(value) ? { part, capital: true } : { part }
      return [piece.slice(0, at), found, piece.slice(at + value.length)].filter(each => each !== '')
    })
  }
  return template
}

/** Undefined where the file lacks a part. */
export function filledIn(template: Template, writings: Map<string, string>): string | undefined {
  const pieces = template.map(piece => {
    if (typeof piece === 'string') return piece
    const written = writings.get(piece.part)
    return piece.capital && written ? written.charAt(0).toUpperCase() + written.slice(1) : written
  })
  return pieces.includes(undefined) ? undefined : pieces.join('')
}
