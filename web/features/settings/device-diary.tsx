import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Bone, Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { deviceDiaryWords } from './device-diary-words.ts'

const PAGE = 30
const HOUR = 3_600_000
const LOOK_MS = 700

const pageOf = (id: string, cursor: string, signal: AbortSignal) =>
  get(`/v1/devices/${id}/diary?limit=${PAGE}${cursor && `&cursor=${cursor}`}`, signal)
type Entry = Awaited<ReturnType<typeof pageOf>>['items'][number]

/** What a device did, and taking it back from a moment on. */
export default function DeviceDiary({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = deviceDiaryWords.use()
  const [since, setSince] = useState<string>()
  const [task, setTask] = useState<string>()
  const question = useRef<HTMLDivElement>(null)
  // Asked from any line of the list: the question may be out of view.
  useEffect(() => {
    if (!since) return
    question.current?.scrollIntoView({ block: 'nearest' })
    question.current?.querySelector('button')?.focus()
  }, [since])
  const pages = useInfiniteQuery({
    queryKey: ['device-diary', id],
    queryFn: ({ signal, pageParam }) => pageOf(id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
  })
  async function undo() {
    try {
      setTask((await post(`/v1/devices/${id}/undo`, { since: since! })).task_id)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    setSince(undefined)
  }
  const entries = pages.data?.pages.flatMap(page => page.items)
  return (
    <Dialog title={t.title(name)} onClose={onClose} wide>
      {task && <Undoing task={task} onDone={() => setTask(undefined)} />}
      {pages.error && <Failed compact error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.error && !entries && <Bone className="h-24 w-full" />}
      {entries?.length === 0 && <p className="pb-5 text-sm text-ink-soft">{t.none}</p>}
      {entries && entries.length > 0 && !task && (
        <>
          <SelectField
            label={t.span}
            value=""
            onChange={event =>
              event.target.value && setSince(new Date(Date.now() - Number(event.target.value) * HOUR).toISOString())
            }
          >
            {['', '1', '24', '168'].map(hours => (
              <option key={hours} value={hours}>
                {t.spans[hours as keyof typeof t.spans]}
              </option>
            ))}
          </SelectField>
          {since && (
            <div ref={question} role="alert" className="mt-3 flex flex-col gap-3 rounded bg-sunken p-3">
              <p className="text-sm">{t.ask(formatMoment(since))}</p>
              <div className="flex flex-wrap gap-2">
                <Button look="primary" onClick={() => void undo()}>
                  {t.undo}
                </Button>
                <Button look="quiet" onClick={() => setSince(undefined)}>
                  {t.cancel}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
      <ul className="flex flex-col py-3">
        {entries?.map(entry => (
          <Line key={entry.id} entry={entry} onUndo={task ? undefined : () => setSince(entry.created_at)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button className="mb-5 self-start" onClick={() => void pages.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Dialog>
  )
}

function Line({ entry, onUndo }: { entry: Entry; onUndo?: () => void }) {
  const t = deviceDiaryWords.use()
  const from = entry.from_folder ?? t.top
  const to = entry.to_folder ?? t.top
  const what = entry.what === 'moved' && from === to && entry.name !== entry.name_before ? 'renamed' : entry.what
  const names = { name: entry.name ?? '', before: entry.name_before ?? '', from, to }
  const text = t.deeds[what]?.(names)
  const state = entry.undone_at ? t.undone : entry.left_why ? t.why[entry.left_why] : ''
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        <span className="block text-sm">{text}</span>
        <span className="figures block text-xs text-ink-faint">
          {[formatMoment(entry.created_at), state].filter(Boolean).join(' · ')}
        </span>
      </span>
      {onUndo && !entry.undone_at && (
        <Button look="quiet" aria-label={`${t.fromHere}: ${text}`} onClick={onUndo}>
          {t.fromHere}
        </Button>
      )}
    </li>
  )
}

function Undoing({ task, onDone }: { task: string; onDone: () => void }) {
  const t = deviceDiaryWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['device-undo', task],
    queryFn: ({ signal }) => get(`/v1/tasks-status/${task}`, signal),
    refetchInterval: query => (query.state.data?.done || query.state.error ? false : LOOK_MS),
  })
  useEffect(() => {
    if (!data?.done) return
    const { undone, left } = data.report && 'undone' in data.report ? data.report : { undone: 0, left: 0 }
    const words = deviceDiaryWords.now()
    if (data.ok) toast([words.done(undone), left ? words.left(left) : ''].filter(Boolean).join(' · '))
    else toast(data.error ?? '', { wrong: true })
    void client.invalidateQueries()
    onDone()
  }, [data, onDone])
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  return (
    <p role="status" className="figures pb-3 text-sm text-ink-soft">
      {t.working} {Math.round((data?.progress ?? 0) * 100)} %
    </p>
  )
}
