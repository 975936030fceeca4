import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { get, postForm } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { formatSize } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, Notice, Progress } from '../../ui/states.tsx'
import { stillRuns } from './archive.tsx'
import { importWords } from './import-words.ts'

const SOURCES = ['dossier', 'folder', 'takeout', 'nextcloud', 'paperless', 'mbox'] as const
type Source = (typeof SOURCES)[number]

type Report = Schemas['ImportReport'] | Schemas['ArchiveImportReport']

/** Files from another Dossier, or from another program. */
export function Import() {
  const t = importWords.use()
  const field = useRef<HTMLInputElement>(null)
  const [from, setFrom] = useState<Source>('folder')
  const [dryRun, setDryRun] = useState(false)
  const [sending, setSending] = useState(false)
  const [taskId, setTaskId] = useState<string>()
  const [error, setError] = useState<unknown>()
  const task = useQuery({
    queryKey: ['import', taskId],
    queryFn: async ({ signal }) => {
      const state = await get(`/v1/tasks-status/${taskId!}`, signal)
      if (state.ok) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
      return state
    },
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => stillRuns(state.data),
  })
  const send = async (file: File) => {
    setSending(true)
    setError(undefined)
    setTaskId(undefined)
    try {
      const form = new FormData()
      form.append('file', file)
      const { task_id } = await postForm(`/v1/import?from=${from}${dryRun ? '&dry_run=true' : ''}`, form)
      setTaskId(task_id)
    } catch (caught) {
      setError(caught)
    }
    setSending(false)
  }
  const failure = error ?? task.error ?? (task.data?.error ? new Error(task.data.error) : undefined)
  const report = task.data?.report
  const busy = sending || (taskId !== undefined && !task.data?.done && !failure)
  return (
    <Section title={t.title} text={t.text}>
      <SelectField
        label={t.from}
        hint={t.hints[from]}
        value={from}
        disabled={busy}
        onChange={event => setFrom(event.target.value as Source)}
        className="w-full max-w-xs"
      >
        {SOURCES.map(source => (
          <option key={source} value={source}>
            {t.sources[source]}
          </option>
        ))}
      </SelectField>
      <Checkbox label={t.dryRun} checked={dryRun} disabled={busy} onChange={event => setDryRun(event.target.checked)} />
      {busy && <Progress value={task.data?.progress ?? 0} label={dryRun ? t.looking : t.importing} />}
      {failure !== undefined && <Failed compact error={failure} />}
      {report && 'bytes' in report && <Outcome report={report} />}
      <div>
        <input
          ref={field}
          type="file"
          accept={
            from === 'mbox'
              ? '.mbox,.zip,.tgz,.tar.gz,application/zip,application/gzip,application/mbox'
              : '.zip,.tgz,.tar,.tar.gz,.nextcloud_export,application/zip,application/gzip,application/x-tar'
          }
          aria-label={t.choose}
          className="sr-only"
          tabIndex={-1}
          onChange={event => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        <Button busy={busy} onClick={() => field.current?.click()}>
          {t.choose}
        </Button>
      </div>
    </Section>
  )
}

/** What came of it, and by name what could not be taken. */
function Outcome({ report }: { report: Report }) {
  const t = importWords.use()
  const { dry_run: dryRun, bytes } = report
  const isWhole = 'rows' in report
  const added = isWhole ? report.files : report.added
  const { skipped, problems, failed } = isWhole ? { skipped: 0, problems: [], failed: 0 } : report
  return (
    <Notice>
      <p>{dryRun ? t.wouldAdd(added, formatSize(bytes)) : t.added(added)}</p>
      {skipped > 0 && <p>{t.skipped(skipped)}</p>}
      {failed > 0 && (
        <>
          <p>{t.failed(failed)}</p>
          <ul tabIndex={0} className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {problems.map(({ path, reason }) => (
              <li key={path} className="break-words">
                {path}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
