import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, LoaderCircle, Pause, Play, RotateCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDuration, formatSize } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/states.tsx'
import type { UploadItem } from './items.ts'
import Meeting from './meeting.tsx'
import { type Queue, withQueue } from './with-queue.ts'
import { uploadWords } from './words.ts'

interface PanelProps {
  all: UploadItem[]
  pending: number
  /** How long reading will take. */
  eta: number | null | undefined
}

/** What the tray shows; it comes when there is something to show. */
export default function TrayPanel({ all, pending, eta }: PanelProps) {
  const t = uploadWords.use()
  const [open, setOpen] = useState(true)
  const [asking, ...more] = all.filter(item => item.state === 'asking')
  return (
    <section
      aria-label={t.title}
      className="absolute right-3 bottom-3 z-30 w-80 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-lg border border-line bg-surface shadow-float md:right-4 md:bottom-4"
    >
      {asking && <Meeting key={asking.id} item={asking} more={more.length} />}
      {all.length > 0 && <UploadSummary all={all} open={open} toggle={() => setOpen(!open)} />}
      {all.length > 0 && open && (
        <ul className="max-h-64 overflow-auto border-t border-line">
          {all.slice(0, 200).map(item => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      {pending > 0 && (
        <p className="figures flex items-center gap-2 border-t border-line px-3 py-2 text-sm text-ink-soft first:border-0">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-faint" />
          {t.reading(pending)}
          {eta != null && <span className="text-ink-faint">{t.left(formatDuration(eta))}</span>}
        </p>
      )}
    </section>
  )
}

function UploadSummary({ all, open, toggle }: { all: UploadItem[]; open: boolean; toggle: () => void }) {
  const t = uploadWords.use()
  const done = all.filter(item => item.state === 'done' || item.state === 'skipped').length
  const failed = all.filter(item => item.state === 'failed').length
  const active = all.some(item => item.state === 'sending' || item.state === 'waiting')
  const stopped = all.some(item => item.state === 'paused' || item.state === 'failed')
  const size = all.reduce((sum, item) => sum + item.size, 0)
  const sent = all.reduce((sum, item) => sum + item.sent, 0)
  const eta = useEta(sent, size)
  const finished = done === all.length
  return (
    <div className="px-3 pt-2 pb-2">
      <div className="flex items-center gap-1">
        <p role="status" className="figures min-w-0 flex-1 truncate text-sm font-medium">
          {finished ? t.uploaded(done) : failed > 0 && !active ? t.someFailed(failed) : t.uploading(done, all.length)}
        </p>
        {active && <IconButton icon={Pause} label={t.pauseAll} small onClick={withQueue(queue => queue.pauseAll())} />}
        {!active && stopped && (
          <IconButton icon={Play} label={t.resumeAll} small onClick={withQueue(queue => queue.resumeAll())} />
        )}
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={open ? t.hide : t.show}
          small
          aria-expanded={open}
          onClick={toggle}
        />
        {!active && (
          <IconButton
            icon={X}
            label={t.cancel}
            small
            onClick={finished ? withQueue(queue => queue.clearDone()) : withQueue(queue => queue.cancelAll())}
          />
        )}
      </div>
      {!finished && (
        <div className="mt-1">
          <Progress label={t.title} value={size > 0 ? sent / size : 0} />
          <p className="figures mt-1 text-xs text-ink-faint">
            {formatSize(sent)} / {formatSize(size)}
            {active && eta !== undefined && ` · ${t.left(formatDuration(eta))}`}
          </p>
        </div>
      )}
    </div>
  )
}

/** From how fast it went in the last seconds. */
function useEta(sent: number, size: number): number | undefined {
  const points = useRef<{ at: number; sent: number }[]>([])
  const now = performance.now()
  if (points.current.at(-1)?.sent !== sent) points.current = [...points.current.slice(-20), { at: now, sent }]
  const [first] = points.current
  if (!first || now - first.at < 1500 || sent <= first.sent) return undefined
  return ((size - sent) / (sent - first.sent)) * ((now - first.at) / 1000)
}

function Line({ item }: { item: UploadItem }) {
  const t = uploadWords.use()
  const act = (work: (queue: Queue) => void) => withQueue(work)
  const moving = item.state === 'sending' || item.state === 'waiting'
  return (
    <li className="flex items-center gap-2 border-b border-line px-3 py-1.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={item.name}>
          {item.name}
        </p>
        {item.state === 'sending' && <Progress label={item.name} value={item.size > 0 ? item.sent / item.size : 0} />}
        {item.state === 'waiting' && <p className="text-xs text-ink-faint">{item.error ?? t.waiting}</p>}
        {item.state === 'paused' && <p className="text-xs text-ink-faint">{t.paused}</p>}
        {item.state === 'lost' && <p className="text-xs text-careful">{t.lost}</p>}
        {item.state === 'skipped' && <p className="text-xs text-ink-faint">{t.skipped}</p>}
        {item.state === 'asking' && <p className="text-xs text-careful">{t.thereAlready}</p>}
        {item.state === 'failed' && <p className="text-xs text-wrong">{item.error}</p>}
      </div>
      {item.state === 'done' && <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />}
      {item.state === 'failed' && <CircleAlert aria-hidden className="size-4 shrink-0 text-wrong" />}
      {moving && (
        <IconButton icon={Pause} label={`${t.pause} ${item.name}`} small onClick={act(queue => queue.pause(item.id))} />
      )}
      {item.state === 'paused' && (
        <IconButton
          icon={Play}
          label={`${t.resume} ${item.name}`}
          small
          onClick={act(queue => queue.resume(item.id))}
        />
      )}
      {item.state === 'failed' && (
        <IconButton
          icon={RotateCw}
          label={`${t.retry} ${item.name}`}
          small
          onClick={act(queue => queue.resume(item.id))}
        />
      )}
      {item.state === 'lost' && (
        <IconButton icon={Play} label={`${t.choose} ${item.name}`} small onClick={() => chooseAgain(item)} />
      )}
      {item.state !== 'done' && item.state !== 'skipped' && (
        <IconButton icon={X} label={`${t.cancel} ${item.name}`} small onClick={act(queue => queue.cancel(item.id))} />
      )}
    </li>
  )
}

function chooseAgain(item: UploadItem): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) withQueue(queue => queue.give(item.id, file))()
  })
  input.click()
}
