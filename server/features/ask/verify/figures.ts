import { NUMBERS } from '../../../lib/when/words.ts'
import { normalise, termOf } from '../../../lib/words.ts'
import { type Day, daysIn } from './days.ts'

/** Numbers with their units, however they are written. */

export interface Quantity {
  value: number
  /** What is counted: a currency, a measure; empty where none is said. */
  unit: string
  /** By what it recurs: "a month". */
  per: string
  start: number
  end: number
}

export interface Figures {
  quantities: Quantity[]
  days: Day[]
}

const UNITS: [string, RegExp][] = [
  ['RUB', /^(₽|руб|рубл\p{L}*|р\.|rub|rur|rubles?|roubles?)(?!\p{L})/u],
  ['USD', /^(us\$|\$|usd|долл\p{L}*|(us )?dollars?)(?!\p{L})/u],
  ['EUR', /^(€|eur|евро|euros?)(?!\p{L})/u],
  ['GBP', /^(£|gbp|фунт\p{L}*|pounds?|quid)(?!\p{L})/u],
  ['CNY', /^(¥|cny|юан\p{L}*|yuan)(?!\p{L})/u],
  ['KZT', /^(₸|kzt|тенге)(?!\p{L})/u],
  ['CHF', /^(chf|франк\p{L}*|francs?)(?!\p{L})/u],
  ['%', /^(%|процент\p{L}*|per ?cent|percent)(?!\p{L})/u],
  ['m2', /^(кв\. ?м|кв м|м²|м2|m²|m2|sqm|sq\.? ?m|квадратн\p{L}* метр\p{L}*|square met(er|re)s?)(?!\p{L})/u],
  ['ft2', /^(кв\. ?фут\p{L}*|квадратн\p{L}* фут\p{L}*|square f(ee|oo)t|sq\.? ?ft)(?!\p{L})/u],
  ['m3', /^(куб\. ?м|м³|м3|m³|m3|кубометр\p{L}*|кубическ\p{L}* метр\p{L}*|cubic met(er|re)s?)(?!\p{L})/u],
  ['MWh', /^(мвт[·*⋅-]?ч\p{L}*|mwh)(?!\p{L})/u],
  ['kWh', /^(квт[·*⋅-]?ч\p{L}*|киловатт-час\p{L}*|kwh|kilowatt[- ]hours?)(?!\p{L})/u],
  ['kW', /^(квт|kw)(?!\p{L})/u],
  ['kg', /^(кг|кило|килограмм\p{L}*|kgs?|kilos?|kilograms?)(?!\p{L})/u],
  ['g', /^(гр?|грамм\p{L}*|g|grams?)(?![\p{L}.])/u],
  ['t', /^(тонн\p{L}*|т|tons?|tonnes?)(?![\p{L}.])/u],
  ['km', /^(км|километр\p{L}*|km|kilomet(er|re)s?)(?!\p{L})/u],
  ['mi', /^(мил[ьяией]+|miles?)(?!\p{L})/u],
  ['cm', /^(см|сантиметр\p{L}*|cm|centimet(er|re)s?)(?!\p{L})/u],
  ['mm', /^(мм|миллиметр\p{L}*|mm|millimet(er|re)s?)(?!\p{L})/u],
  ['m', /^(м|метр\p{L}*|m|met(er|re)s?)(?![\p{L}.])/u],
  ['l', /^(л|литр\p{L}*|l|lit(er|re)s?)(?![\p{L}.])/u],
  ['ml', /^(мл|миллилитр\p{L}*|ml|millilit(er|re)s?)(?!\p{L})/u],
  ['GB', /^(гб|гигабайт\p{L}*|gb|gigabytes?)(?!\p{L})/u],
  ['MB', /^(мб|мегабайт\p{L}*|mb|megabytes?)(?!\p{L})/u],
  ['TB', /^(тб|терабайт\p{L}*|tb|terabytes?)(?!\p{L})/u],
  ['degree', /^(°\s?[cс]?|градус\p{L}*|degrees?)(?!\p{L})/u],
  ['second', /^(сек|секунд\p{L}*|seconds?|secs?)(?!\p{L})/u],
  ['minute', /^(мин|минут\p{L}*|minutes?|mins?)(?!\p{L})/u],
  ['hour', /^(час(а|ов|ам|ах)?|ч|hours?|hrs?)(?!\p{L})/u],
  ['day', /^(день|дн(я|ей|ям|ями|ях)|сут(ки|ок)|days?)(?!\p{L})/u],
  ['week', /^(недел\p{L}+|weeks?)(?!\p{L})/u],
  ['month', /^(мес|месяц\p{L}*|months?)(?!\p{L})/u],
  ['quarter', /^(квартал\p{L}*|quarters?)(?!\p{L})/u],
  ['year', /^(год(а|ом|ам|ы|у)?|лет|years?)(?!\p{L})/u],
  ['vote', /^(голос\p{L}*|votes?)(?!\p{L})/u],
]
/** Behind a number it may be shortened to a letter; behind "per" these are the only ones. */
const PERIODS = new Set([
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'kg',
  'kWh',
  'm2',
  'km',
  'l',
])

const ATTRIBUTE =
  /^(рабоч|календарн|банковск|полн|чист|written|working|business|calendar|full|whole|consecutive|additional)\p{L}*\s+/u
const SCALES: [RegExp, number][] = [
  [/^(тысяч\p{L}*|тыс\.?|thousand|k(?!\p{L}))/u, 1e3],
  [/^(миллион\p{L}*|млн\.?|million|m(?=\s*(€|£|\$|руб)))/u, 1e6],
  [/^(млрд\.?|миллиард\p{L}*|billion|bn(?!\p{L}))/u, 1e9],
]
const SIGN_BEFORE = /(us\$|\$|€|£|₽|¥|₸|usd|eur|gbp|rub)\s?$/u
const NUMBER = /(?<![\p{L}\d])\d{1,3}(?:[ \u00a0\u202f,.']\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?/gu

const ONE = /(?<!\p{L})(?:one|один|одного|одну|одной)(?!\p{L})/gu

const WORD_NUMBERS = new Map<string, number>([
  ...[...NUMBERS].filter(
    ([word, value]) => value > 1 && value % 1 === 0 && !/ |пар|few|several|несколько|couple/.test(word),
  ),
  ...Object.entries({
    двумя: 2,
    тремя: 3,
    четырьмя: 4,
    пятью: 5,
    шестью: 6,
    семью: 7,
    восемью: 8,
    девятью: 9,
    десятью: 10,
    шестьдесят: 60,
    шестидесяти: 60,
    sixty: 60,
    семьдесят: 70,
    семидесяти: 70,
    seventy: 70,
    восемьдесят: 80,
    восьмидесяти: 80,
    eighty: 80,
    девяноста: 90,
    сто: 100,
    ста: 100,
    двести: 200,
    двухсот: 200,
    триста: 300,
    трехсот: 300,
    четыреста: 400,
    четырехсот: 400,
    пятьсот: 500,
    пятисот: 500,
    шестьсот: 600,
    шестисот: 600,
    семьсот: 700,
    семисот: 700,
    восемьсот: 800,
    восьмисот: 800,
    девятьсот: 900,
    девятисот: 900,
    hundred: 100,
  }),
])

const plainNumber = (text: string): number => {
  const grouped = /^\d{1,3}(?:[ \u00a0\u202f,.']\d{3})+(?:[.,]\d{1,2})?$/u.test(text)
  if (!grouped) return Number(text.replace(',', '.'))
  const decimal = /[.,](\d{1,2})$/u.exec(text)
  const whole = (decimal ? text.slice(0, decimal.index) : text).replaceAll(/\D/gu, '')
  return Number(decimal ? `${whole}.${decimal[1]}` : whole)
}

const unitAt = (text: string): { unit: string; length: number } => {
  const attribute = ATTRIBUTE.exec(text)?.[0].length ?? 0
  const rest = text.slice(attribute)
  for (const [unit, pattern] of UNITS) {
    const met = pattern.exec(rest)
    if (met) return { unit, length: attribute + met[0].length }
  }
  return { unit: '', length: 0 }
}

/** "в месяц", "per calendar month", "за каждый день", "/кг". */
function perAt(text: string): string {
  const met =
    /^[.,]?\s*(?:в|за|на|a|an|per|each|every|\/|for each|for every)\s*(?:кажд\p{L}+\s+|calendar\s+|календарн\p{L}+\s+|рабоч\p{L}+\s+)?/u.exec(
      text,
    )
  if (!met) return ''
  const { unit } = unitAt(text.slice(met[0].length))
  if (PERIODS.has(unit)) return unit
  // "per page", "за каждую страницу"
  const counted = /\bper\b|each|every|кажд/u.test(met[0]) ? /^\p{L}{3,}/u.exec(text.slice(met[0].length))?.[0] : ''
  return counted ? termOf(counted) : ''
}

/** The same letters, each as long as before: places stay. */
const lowered = (text: string) => {
  const lower = text.toLowerCase().replaceAll('ё', 'е')
  return lower.length === text.length ? lower : text
}

export function figuresIn(given: string): Figures {
  const text = lowered(given)
  const days = daysIn(text, given)
  const taken = (start: number) => days.some(day => start >= day.start && start < day.end)
  const quantities: Quantity[] = []
  for (const { 0: match, index } of text.matchAll(NUMBER))
    if (!taken(index)) quantities.push(quantityAt(text, index, index + match.length, plainNumber(match)))
  for (const { start, end, value } of wordNumbersIn(text))
    if (!taken(start)) quantities.push(quantityAt(text, start, end, value))
  // "one year"; alone it counts nothing.
  for (const { 0: match, index } of text.matchAll(ONE)) {
    const one = quantityAt(text, index, index + match.length, 1)
    if (one.unit !== '' && !taken(index)) quantities.push(one)
  }
  return { quantities, days }
}

function quantityAt(text: string, start: number, end: number, bare: number): Quantity {
  let at = end
  let value = bare
  const skip = () => {
    while (/[\s\u00a0\u202f]/u.test(text[at] ?? '')) at++
    // "150 000 (сто пятьдесят тысяч) рублей"
    const aside = /^\([^()\n]{3,80}\)\s*/u.exec(text.slice(at, at + 90))
    if (aside) at += aside[0].length
  }
  skip()
  const scale = SCALES.find(([pattern]) => pattern.test(text.slice(at, at + 12)))
  if (scale) {
    value *= scale[1]
    at += scale[0].exec(text.slice(at, at + 12))![0].length
    skip()
  }
  const behind = unitAt(text.slice(at, at + 60))
  const sign = SIGN_BEFORE.exec(text.slice(Math.max(0, start - 5), start))
  const unit = sign ? unitAt(sign[1]!).unit : behind.unit
  const after = unit === behind.unit ? at + behind.length : at
  const per = perAt(text.slice(after, after + 40))
  return { value: Math.round(value * 1e4) / 1e4, unit, per, start, end: unit && !sign ? after : end }
}

/** "сто пятьдесят тысяч", "twenty five", "three months". */
function wordNumbersIn(text: string): { start: number; end: number; value: number }[] {
  const found: { start: number; end: number; value: number }[] = []
  let last: { start: number; end: number; value: number } | undefined
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    const value = WORD_NUMBERS.get(normalise(word))
    if (value === undefined) continue
    const joins = last && /^[\s-]+$/u.test(text.slice(last.end, index))
    if (joins && last) {
      last.value = word === 'hundred' ? last.value * 100 : last.value + value
      last.end = index + word.length
    } else {
      last = { start: index, end: index + word.length, value }
      found.push(last)
    }
  }
  return found
}

/** What is counted by the piece is called otherwise in the other language. */
const inAnotherAlphabet = (a: string, b: string) =>
  [a, b].some(word => !PERIODS.has(word)) && /[а-я]/u.test(a) !== /[а-я]/u.test(b)

/** Same number, and nothing that says another measure. */
export const unitsAgree = (claimed: Quantity, said: Quantity): boolean =>
  (claimed.unit === '' || said.unit === '' || claimed.unit === said.unit) &&
  (claimed.per === '' || said.per === '' || claimed.per === said.per || inAnotherAlphabet(claimed.per, said.per))
