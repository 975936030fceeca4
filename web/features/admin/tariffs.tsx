import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import { formatMoney, formatSize } from '../../lib/format.ts'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { adminWords } from './words.ts'

export const useTariffs = () =>
  useQuery({ queryKey: ['tariffs'], queryFn: ({ signal }) => get('/v1/admin/tariffs', signal) })

export function Tariffs() {
  const t = adminWords.use()
  const { data, error, refetch } = useTariffs()
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <Section title={t.sections.tariffs} text={t.tariffsText}>
      <table className="figures w-full max-w-xl text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-faint">
            <th className="py-1.5 font-normal">{t.tariff}</th>
            <th className="py-1.5 text-right font-normal">{t.monthly}</th>
            <th className="py-1.5 text-right font-normal">{t.storage}</th>
          </tr>
        </thead>
        <tbody>
          {data?.items.map(({ name, monthly_rub, storage_bytes }) => (
            <tr key={name} className="border-b border-line">
              <td className="py-2">
                {name} {name === data.default && <Badge>{t.default}</Badge>}
              </td>
              <td className="py-2 text-right">{monthly_rub === null ? t.unlimited : formatMoney(monthly_rub)}</td>
              <td className="py-2 text-right">{storage_bytes === null ? t.unlimited : formatSize(storage_bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
