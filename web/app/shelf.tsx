import { ArrowLeft, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type KeptFile, keptFiles, offlineWords } from '../features/offline/index.ts'
import { Content } from '../features/viewer/parts.ts'
import { formatMoment, formatSize } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { KindIcon } from '../ui/kind-icon.tsx'

/** What can be read while the service is away. It comes back by itself when the connection does. */
export function Shelf({ onRetry }: { onRetry: () => void }) {
  const t = offlineWords.use()
  const files = useStore(keptFiles)
  const [open, setOpen] = useState<KeptFile>()
  useEffect(() => {
    document.title = 'Dossier'
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  if (open) return <Opened kept={open} onBack={() => setOpen(undefined)} />
  return (
    <main className="h-dvh overflow-auto">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-12">
        <header className="flex flex-col items-start gap-2">
          <WifiOff aria-hidden className="size-8 text-ink-faint" strokeWidth={1.25} />
          <h1 className="text-2xl font-semibold tracking-tight">{t.title}</h1>
          <p className="text-base text-ink-soft">{t.text(files.length)}</p>
          <Button className="mt-2" onClick={onRetry}>
            {t.retry}
          </Button>
        </header>
        <ul aria-label={t.files} className="flex flex-col border-t border-line">
          {files.map(kept => (
            <li key={kept.id} className="border-b border-line">
              <button
                type="button"
                onClick={() => setOpen(kept)}
                className="touchable flex min-h-12 w-full items-center gap-3 rounded px-2 py-1.5 text-left hover:bg-hover"
              >
                <KindIcon kind={kept.file.kind} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base">{kept.file.filename}</span>
                  <span className="figures block truncate text-xs text-ink-faint">
                    {formatSize(kept.file.size)}, {t.opened(formatMoment(new Date(kept.opened).toISOString()))}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}

/** Of a recording the words are here: shown as the text that they are. */
const readable = ({ file }: KeptFile) =>
  file.kind === 'audio' || file.kind === 'video' ? { ...file, kind: 'document-words' } : file

function Opened({ kept, onBack }: { kept: KeptFile; onBack: () => void }) {
  const t = offlineWords.use()
  const file = readable(kept)
  return (
    <main className="flex h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
        <IconButton icon={ArrowLeft} label={t.back} onClick={onBack} />
        <h1 className="min-w-0 flex-1 truncate text-base font-medium">{kept.file.filename}</h1>
        <span className="flex shrink-0 items-center gap-1.5 px-2 text-sm text-ink-faint">
          <WifiOff aria-hidden className="size-4" /> {t.title}
        </span>
      </header>
      {file !== kept.file && <p className="border-b border-line px-4 py-2 text-sm text-ink-soft">{t.words}</p>}
      <div className="min-h-0 flex-1">
        <Content file={file} base={`/v1/objects/${kept.id}`} />
      </div>
    </main>
  )
}
