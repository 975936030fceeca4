import { EN_MONTHS, MONTHS_SHORT, RU_MONTHS } from '../../lib/when/names.ts'
import { anyOf } from '../../lib/when/words.ts'
import { type Mention, mention, Taken } from './mention.ts'

const RUSSIAN = RU_MONTHS.nominative.map(name => name.replace(/[ьй]$/, ''))
const ENGLISH = EN_MONTHS.map(name => name.slice(0, 3).toLowerCase())

const RU_MONTH = `(${anyOf([...RU_MONTHS.nominative, ...RU_MONTHS.genitive])})`
const RU_MONTH_IN = `(${anyOf(RU_MONTHS.locative)})`
const EN_SHORT = MONTHS_SHORT.flat().filter(name => /^[a-z]/.test(name))
const EN_MONTH = `(${anyOf([...EN_MONTHS, ...EN_SHORT.map(name => name[0]!.toUpperCase() + name.slice(1))])})`
const FOREIGN_MONTHS = [
  'januar februar märz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
].map(names => names.split(' '))
/** German and Spanish months, with their number. */
const FOREIGN = new Map(FOREIGN_MONTHS.flatMap(names => names.map((name, at) => [name, at + 1] as const)))
const FOREIGN_MONTH = `(${[...FOREIGN.keys()].join('|')})`
const YEAR = '((?:19|20)\\d\\d)'
const EDGE = '(?<![\\p{L}\\p{N}.,/-])'
const STOP = '(?![\\p{L}\\p{N}])'

type Read = (parts: string[]) => { year?: number; month: number; day?: number }

const month = (word: string, names: string[]) => names.findIndex(name => word.toLowerCase().startsWith(name)) + 1
const ru = (word: string) => (/^ма[йяе]$/i.test(word) ? 5 : month(word, RUSSIAN))
const en = (word: string) => month(word, ENGLISH)
const full = (year: string) => (year.length > 2 ? Number(year) : Number(year) + (Number(year) > 69 ? 1900 : 2000))

/** Two numbers with slashes: which of them is the month is told by the other one, else by the language. */
const slashed =
  (americanFirst: boolean): Read =>
  ([a, b, year]) => {
    const swap = Number(b) > 12 || (americanFirst && Number(a) <= 12)
    return { year: full(year!), month: Number(swap ? a : b), day: Number(swap ? b : a) }
  }

/** How Russian months end, before a year: most texts have no such date, which this tells in a fraction of the time. */
const MONTH_AND_YEAR = /[ьяйтае]\s+(?:19|20)\d\d/i

const forms = (language: string): [RegExp, Read, RegExp?][] => [
  [
    new RegExp(`${EDGE}${YEAR}-(\\d\\d)-(\\d\\d)(?![\\d-])`, 'gu'),
    ([y, m, d]) => ({ year: Number(y), month: Number(m), day: Number(d) }),
  ],
  [
    new RegExp(`${EDGE}(\\d{1,2})\\.(\\d{1,2})\\.((?:19|20)\\d\\d|\\d\\d)(?![\\d]|\\.\\d)`, 'gu'),
    // A year of two digits makes a date only with a day and a month of two: "3.1.10" is a section or a version.
    ([d, m, y]) => ({ year: full(y!), month: d!.length + m!.length + y!.length < 6 ? 0 : Number(m), day: Number(d) }),
  ],
  [new RegExp(`${EDGE}(\\d{1,2})/(\\d{1,2})/((?:19|20)\\d\\d)(?![\\d/])`, 'gu'), slashed(language === 'en')],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])[«"“]?(\\d{1,2})[»"”]?\\s+${RU_MONTH}${STOP}(?:\\s+${YEAR}(?:\\s*(?:года|году|г\\.?)${STOP})?)?`,
      'giu',
    ),
    ([d, m, y]) => ({ year: y ? Number(y) : undefined, month: ru(m!), day: Number(d) }),
  ],
  [
    new RegExp(`${EDGE}(?:${RU_MONTH}|${RU_MONTH_IN})\\s+${YEAR}(?:\\s*(?:года|году|г\\.?)${STOP})?`, 'giu'),
    ([a, b, y]) => ({ year: Number(y), month: ru((a || b)!) }),
    MONTH_AND_YEAR,
  ],
  [
    new RegExp(`${EDGE}${EN_MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+${YEAR}${STOP}`, 'gu'),
    ([m, d, y]) => ({ year: Number(y), month: en(m!), day: Number(d) }),
  ],
  [
    new RegExp(
      `${EDGE}(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:day\\s+of\\s+|of\\s+)?${EN_MONTH}\\.?,?\\s+${YEAR}${STOP}`,
      'gu',
    ),
    ([d, m, y]) => ({ year: Number(y), month: en(m!), day: Number(d) }),
  ],
  [
    new RegExp(`${EDGE}(\\d{1,2})-${EN_MONTH}-${YEAR}${STOP}`, 'giu'),
    ([d, m, y]) => ({ year: Number(y), month: en(m!), day: Number(d) }),
  ],
  [
    new RegExp(`${EDGE}${YEAR}[./](\\d\\d)[./](\\d\\d)(?![\\d/]|\\.\\d)`, 'gu'),
    ([y, m, d]) => ({ year: Number(y), month: Number(m), day: Number(d) }),
  ],
  [
    new RegExp(`${EDGE}(\\d{1,2})\\.?\\s+(?:de\\s+)?${FOREIGN_MONTH}\\s+(?:de\\s+|del\\s+)?${YEAR}${STOP}`, 'giu'),
    ([d, m, y]) => ({ year: Number(y), month: FOREIGN.get(m!.toLowerCase())!, day: Number(d) }),
  ],
  [new RegExp(`${EDGE}${EN_MONTH}\\.?,?\\s+${YEAR}${STOP}`, 'gu'), ([m, y]) => ({ year: Number(y), month: en(m!) })],
]

const FORMS = { en: forms('en'), other: forms('') }

const two = (n: number) => String(n).padStart(2, '0')

/** An ISO date as far as it is known: a day, a month, or nothing without a year. Undefined for a day that does not exist. */
function isoOf({ year, month: m, day }: ReturnType<Read>): string | null | undefined {
  if (m < 1 || m > 12) return undefined
  if (day !== undefined) {
    const exists = new Date(Date.UTC(year ?? 2024, m - 1, day))
    if (day < 1 || exists.getUTCMonth() !== m - 1) return undefined
  }
  if (year === undefined) return null
  return day === undefined ? `${year}-${two(m)}` : `${year}-${two(m)}-${two(day)}`
}

export function datesIn(text: string, language: string): Mention[] {
  const taken = new Taken(text)
  const found: Mention[] = []
  for (const [form, read, sign] of FORMS[language === 'en' ? 'en' : 'other'])
    for (const match of !sign || sign.test(text) ? text.matchAll(form) : []) {
      const date = isoOf(read(match.slice(1)))
      if (date === undefined) continue
      const end = match.index + match[0].length
      if (!taken.take(match.index, end)) continue
      found.push(mention(text, match.index, end, { date }))
    }
  return found.sort((a, b) => a.start - b.start)
}
