import { useQuery } from '@tanstack/react-query'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { formatMoment, formatNumber, formatSize } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from './words.ts'

export function Backups() {
  const t = adminWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => get('/v1/admin/backups', signal),
    refetchInterval: 3000,
  })
  const make = async () => {
    try {
      await post('/v1/admin/backups', { prove: false })
      toast(t.backupBegun)
    } catch (caught) {
      toast(messageOf(caught), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['backups'] })
  }
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Section
      title={t.sections.backups}
      text={data.folder ? t.backupText(data.folder, data.at, data.keep) : t.noBackupFolder}
    >
      {data.folder && (
        <div>
          <Button look="primary" onClick={() => void make()} disabled={data.items[0]?.state === 'running'}>
            {t.makeBackup}
          </Button>
        </div>
      )}
      {data.items.length === 0 && <p className="text-base text-ink-soft">{t.noBackups}</p>}
      <ul>
        {data.items.map(backup => (
          <li key={backup.id} className="border-b border-line py-2 last:border-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
              <span className="figures">{formatMoment(backup.started_at)}</span>
              <Badge>{t.backupStates[backup.state]}</Badge>
              {backup.proved_at && <Badge>{t.proved}</Badge>}
            </p>
            {backup.state === 'done' && (
              <p className="figures text-sm text-ink-soft">
                {t.backupSize(formatNumber(backup.files), formatSize(backup.bytes), formatSize(backup.copied_bytes))}
              </p>
            )}
            {backup.damaged > 0 && <p className="text-sm text-wrong">{t.backupDamaged(backup.damaged)}</p>}
            {backup.error && <p className="text-sm [overflow-wrap:anywhere] text-wrong">{backup.error}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
