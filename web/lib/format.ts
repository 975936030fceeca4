import { language } from './i18n.ts'

/** The browser's own variety of the language: 16:30 in Britain, 4:30 PM in America. */
const locale = () => (navigator.language.startsWith(language()) ? navigator.language : language())

const UNITS = { en: ['B', 'KB', 'MB', 'GB', 'TB'], ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] }

export function formatSize(bytes: number): string {
  const power = Math.min(4, bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0)
  const value = bytes / 1024 ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  return `${formatNumber(value, digits)} ${UNITS[language()][power]}`
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

const dates = new Map<string, Intl.DateTimeFormat>()

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language() + name
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  dates.set(key, format)
  return format
}

/** Short enough for a column: the time today, the day this year, the year before it. */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  const now = new Date()
  if (date.toDateString() === now.toDateString())
    return dateFormat('time', { hour: '2-digit', minute: '2-digit' }).format(date)
  if (date.getFullYear() === now.getFullYear())
    return dateFormat('day', { day: 'numeric', month: 'short' }).format(date)
  return dateFormat('year', { day: 'numeric', month: 'short', year: 'numeric' }).format(date)
}

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

/** A time on a wall clock, kept as milliseconds as if the clock hung in Greenwich. */
export const formatClock = (clock: number, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(`clock${JSON.stringify(options)}`, { ...options, timeZone: 'UTC' }).format(clock)
