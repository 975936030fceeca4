import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isOwnFile, request } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { FileAddress } from '../../api/reply.ts'
import { follow } from '../../files/change.ts'
import { previewOf } from '../../files/page-look.ts'
import { libraryWords } from '../../files/words.ts'
import { addressOf } from '../../lib/base.ts'
import { cx } from '../../lib/class-names.ts'
import { formatSize } from '../../lib/format.ts'
import { lazily } from '../../lib/lazily.ts'
import { Button } from '../../ui/button.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { loadPlayer, loadSharedPlayer } from '../recordings/index.ts'
import { passageIn, rangeOf, useReadText } from './passage.ts'
import { Letter, MarkdownReading, Reading } from './reading.tsx'
import { CsvTable } from './table.tsx'
import { viewerWords } from './words.ts'

const Pdf = lazily(() => import('./pdf.tsx'))
const Sheets = lazily(() => import('./sheets.tsx'))
const Player = lazily(loadPlayer)
const SharedPlayer = lazily(loadSharedPlayer)

/** A file of one's own or behind a link; the version changes with the content: a saved text is read anew. */
export type Viewed = Pick<
  Schemas['SharePublicObject'],
  'id' | 'filename' | 'kind' | 'mime' | 'size' | 'status' | 'text_view'
> &
  Partial<Pick<Schemas['ObjectDetail'], 'error' | 'version'>>

interface ContentProps {
  file: Viewed
  /** Its address, of the owner's own API or of a link. */
  base: FileAddress
  /** Where in it a link points: characters of the text that was read. */
  at?: string
  /** Of a recording: the second. */
  second?: number
  page?: number
  onPage?: (page: number) => void
}

const OFFICE = new Set(['document', 'spreadsheet', 'presentation'])
const SHOWN_IMAGE = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** Whatever the file is. */
export function Content(props: ContentProps) {
  const { file, base, at } = props
  const source = `${base}/content?disposition=inline`
  if (file.kind === 'pdf') return <Paged {...props} source={source} />
  if (file.kind === 'spreadsheet' && !rangeOf(at)) return <Spreadsheet {...props} />
  if (OFFICE.has(file.kind)) return <Office {...props} />
  if (file.kind === 'image' && SHOWN_IMAGE.test(file.mime) && !rangeOf(at))
    return <Picture source={source} name={file.filename} />
  if (file.kind === 'audio' || file.kind === 'video') return <Recording {...props} source={source} />
  if (rangeOf(at) && file.text_view) return <ReadText {...props} />
  if (file.kind === 'text') return <PlainText {...props} source={source} />
  if (file.kind === 'image') return <Picture source={`${base}/preview?size=1024`} name={file.filename} />
  if (file.text_view && file.status === 'ready') return <ReadText {...props} />
  return <NotShown {...props} />
}

/** Pages, opened at the passage that a link points to. */
function Paged({
  file,
  base,
  at,
  page,
  onPage,
  source,
  onFail,
}: ContentProps & { source: string; onFail?: () => void }) {
  const cited = rangeOf(at) !== undefined && file.text_view
  const { data, error } = useReadText(base, cited)
  if (cited && !data && !error) return <Waiting />
  const passage = data && passageIn(data, at)
  const isOpenedAtStart = !cited && (page ?? 1) === 1 && base.startsWith('/v1/objects')
  return (
    <Suspense>
      <Pdf
        key={at}
        source={source}
        name={file.filename}
        picture={isOpenedAtStart ? previewOf(base, file) : undefined}
        page={page}
        passage={passage}
        onPage={onPage}
        onFail={onFail}
      />
    </Suspense>
  )
}

/** The pages as the service draws them; where it cannot, the text that was read. */
function Office(props: ContentProps) {
  const [failed, setFailed] = useState(!isOwnFile(props.base))
  if (failed) return props.file.text_view ? <ReadText {...props} /> : <NotShown {...props} />
  return <Paged {...props} source={`${props.base}/preview.pdf`} onFail={() => setFailed(true)} />
}

/** Its cells as a table, or its pages as they would be printed. */
function Spreadsheet(props: ContentProps) {
  const { base } = props
  const [paged, setPaged] = useState(false)
  if (paged || !isOwnFile(base)) return <Office {...props} />
  return (
    <Suspense fallback={<Waiting />}>
      <Sheets base={base} name={props.file.filename} version={props.file.version} onPages={() => setPaged(true)} />
    </Suspense>
  )
}

function Picture({ source, name }: { source: string; name: string }) {
  const t = viewerWords.use()
  const [whole, setWhole] = useState(true)
  const [error, setError] = useState(false)
  if (error) return <Failed error={new Error(t.noPreview)} onRetry={() => setError(false)} />
  return (
    <div
      tabIndex={0}
      className={cx(
        'size-full overflow-auto bg-sunken focus-visible:-outline-offset-2',
        whole && 'flex items-center justify-center',
      )}
    >
      <img
        src={addressOf(source)}
        alt={name}
        onClick={() => setWhole(!whole)}
        onError={() => setError(true)}
        className={whole ? 'max-h-full max-w-full cursor-zoom-in object-contain p-4' : 'max-w-none cursor-zoom-out'}
      />
    </div>
  )
}

function Recording({ source, ...props }: ContentProps & { source: string }) {
  const { file, base, at, second } = props
  const own = isOwnFile(base)
  const { data } = useReadText(base, own && file.text_view && file.status === 'ready')
  if (!own) return <SharedRecording {...props} source={source} />
  return (
    <Suspense>
      <Player file={file} base={base} source={source} text={data?.text} cited={rangeOf(at)} second={second} />
    </Suspense>
  )
}

/** By a link only what was said is told, not who speaks. */
function SharedRecording({ source, file, base }: ContentProps & { source: string }) {
  const written = file.text_view && file.status === 'ready'
  const { data } = useReadText(base, written)
  if (written)
    return (
      <Suspense fallback={<Waiting />}>
        <SharedPlayer file={file} base={base} source={source} text={data?.text} />
      </Suspense>
    )
  if (file.kind === 'video')
    return <video controls preload="metadata" src={addressOf(source)} className="size-full bg-sunken" />
  return (
    <div className="flex size-full flex-col items-center justify-center gap-4 p-6">
      <KindIcon kind="audio" className="size-14" />
      <p className="max-w-full truncate text-lg font-medium">{file.filename}</p>
      <audio controls preload="metadata" src={addressOf(source)} className="w-full max-w-3xl" />
    </div>
  )
}

const SHOWN_BYTES = 2 * 1024 * 1024
const isMarkdown = (file: Viewed) => file.mime === 'text/markdown' || /\.(md|markdown)$/i.test(file.filename)
const isTable = (file: Viewed) => /csv|tab-separated/.test(file.mime) || /\.(csv|tsv)$/i.test(file.filename)

/** The file's own bytes, as far as they are pleasant to read in a page. */
function PlainText({ source, ...props }: ContentProps & { source: string }) {
  const t = viewerWords.use()
  const { file } = props
  const cut = file.size > SHOWN_BYTES
  const { data, error, refetch } = useQuery({
    queryKey: ['bytes', source, file.version],
    queryFn: async ({ signal }) => {
      const headers: Record<string, string> = cut ? { range: `bytes=0-${SHOWN_BYTES - 1}` } : {}
      return (await request('GET', source, { headers, signal })).text()
    },
    gcTime: 0,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Waiting />
  const note = cut ? t.tooLong(formatSize(SHOWN_BYTES)) : undefined
  // Written in an old encoding: the service has read it already.
  if (data.includes('\ufffd') && file.text_view && file.status === 'ready') return <ReadText {...props} />
  if (isTable(file) && data.trim() !== '') return <CsvTable text={data} name={file.filename} note={note} />
  if (isMarkdown(file)) return <MarkdownReading text={data} note={note} />
  return <Reading text={data} code={/json|xml|javascript|html|yaml/.test(file.mime)} note={note} />
}

function ReadText(props: ContentProps) {
  const t = viewerWords.use()
  const { file, base, at } = props
  const { data, error, refetch } = useReadText(base)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.text.trim() === '') return <NotShown {...props} />
  const mark = passageIn(data, at)
  if (!mark && isTable(file)) return <CsvTable text={data.text} name={file.filename} />
  if (!mark && file.kind === 'email') return <Letter text={data.text} />
  return <Reading text={data.text} note={file.kind === 'text' ? undefined : t.asRead} mark={mark} />
}

function NotShown({ base, file }: ContentProps) {
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
