import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post } from '../../api/call.ts'
import { zone } from '../../files/zone.ts'
import { addressOf } from '../../lib/base.ts'
import { formatSize } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, Progress } from '../../ui/states.tsx'
import { settingsWords } from './words.ts'

export const stillRuns = (task: { done: boolean } | undefined) => (task?.done ? (false as const) : 700)

/** Everything of the account as one archive. */
export function Export() {
  const t = settingsWords.use()
  const open = useStore(zone) === 'open'
  const [hidden, setHidden] = useState(false)
  const [taskId, setTaskId] = useState<string>()
  const [error, setError] = useState<unknown>()
  const task = useQuery({
    queryKey: ['export', taskId],
    queryFn: ({ signal }) => get(`/v1/export/${taskId!}`, signal),
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => stillRuns(state.data),
  })
  const begin = async () => {
    setError(undefined)
    try {
      setTaskId((await post('/v1/export', { include_hidden: open && hidden })).task_id)
    } catch (caught) {
      setError(caught)
    }
  }
  const failure = error ?? task.error ?? (task.data?.error ? new Error(task.data.error) : undefined)
  const busy = taskId !== undefined && !task.data?.done && !failure
  const report = task.data?.report
  return (
    <Section title={t.exportTitle} text={t.exportText}>
      {open && <Checkbox label={t.exportHidden} checked={hidden} onChange={event => setHidden(event.target.checked)} />}
      {busy && <Progress value={task.data?.progress ?? 0} label={t.exporting} />}
      {failure !== undefined && <Failed compact error={failure} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy} onClick={() => void begin()}>
          {busy ? t.exporting : t.exportButton}
        </Button>
        {report && 'size' in report && (
          <a className="text-sm text-accent-ink underline" href={addressOf(`/v1/export/${taskId}/content`)} download>
            {t.exportReady(formatSize(report.size))}
          </a>
        )}
      </div>
    </Section>
  )
}
