/** Sums with clock times: numbers of milliseconds at which a clock in UTC would show the same. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const midnight = (clock: number): number => Math.floor(clock / DAY) * DAY

export const dateOf = (clock: number) => {
  const date = new Date(clock)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** Undefined for a day that the month does not have. */
export function clockOf(year: number, month: number, day: number): number | undefined {
  const clock = Date.UTC(year, month - 1, day)
  const back = new Date(clock)
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? clock : undefined
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The 31st, a month later, is the last day of that month. */
export function addMonths(clock: number, months: number): number {
  const { year, month, day } = dateOf(clock)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const [y, m] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return Date.UTC(y, m - 1, Math.min(day, lastDay(y, m))) + (clock - midnight(clock))
}

/** Monday of the week that the day lies in. */
export const weekOf = (clock: number): number => midnight(clock) - ((dateOf(clock).weekday + 6) % 7) * DAY

export const fullYear = (written: string | undefined): number | undefined => {
  if (!written) return undefined
  const year = Number(written)
  return written.length > 2 ? year : year + (year < 70 ? 2000 : 1900)
}
