import { useQuery } from '@tanstack/react-query'
import { get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { formatDuration, formatMoment, formatNumber } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from './words.ts'

/** By what it is about; the name itself is for the log. */
const jobName = (name: string): string => {
  const t = adminWords.now()
  return t.jobNames[name.split('.')[0] ?? ''] ?? t.otherJob
}

export function Jobs() {
  const t = adminWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => get('/v1/admin/jobs', signal),
    refetchInterval: 3000,
  })
  const retry = async (id: string) => {
    try {
      await post(`/v1/admin/jobs/${id}/retry`)
      toast(t.retried)
    } catch (caught) {
      toast(messageOf(caught), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['jobs'] })
  }
  const end = async (id: string) => {
    try {
      await remove(`/v1/admin/jobs/${id}`)
      toast(t.ended)
    } catch (caught) {
      toast(messageOf(caught), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['jobs'] })
  }
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <Section title={t.sections.jobs}>
        {data.queues.length === 0 ? (
          <p className="text-base text-ink-soft">{t.idle}</p>
        ) : (
          <section aria-label={t.sections.jobs} tabIndex={0} className="overflow-x-auto">
            <table className="figures w-full min-w-md text-sm">
              <thead>
                <tr className="border-b border-line text-right text-xs text-ink-faint [&_th]:py-1.5 [&_th]:pl-3 [&_th]:font-normal">
                  <th className="pl-0! text-left">{t.queue}</th>
                  <th>{t.waiting}</th>
                  <th>{t.running}</th>
                  <th>{t.delayed}</th>
                  <th>{t.dead}</th>
                  <th>{t.doneHour}</th>
                  <th>{t.eta}</th>
                </tr>
              </thead>
              <tbody>
                {data.queues.map(queue => (
                  <tr key={queue.name} className="border-b border-line text-right [&_td]:py-1.5 [&_td]:pl-3">
                    <td className="pl-0! text-left" title={queue.name}>
                      {jobName(queue.name)}
                    </td>
                    <td>{formatNumber(queue.waiting)}</td>
                    <td>{formatNumber(queue.running)}</td>
                    <td>{formatNumber(queue.delayed)}</td>
                    <td className={queue.dead > 0 ? 'text-wrong' : undefined}>{formatNumber(queue.dead)}</td>
                    <td>{formatNumber(queue.done_last_hour)}</td>
                    <td>
                      {queue.waiting + queue.running > 0 && queue.eta_seconds !== null
                        ? formatDuration(queue.eta_seconds)
                        : ''}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Section>
      {data.running.length > 0 && (
        <Section title={t.runningNow}>
          <ul>
            {data.running.map(job => (
              <li key={job.id} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
                <p className="min-w-0 flex-1 text-sm">
                  {jobName(job.name)}{' '}
                  <span className="figures text-ink-faint">
                    {formatNumber(job.progress * 100)} % · {formatMoment(job.started_at)}
                  </span>
                </p>
                <AskFirst title={`${t.endJob(jobName(job.name))}?`} action={t.end} run={() => end(job.id)}>
                  {ask => (
                    <Button aria-label={t.endJob(jobName(job.name))} onClick={ask}>
                      {t.end}
                    </Button>
                  )}
                </AskFirst>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t.deadTitle}>
        {data.dead.length === 0 && <p className="text-base text-ink-soft">{t.noDead}</p>}
        <ul>
          {data.dead.map(job => (
            <li key={job.id} className="flex items-start gap-3 border-b border-line py-2 last:border-0">
              <div className="min-w-0 flex-1">
                <p className="text-sm">
                  {jobName(job.name)}{' '}
                  <span className="figures text-ink-faint">
                    {t.attempts(job.attempt)} · {formatMoment(job.finished_at)}
                  </span>
                </p>
                <p className="text-sm [overflow-wrap:anywhere] text-wrong">{job.error}</p>
              </div>
              <Button onClick={() => void retry(job.id)}>{t.retry}</Button>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
