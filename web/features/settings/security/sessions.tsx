import { useQuery } from '@tanstack/react-query'
import { get, remove } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Badge, Failed, messageOf } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { settingsWords } from '../words.ts'

/** Where this account is signed in, each to be ended. */
export function Sessions() {
  const t = settingsWords.use()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await get('/v1/auth/sessions', signal)).items,
  })
  const end = async (id: string) => {
    try {
      await remove(`/v1/auth/sessions/${id}`)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  const endOthers = async () => {
    try {
      await remove('/v1/auth/sessions')
      toast(t.othersEnded)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <Section title={t.sessions} text={t.sessionsText}>
      {sessions.error && <Failed compact error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul>
        {sessions.data?.map(({ id, device, address, created_at, last_used_at, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
            <span className="min-w-40 flex-1">
              <span className="block truncate text-base">{device || t.unknownDevice}</span>
              <span className="figures block truncate text-sm text-ink-faint">
                {[address, last_used_at ? t.used(formatDate(last_used_at)) : t.began(formatDate(created_at))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {current ? (
              <Badge look="good">{t.thisOne}</Badge>
            ) : (
              <Button look="quiet" aria-label={`${t.end}: ${device || t.unknownDevice}`} onClick={() => void end(id)}>
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 1 && (
        <div>
          <Button onClick={() => void endOthers()}>{t.endOthers}</Button>
        </div>
      )}
    </Section>
  )
}
