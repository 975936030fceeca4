import { formatDayOfYear } from '../../lib/document-format.ts'
import { formatMoney } from '../../lib/format.ts'
import { everyDay, type UsageDay } from './days.ts'
import { usageWords } from './words.ts'

const HEIGHT = 120

/** Money by day where there was any; where all was free, how often. */
export function Bars({ days, span, today }: { days: UsageDay[]; span: number; today: string }) {
  const t = usageWords.use()
  const filled = everyDay(days, span, today)
  const money = filled.some(day => day.cost_rub > 0)
  const amountOf = (day: UsageDay) => (money ? day.cost_rub : day.calls)
  const most = Math.max(...filled.map(amountOf), 1e-9)
  const say = (day: UsageDay) => `${formatDayOfYear(day.day)}: ${formatMoney(day.cost_rub)}, ${t.callsOf(day.calls)}`
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
