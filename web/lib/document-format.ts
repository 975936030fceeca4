import { formatDay, formatNumber } from './format.ts'

const SIGNS: Record<string, string> = { RUB: '₽', USD: '$', EUR: '€', GBP: '£', CNY: '¥', KZT: '₸', UAH: '₴', TRY: '₺' }

/** A sum as it stands in a column: whole numbers without pence. */
export function formatSum(amount: number, currency: string | null): string {
  const value = formatNumber(amount, Number.isInteger(amount) ? 0 : 2)
  return currency ? `${value} ${SIGNS[currency] ?? currency}` : value
}

/** A day of the calendar, which no zone moves. */
export const formatDocumentDay = (day: string): string => formatDay(new Date(`${day}T00:00:00`))
