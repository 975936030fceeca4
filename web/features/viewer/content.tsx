import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { get, request } from '../../api/call.ts'
import { cx } from '../../lib/class-names.ts'
import { formatSize } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Empty, Failed, Notice } from '../../ui/states.tsx'
import { follow } from '../library/change.ts'
import { libraryWords } from '../library/words.ts'
import { Waiting } from './waiting.tsx'
import { viewerWords } from './words.ts'

const Pdf = lazy(() => import('./pdf.tsx'))

export interface Viewed {
  id: string
  filename: string
  kind: string
  mime: string
  size: number
  status: string
  text_view: boolean
}

const OFFICE = new Set(['document', 'spreadsheet', 'presentation'])
const SHOWN_IMAGE = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** Whatever the file is; `base` is its address, of the owner's own API or of a link. */
export function Content({ file, base }: { file: Viewed; base: string }) {
  const source = `${base}/content?disposition=inline`
  if (file.kind === 'pdf')
    return (
      <Suspense>
        <Pdf source={source} name={file.filename} />
      </Suspense>
    )
  if (file.kind === 'image' && SHOWN_IMAGE.test(file.mime)) return <Picture source={source} name={file.filename} />
  if (file.kind === 'audio') return <Sound source={source} file={file} />
  if (file.kind === 'video') return <video controls preload="metadata" src={source} className="size-full bg-sunken" />
  if (file.kind === 'text') return <PlainText source={source} file={file} />
  if (OFFICE.has(file.kind)) return <Office base={base} file={file} />
  if (file.kind === 'image') return <Picture source={`${base}/preview?size=1024`} name={file.filename} />
  if (file.text_view && file.status === 'ready') return <ReadText base={base} file={file} />
  return <NotShown base={base} file={file} />
}

/** The pages as the service draws them; where it cannot, the text that was read. */
function Office({ base, file }: { base: string; file: Viewed }) {
  const [failed, setFailed] = useState(base.startsWith('/v1/share'))
  if (failed) return file.text_view ? <ReadText base={base} file={file} /> : <NotShown base={base} file={file} />
  return (
    <Suspense>
      <Pdf source={`${base}/preview.pdf`} name={file.filename} onFail={() => setFailed(true)} />
    </Suspense>
  )
}

function Picture({ source, name }: { source: string; name: string }) {
  const t = viewerWords.use()
  const [whole, setWhole] = useState(true)
  const [error, setError] = useState(false)
  const u = new Error(t.noPreview)
  if (error) return <Failed error={u} onRetry={() => setError(false)} />
  return (
    <div className={cx('size-full overflow-auto bg-sunken', whole && 'flex items-center justify-center')}>
      <img
        src={source}
        alt={name}
        onClick={() => setWhole(!whole)}
        onError={() => setError(true)}
        className={whole ? 'max-h-full max-w-full cursor-zoom-in object-contain p-4' : 'max-w-none cursor-zoom-out'}
      />
    </div>
  )
}

function Sound({ source, file }: { source: string; file: Viewed }) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-6 p-6">
      <KindIcon kind="audio" className="size-14" />
      <p className="max-w-full truncate text-lg font-medium">{file.filename}</p>
      <audio controls preload="metadata" src={source} className="w-full max-w-xl" />
    </div>
  )
}

const SHOWN_BYTES = 2 * 1024 * 1024

/** The file's own bytes, as far as they are pleasant to read in a page. */
function PlainText({ source, file }: { source: string; file: Viewed }) {
  const t = viewerWords.use()
  const cut = file.size > SHOWN_BYTES
  const { data, error, refetch } = useQuery({
    queryKey: ['bytes', source],
    queryFn: async ({ signal }) => {
      const headers: Record<string, string> = cut ? { range: `bytes=0-${SHOWN_BYTES - 1}` } : {}
      return (await request('GET', source, { headers, signal })).text()
    },
    gcTime: 0,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Waiting />
  return (
    <Reading
      text={data}
      code={/json|xml|javascript|csv|html|yaml/.test(file.mime)}
      note={cut ? t.tooLong(formatSize(SHOWN_BYTES)) : undefined}
    />
  )
}

function ReadText({ base, file }: { base: string; file: Viewed }) {
  const t = viewerWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['text', base],
    queryFn: ({ signal }) => get<{ text: string }>(`${base}/text`, signal),
    gcTime: 0,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.text.trim() === '') return <NotShown base={base} file={file} />
  return <Reading text={data.text} note={t.asRead} />
}

function Reading({ text, note, code }: { text: string; note?: string; code?: boolean }) {
  return (
    <div tabIndex={0} className="size-full overflow-auto focus-visible:-outline-offset-2">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 p-6">
        {note && <Notice>{note}</Notice>}
        <pre
          className={cx(
            'text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]',
            code ? 'font-mono' : 'font-sans',
          )}
        >
          {text}
        </pre>
      </div>
    </div>
  )
}

function NotShown({ base, file }: { base: string; file: Viewed }) {
  const t = viewerWords.use()
  const l = libraryWords.use()
  return (
    <Empty icon={FileQuestion} title={t.noPreview} text={t.noPreviewText}>
      <Button look="primary" onClick={() => follow(`${base}/content`, file.filename)}>
        {l.download}
      </Button>
    </Empty>
  )
}
