import type { Schemas } from '../../api/openapi.ts'

export type UsageDay = Schemas['UsageSummary']['by_day'][number]

const DAY_MS = 86_400_000
const MOST = 365

/** As the service counts: by the calendar of the owner's time zone. */
export const todayIn = (zone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

/** Days without anything are days too; without a span, from the first on which there was something. */
export function everyDay(days: UsageDay[], span: number, today: string): UsageDay[] {
  const known = new Map(days.map(day => [day.day.slice(0, 10), day]))
  const last = Date.parse(today)
  const first = [...known.keys()].sort()[0] ?? today
  const count = span || Math.min(MOST, Math.round((last - Date.parse(first)) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, cost_rub: 0, calls: 0 }
  })
}
