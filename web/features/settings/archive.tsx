import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { get, post, request } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { zone } from '../../files/zone.ts'
import { formatSize } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, Notice, Progress } from '../../ui/states.tsx'
import { settingsWords } from './words.ts'

const stillRuns = (task: { done: boolean } | undefined) => (task?.done ? (false as const) : 700)

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
  return (
    <Section title={t.exportTitle} text={t.exportText}>
      {open && (
        <label className="touchable flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={hidden}
            onChange={event => setHidden(event.target.checked)}
            className="size-4 accent-accent"
          />
          {t.exportHidden}
        </label>
      )}
      {busy && <Progress value={task.data?.progress ?? 0} label={t.exporting} />}
      {failure !== undefined && <Failed compact error={failure} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy} onClick={() => void begin()}>
          {busy ? t.exporting : t.exportButton}
        </Button>
        {task.data?.ok && (
          <a className="text-sm text-accent-ink underline" href={`/v1/export/${taskId}/content`} download>
            {t.exportReady(formatSize(Number(task.data.report?.size ?? 0)))}
          </a>
        )}
      </div>
    </Section>
  )
}

/** Taking such an archive in. */
export function Import() {
  const t = settingsWords.use()
  const field = useRef<HTMLInputElement>(null)
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
      const reply = await request('POST', '/v1/import?from=dossier', { raw: form })
      setTaskId(((await reply.json()) as { task_id: string }).task_id)
    } catch (caught) {
      setError(caught)
    }
    setSending(false)
  }
  const failure = error ?? task.error ?? (task.data?.error ? new Error(task.data.error) : undefined)
  const busy = sending || (taskId !== undefined && !task.data?.done && !failure)
  return (
    <Section title={t.importTitle} text={t.importText}>
      {busy && <Progress value={task.data?.progress ?? 0} label={t.importing} />}
      {failure !== undefined && <Failed compact error={failure} />}
      {task.data?.ok && <Notice>{t.imported(Number(task.data.report?.files ?? 0))}</Notice>}
      <div>
        <input
          ref={field}
          type="file"
          accept=".zip,application/zip"
          aria-label={t.importButton}
          className="sr-only"
          tabIndex={-1}
          onChange={event => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        <Button busy={busy} onClick={() => field.current?.click()}>
          {busy ? t.importing : t.importButton}
        </Button>
      </div>
    </Section>
  )
}
