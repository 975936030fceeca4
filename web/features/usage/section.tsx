import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import { formatDate, formatMoney, formatNumber, formatSize } from '../../lib/format.ts'
import { SelectField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, Progress } from '../../ui/states.tsx'
import { Bars } from './bars.tsx'
import { todayIn } from './days.ts'
import { usageWords } from './words.ts'

export default function UsageSection() {
  const t = usageWords.use()
  const [days, setDays] = useState(30)
  const quota = useQuery({ queryKey: ['quota'], queryFn: ({ signal }) => get('/v1/usage/quota', signal) })
  const usage = useQuery({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => get(`/v1/usage?days=${days}`, signal),
    placeholderData: before => before,
  })
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  const zone = settings.data?.timezone || 'UTC'
  return (
    <>
      <Section
        title={quota.data ? t.tariff(quota.data.tariff) : t.title}
        text={quota.data && t.renews(formatDate(quota.data.period_end))}
      >
        {quota.error && <Failed compact error={quota.error} onRetry={() => void quota.refetch()} />}
        {quota.data && (
          <div className="grid gap-6 md:grid-cols-2">
            <Gauge name={t.spent} now={quota.data.spent_rub} limit={quota.data.limit_rub} format={formatMoney} />
            <Gauge
              name={t.storage}
              now={quota.data.storage_bytes}
              limit={quota.data.storage_limit_bytes}
              format={formatSize}
            />
          </div>
        )}
      </Section>
      <Section title={t.byDay}>
        <div className="max-w-52">
          <SelectField label={t.period} value={days} onChange={event => setDays(Number(event.target.value))}>
            {[7, 30, 90].map(value => (
              <option key={value} value={value}>
                {t.last(value)}
              </option>
            ))}
            <option value={0}>{t.allTime}</option>
          </SelectField>
        </div>
        {usage.error && <Failed compact error={usage.error} onRetry={() => void usage.refetch()} />}
        {usage.data &&
          (usage.data.by_day.length === 0 ? (
            <p className="text-base text-ink-soft">{t.nothing}</p>
          ) : (
            <Bars days={usage.data.by_day} span={days} today={todayIn(zone)} />
          ))}
      </Section>
      {usage.data && usage.data.by_meter.length > 0 && (
        <Section title={t.byMeter}>
          <table className="figures w-full text-sm">
            <thead>
              <tr className="border-b border-line text-left text-xs text-ink-faint">
                <th className="py-1.5 font-normal">{t.what}</th>
                <th className="py-1.5 text-right font-normal">{t.calls}</th>
                <th className="py-1.5 text-right font-normal">{t.cost}</th>
              </tr>
            </thead>
            <tbody>
              {usage.data.by_meter.map(({ meter, calls, cost_rub }) => (
                <tr key={meter} className="border-b border-line">
                  <td className="py-1.5">{t.meters[meter] ?? meter}</td>
                  <td className="py-1.5 text-right">{meter === 'other' ? '' : formatNumber(calls)}</td>
                  <td className="py-1.5 text-right">{formatMoney(cost_rub)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-medium">
                <td className="py-1.5">{t.total}</td>
                <td />
                <td className="py-1.5 text-right">{formatMoney(usage.data.total_cost_rub)}</td>
              </tr>
            </tfoot>
          </table>
        </Section>
      )}
    </>
  )
}

interface GaugeProps {
  name: string
  now: number
  limit: number | null
  format: (value: number) => string
}

function Gauge({ name, now, limit, format }: GaugeProps) {
  const t = usageWords.use()
  return (
    <div>
      <p className="text-sm text-ink-soft">{name}</p>
      <p className="figures mt-0.5 mb-2 text-xl font-semibold">
        {format(now)}{' '}
        <span className="text-sm font-normal text-ink-faint">{limit === null ? t.noLimit : t.of(format(limit))}</span>
      </p>
      {limit !== null && (
        <Progress label={name} value={limit > 0 ? Math.min(1, now / limit) : 1} wrong={now >= limit} />
      )}
    </div>
  )
}
