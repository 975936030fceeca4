import { formatClock, formatCurrency, formatDay, formatNumber } from './format.ts'

/** A sum as it stands in a column: whole numbers without pence. */
export function formatSum(amount: number, currency: string | null): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  // What was read need not be a currency.
  if (!currency || !/^[A-Z]{3}$/.test(currency))
    return [formatNumber(amount, digits), currency].filter(Boolean).join(' ')
  return formatCurrency(amount, currency, digits)
}

/** A day of the calendar, which no zone moves. */
export const formatDocumentDay = (day: string): string => formatDay(new Date(`${day}T00:00:00`))

/** The same without its year, also when it is today. */
export const formatDayOfYear = (day: string): string => formatClock(Date.parse(day), { day: 'numeric', month: 'short' })
