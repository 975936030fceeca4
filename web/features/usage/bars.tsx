import type { Schemas } from '../../api/openapi.ts'
import { formatDayOfYear } from '../../lib/document-format.ts'
import { formatMoney } from '../../lib/format.ts'
import { usageWords } from './words.ts'

type Day = Schemas['UsageSummary']['by_day'][number]

const HEIGHT = 120

/** Money by day where there was any; where all was free, how often. */
export function Bars({ days, span }: { days: Day[]; span: number }) {
  const t = usageWords.use()
  const filled = fill(days, span)
  const money = filled.some(day => day.cost_rub > 0)
  const amountOf = (day: Day) => (money ? day.cost_rub : day.calls)
  const most = Math.max(...filled.map(amountOf), 1e-9)
  const say = (day: Day) => `${formatDayOfYear(day.day)}: ${formatMoney(day.cost_rub)}, ${t.callsOf(day.calls)}`
  const [first, last] = [filled[0], filled.at(-1)]
  return (
    <figure>
      <svg
        viewBox={`0 0 ${filled.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.byDay}
        className="h-32 w-full"
      >
        {filled.map((day, index) => {
          const height = Math.max(amountOf(day) > 0 ? 2 : 0, (amountOf(day) / most) * HEIGHT)
          return (
            <rect
              key={day.day}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
              className="fill-accent hover:fill-accent-hover"
            >
              <title>{say(day)}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="figures mt-1 flex justify-between text-xs text-ink-faint">
        <span>{first && formatDayOfYear(first.day)}</span>
        <span>{last && formatDayOfYear(last.day)}</span>
      </figcaption>
      <ul className="sr-only">
        {days.map(day => (
          <li key={day.day}>{say(day)}</li>
        ))}
      </ul>
    </figure>
  )
}

/** Days without anything are days too. */
function fill(days: Day[], span: number): Day[] {
  const known = new Map(days.map(day => [day.day.slice(0, 10), day]))
  const today = new Date()
  const first = days.map(day => day.day.slice(0, 10)).sort()[0]
  const count =
    span || Math.min(365, Math.ceil((today.getTime() - Date.parse(first ?? today.toISOString())) / 86_400_000) + 1)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return known.get(day) ?? { day, cost_rub: 0, calls: 0 }
  })
}
