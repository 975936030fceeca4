import { MONTHS, WEEKDAYS } from '../../../lib/when/words.ts'

/** Days, months and years, however they are written. */

export interface Day {
  day?: number
  month?: number
  year?: number
  weekday?: number
  start: number
  end: number
}

const MONTH_WORDS = new Map([...MONTHS].filter(([word]) => !['мар', 'mar', 'dec', 'sun'].includes(word)))
const month = [...MONTH_WORDS.keys()].sort((a, b) => b.length - a.length).join('|')
const YEAR = '(?:[\\s,]+(\\d{4})(?!\\d)(?:\\s*(?:года?|году|г\\.))?)?'
const ORDINAL = '(?:-?(?:го|е|st|nd|rd|th))?'
const DAY_MONTH = new RegExp(
  `(?<![\\d.,])(\\d{1,2})${ORDINAL}[»"”]?\\s+(?:of\\s+)?(${month})\\.?(?!\\p{L})${YEAR}`,
  'gu',
)
const MONTH_DAY = new RegExp(
  `(?<!\\p{L})(${month})\\.?\\s+(\\d{1,2})${ORDINAL}(?!\\d|[.,]\\d|\\s*(?:г\\.|год))(?:[\\s,]+(\\d{4})(?!\\d))?`,
  'gu',
)
const RANGE = new RegExp(
  `(?<![\\d.,])(\\d{1,2})${ORDINAL}\\s*(?:-|–|—|по|до|to|until|till|and|и)\\s*(?:the\\s+)?(\\d{1,2})${ORDINAL}\\s+(?:of\\s+)?(${month})(?!\\p{L})${YEAR}`,
  'gu',
)
const MONTH_ALONE = new RegExp(`(?<!\\p{L})(${month})(?!\\p{L})(?:\\.?[\\s,]+(\\d{4})(?!\\d))?`, 'gu')
const DOTTED = /(?<![\d.])(\d{1,2})[./](\d{1,2})[./]((?:19|20)?\d\d)(?![\d])/gu
const ISO = /(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)/gu
const ISO_MONTH = /(?<!\d)((?:19|20)\d\d)-(0[1-9]|1[0-2])(?!\d|-\d)/gu
/** "The June payment": июньский платёж. */
const RU_MONTHLY = [
  'январск',
  'февральск',
  'мартовск',
  'апрельск',
  'майск',
  'июньск',
  'июльск',
  'августовск',
  'сентябрьск',
  'октябрьск',
  'ноябрьск',
  'декабрьск',
]
const MONTHLY = new RegExp(
  `(?<!\\p{L})(${RU_MONTHLY.join('|')})(?:ий|ого|ому|им|ом|ая|ой|ую|ое|ие|их|ими)(?!\\p{L})`,
  'gu',
)
const YEAR_ALONE = /(?<![\d.,/-])((?:19|20)\d\d)(?![\d/]|[.,]\d|\s?(?:₽|руб|€|\$|£|%|кг|шт))/gu

/** "may" and "march" in small letters are no months in English, and half words are none at all. */
function isMonth(given: string, at: number, word: string, year: string | undefined): boolean {
  const said = given.slice(at, at + word.length)
  if (word.length < 4 && !/^(мая|май|мае|may)$/u.test(word)) return false
  if (/^[a-z]/u.test(said) && !year) return false
  return !(/^may$/iu.test(said) && (at === 0 || /[.!?]\s*$/u.test(given.slice(Math.max(0, at - 4), at))))
}

/** `text` is `given` in small letters. */
export function daysIn(text: string, given: string): Day[] {
  const days: Day[] = []
  const add = (day: Omit<Day, 'start' | 'end'>, start: number, end: number) => {
    if (!days.some(other => start < other.end && end > other.start)) days.push({ ...day, start, end })
  }
  const full = (year: string | undefined) =>
    year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year)
  for (const { index, 0: all, 1: y, 2: m, 3: d } of text.matchAll(ISO))
    add({ year: Number(y), month: Number(m), day: Number(d) }, index, index + all.length)
  for (const { index, 0: all, 1: y, 2: m } of text.matchAll(ISO_MONTH))
    add({ year: Number(y), month: Number(m) }, index, index + all.length)
  for (const { index, 0: all, 1: stem } of text.matchAll(MONTHLY))
    add({ month: 1 + RU_MONTHLY.indexOf(stem!) }, index, index + all.length)
  for (const { index, 0: all, 1: d, 2: m, 3: y } of text.matchAll(DOTTED))
    if (Number(m) <= 12 && Number(d) <= 31)
      add({ year: full(y), month: Number(m), day: Number(d) }, index, index + all.length)
  for (const { index, 0: all, 1: a, 2: b, 3: m, 4: y } of text.matchAll(RANGE)) {
    const shared = { month: MONTH_WORDS.get(m!), year: full(y) }
    add({ ...shared, day: Number(a) }, index, index + a!.length)
    add({ ...shared, day: Number(b) }, index + a!.length, index + all.length)
  }
  for (const { index, 0: all, 1: d, 2: m, 3: y } of text.matchAll(DAY_MONTH))
    add({ day: Number(d), month: MONTH_WORDS.get(m!), year: full(y) }, index, index + all.length)
  for (const { index, 0: all, 1: m, 2: d, 3: y } of text.matchAll(MONTH_DAY))
    add({ day: Number(d), month: MONTH_WORDS.get(m!), year: full(y) }, index, index + all.length)
  for (const { index, 0: all, 1: m, 2: y } of text.matchAll(MONTH_ALONE))
    if (isMonth(given, index, m!, y)) add({ month: MONTH_WORDS.get(m!), year: full(y) }, index, index + all.length)
  for (const { index, 0: all, 1: y } of text.matchAll(YEAR_ALONE)) add({ year: Number(y) }, index, index + all.length)
  for (const { index, 0: word } of text.matchAll(/\p{L}{5,}/gu)) {
    const weekday = WEEKDAYS.get(word)
    if (weekday !== undefined) add({ weekday }, index, index + word.length)
  }
  return days
}

export const isSameDay = (claimed: Day, said: Day): boolean =>
  (claimed.weekday === undefined ? said.weekday === undefined : claimed.weekday === said.weekday) &&
  (['day', 'month', 'year'] as const).every(
    part => claimed[part] === undefined || said[part] === undefined || claimed[part] === said[part],
  ) &&
  // Something of it must be there.
  (claimed.weekday !== undefined ||
    (['day', 'month', 'year'] as const).some(part => claimed[part] !== undefined && claimed[part] === said[part])) &&
  (claimed.day === undefined || said.day !== undefined) &&
  (claimed.month === undefined || said.month !== undefined)
