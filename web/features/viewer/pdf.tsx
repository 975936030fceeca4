import { ChevronDown, ChevronUp, Minus, Plus, Search, X } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { PICTURE_LOOK } from '../../files/page-look.ts'
import { usePdf } from '../../files/pdf.ts'
import { IconButton } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { type FindMatch, findAll, findPassage } from './find.ts'
import { PdfPage } from './pdf-page.tsx'
import { viewerWords } from './words.ts'

interface PdfProps {
  source: string
  name: string
  /** Of the first page. */
  picture?: string
  /** When another way to show the file is left. */
  onFail?: () => void
  /** Where to begin, and what to show there. */
  page?: number
  passage?: { text: string; page: number | undefined }
  onPage?: (page: number) => void
}

export default function Pdf({ source, onFail, ...rest }: PdfProps) {
  const { document, error, retry } = usePdf(source, { onFail })
  if (error) return <Failed error={error} onRetry={retry} />
  if (document) return <Pages document={document} {...rest} />
  return rest.picture ? <FirstPage picture={rest.picture} /> : <Waiting />
}

/** As the service has drawn it: it is there before the reader has come. */
function FirstPage({ picture }: { picture: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Waiting />
  return (
    <div className="size-full overflow-hidden bg-sunken p-4">
      <div className={PICTURE_LOOK}>
        <img src={picture} alt="" onError={() => setBroken(true)} className="block w-full" />
      </div>
    </div>
  )
}

type PagesProps = Omit<PdfProps, 'source' | 'onFail'> & { document: PDFDocumentProxy }

/** All pages below each other; only those near the eye are drawn. */
function Pages({ document, name, picture, page: first, passage, onPage }: PagesProps) {
  const t = viewerWords.use()
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(first ?? 1)
  const [ratio, setRatio] = useState<number>()
  const [finding, setFinding] = useState(false)
  const [room, setRoom] = useState(() => window.innerWidth - 34)
  const found = useFinding(document, passage)
  const { current } = found
  const show = (number: number) =>
    scroller.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const watch = new ResizeObserver(() => setRoom(Math.max(200, element.clientWidth - 34)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    void document.getPage(1).then(one => {
      const { width, height } = one.getViewport({ scale: 1 })
      setRatio(height / width)
    })
  }, [document])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pages have their places
  useEffect(() => {
    if (ratio && first && first > 1 && !passage) show(first)
  }, [ratio])
  useEffect(() => {
    if (ratio && current)
      scroller.current?.querySelector(`[data-page="${current.page}"]`)?.scrollIntoView({ block: 'start' })
  }, [ratio, current])
  const onPageRef = useRef(onPage)
  onPageRef.current = onPage
  const seen = useCallback((number: number) => {
    setPage(number)
    onPageRef.current?.(number)
  }, [])
  const pressed = (event: KeyboardEvent) => {
    if (!((event.ctrlKey || event.metaKey) && event.code === 'KeyF')) return
    event.preventDefault()
    setFinding(true)
  }
  return (
    <div className="relative size-full" onKeyDown={pressed}>
      <div
        ref={scroller}
        tabIndex={0}
        role="document"
        aria-label={name}
        className="size-full overflow-auto bg-sunken p-4 focus-visible:-outline-offset-2"
      >
        {ratio &&
          Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              document={document}
              number={index + 1}
              zoom={zoom}
              ratio={ratio}
              room={room}
              matches={found.matches}
              current={current}
              picture={index === 0 ? picture : undefined}
              onSeen={seen}
            />
          ))}
      </div>
      {finding && <FindBar found={found} onClose={() => setFinding(false)} />}
      <div className="figures absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-full border border-line bg-surface px-2 py-1 text-sm whitespace-nowrap shadow-float">
        <IconButton icon={Minus} label={t.zoomOut} small onClick={() => setZoom(Math.max(0.4, zoom / 1.25))} />
        <span className="px-1">{t.page(page, document.numPages)}</span>
        <IconButton icon={Plus} label={t.zoomIn} small onClick={() => setZoom(Math.min(5, zoom * 1.25))} />
        <IconButton
          icon={Search}
          label={t.find}
          keys="Ctrl F"
          small
          pressed={finding}
          onClick={() => setFinding(!finding)}
        />
      </div>
    </div>
  )
}

interface Finding {
  text: string
  setText: (text: string) => void
  matches: FindMatch[]
  index: number
  step: (by: number) => void
  current: FindMatch | undefined
}

/** What is looked for in the pages: what was typed or, until then, the passage that a link points to. */
function useFinding(document: PDFDocumentProxy, passage: PdfProps['passage']): Finding {
  const [text, setText] = useState('')
  const [matches, setMatches] = useState<FindMatch[]>([])
  const [index, setIndex] = useState(0)
  const cited = passage?.text
  const likely = passage?.page
  useEffect(() => {
    const stop = new AbortController()
    const reportMatches = (found: FindMatch[]) => {
      if (stop.signal.aborted) return
      setMatches(found)
      setIndex(0)
    }
    if (text.trim() !== '') void findAll(document, text, stop.signal).then(reportMatches)
    else if (cited)
      void findPassage(document, cited, likely, stop.signal).then(found => reportMatches(found ? [found] : []))
    else reportMatches([])
    return () => stop.abort()
  }, [document, text, cited, likely])
  const step = (by: number) => setIndex(now => (matches.length > 0 ? (now + by + matches.length) % matches.length : 0))
  return { text, setText, matches, index, step, current: matches[index] }
}

function FindBar({ found, onClose }: { found: Finding; onClose: () => void }) {
  const t = viewerWords.use()
  const close = () => {
    found.setText('')
    onClose()
  }
  return (
    <form
      role="search"
      onSubmit={event => {
        event.preventDefault()
        found.step(1)
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      className="absolute top-3 right-3 left-3 flex items-center gap-1 rounded border border-line bg-surface p-1.5 pl-3 shadow-float sm:left-auto sm:w-90"
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a key
        autoFocus
        aria-label={t.find}
        placeholder={t.find}
        value={found.text}
        onChange={event => found.setText(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-base outline-none"
      />
      <span aria-live="polite" className="figures px-1 text-xs whitespace-nowrap text-ink-faint">
        {found.text.trim() !== '' && t.matches(found.matches.length === 0 ? 0 : found.index + 1, found.matches.length)}
      </span>
      <IconButton icon={ChevronUp} label={t.previousMatch} small plain onClick={() => found.step(-1)} />
      <IconButton icon={ChevronDown} label={t.nextMatch} small plain onClick={() => found.step(1)} />
      <IconButton icon={X} label={t.closeFind} small plain onClick={close} />
    </form>
  )
}
