import { grouped, language } from './language.ts'

/** The browser's own variety of the language: 16:30 in Britain, 4:30 PM in America. */
const locale = () => (navigator.language.startsWith(language()) ? navigator.language : language())

const UNITS = { en: ['B', 'KB', 'MB', 'GB', 'TB'], ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] }

export function formatSize(bytes: number): string {
  const power = Math.min(4, bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0)
  const value = bytes / 1024 ** power
  const of = language()
  // By hand: it stands in every line of the first screen, and the browser's own way takes a phone long to begin.
  const shown =
    power === 0 || value >= 100
      ? grouped(Math.round(value), of)
      : String(Math.round(value * 10) / 10).replace('.', of === 'ru' ? ',' : '.')
  return `${shown} ${UNITS[of][power]}`
}

const numbers = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number, digits = 0): string {
  const key = `${language()}${digits}`
  let format = numbers.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits })
    numbers.set(key, format)
  }
  return format.format(value)
}

/** With its sign where the language has it: $640 in English, 640 $ in Russian. */
export function formatCurrency(value: number, currency: string, digits: number): string {
  const key = `${language()}${currency}${digits}`
  let format = numbers.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale(), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    numbers.set(key, format)
  }
  return format.format(value)
}

const dates = new Map<string, Intl.DateTimeFormat>()

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language() + name
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  dates.set(key, format)
  return format
}

const MONTHS_EN = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MONTHS_RU = ['янв.', 'февр.', 'мар.', 'апр.', 'мая', 'июн.', 'июл.', 'авг.', 'сент.', 'окт.', 'нояб.', 'дек.']
const MONTHS_GB = MONTHS_EN.map(month => (month === 'Sep' ? 'Sept' : month))

const two = (value: number) => String(value).padStart(2, '0')
const clock = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
const half = (date: Date) =>
  `${two(date.getHours() % 12 || 12)}:${two(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`

type Short = Record<'time' | 'day' | 'year', (date: Date) => string>

const shortRu: Short = {
  time: clock,
  day: date => `${date.getDate()} ${MONTHS_RU[date.getMonth()]}`,
  year: date => `${shortRu.day(date)} ${date.getFullYear()} г.`,
}
const shortGb: Short = {
  time: clock,
  day: date => `${date.getDate()} ${MONTHS_GB[date.getMonth()]}`,
  year: date => `${shortGb.day(date)} ${date.getFullYear()}`,
}
const shortUs: Short = {
  time: half,
  day: date => `${MONTHS_EN[date.getMonth()]} ${date.getDate()}`,
  year: date => `${shortUs.day(date)}, ${date.getFullYear()}`,
}

/** By hand in the varieties that most people have: the browser's own way takes a phone long to begin. */
const BY_HAND: Record<string, Short> = {
  ru: shortRu,
  'ru-RU': shortRu,
  'en-GB': shortGb,
  en: shortUs,
  'en-US': shortUs,
}

export const shortDate = (date: Date, part: keyof Short, variety: string): string | undefined =>
  BY_HAND[variety]?.[part](date)

const SHORT: Record<keyof Short, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  year: { day: 'numeric', month: 'short', year: 'numeric' },
}

/** Short enough for a column: the time today, the day this year, the year before it. */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  const now = new Date()
  const part =
    date.toDateString() === now.toDateString() ? 'time' : date.getFullYear() === now.getFullYear() ? 'day' : 'year'
  return shortDate(date, part, locale()) ?? dateFormat(part, SHORT[part]).format(date)
}

/** A day with its year. */
export const formatDay = (date: Date): string =>
  shortDate(date, 'year', locale()) ?? dateFormat('year', SHORT.year).format(date)

/** A day as people type it, that is read the same everywhere: 3/4/2026 is another day in America. */
export const formatTyped = (date: Date): string =>
  language() === 'ru' ? `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}` : formatDay(date)

export const formatMonth = (date: Date): string => dateFormat('month', { month: 'long', year: 'numeric' }).format(date)

export const formatMoment = (iso: string): string =>
  dateFormat('moment', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

export function formatDuration(seconds: number): string {
  const words = { en: ['s', 'min', 'h'], ru: ['с', 'мин', 'ч'] }[language()]
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} ${words[0]}`
  if (seconds < 3600) return `${Math.round(seconds / 60)} ${words[1]}`
  return `${formatNumber(seconds / 3600, 1)} ${words[2]}`
}

export const formatMoney = (roubles: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: roubles !== 0 && Math.abs(roubles) < 1 ? 4 : 2,
  }).format(roubles)

/** Names one after the other, as a sentence has them. */
export const formatList = (names: string[]): string => new Intl.ListFormat(locale()).format(names)

/** A time on a wall clock, kept as milliseconds as if the clock hung in Greenwich. */
export const formatClock = (clock: number, options: Intl.DateTimeFormatOptions): string =>
  clockFormat(options).format(clock)

export const formatClockRange = (from: number, to: number, options: Intl.DateTimeFormatOptions): string =>
  clockFormat(options).formatRange(from, to)

const clockFormat = (options: Intl.DateTimeFormatOptions) =>
  dateFormat(`clock${JSON.stringify(options)}`, { ...options, timeZone: 'UTC' })
