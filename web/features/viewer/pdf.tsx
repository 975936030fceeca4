import { Minus, Plus } from 'lucide-react'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { Waiting } from './waiting.tsx'
import { viewerWords } from './words.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const ASSETS = {
  cMapUrl: '/pdfjs/cmaps/',
  cMapPacked: true,
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
}

/** All pages below each other; only those near the eye are drawn. Read in ranges, so that page 1 of a huge file comes at once. */
interface PdfProps {
  source: string
  name: string
  /** When another way to show the file is left. */
  onFail?: () => void
}

export default function Pdf({ source, name, onFail }: PdfProps) {
  const t = viewerWords.use()
  const [document, setDocument] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is a reason to load
  useEffect(() => {
    setError(undefined)
    const task = getDocument({
      url: source,
      ...ASSETS,
      isEvalSupported: false,
      rangeChunkSize: 256 * 1024,
      disableAutoFetch: true,
    })
    task.promise.then(setDocument, caught => task.destroyed || (onFail ? onFail() : setError(caught)))
    return () => void task.destroy()
  }, [source, tries])
  if (error) return <Failed error={error} onRetry={() => setTries(tries + 1)} />
  if (!document) return <Waiting />
  return (
    <div className="relative size-full">
      <div
        tabIndex={0}
        role="document"
        aria-label={name}
        className="size-full overflow-auto bg-sunken p-4 focus-visible:-outline-offset-2"
      >
        {Array.from({ length: document.numPages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          <Page key={index} document={document} number={index + 1} zoom={zoom} onSeen={setPage} />
        ))}
      </div>
      <div className="figures absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-1 rounded-full border border-line bg-surface px-2 py-1 text-sm shadow-float">
        <IconButton icon={Minus} label={t.zoomOut} small onClick={() => setZoom(Math.max(0.4, zoom / 1.25))} />
        <span className="px-1">{t.page(page, document.numPages)}</span>
        <IconButton icon={Plus} label={t.zoomIn} small onClick={() => setZoom(Math.min(5, zoom * 1.25))} />
      </div>
    </div>
  )
}

interface PageProps {
  document: PDFDocumentProxy
  number: number
  zoom: number
  onSeen: (number: number) => void
}

function Page({ document, number, zoom, onSeen }: PageProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [ratio, setRatio] = useState(Math.SQRT2)
  const width = Math.min(880, window.innerWidth - 48) * zoom

  useEffect(() => {
    const element = box.current
    if (!element) return
    const close = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px',
    })
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(number), {
      rootMargin: '-45% 0px -45% 0px',
    })
    close.observe(element)
    seen.observe(element)
    return () => {
      close.disconnect()
      seen.disconnect()
    }
  }, [number, onSeen])

  useEffect(() => {
    if (!near) return
    let gone = false
    let stop = () => {}
    void document.getPage(number).then(async page => {
      if (gone || !canvas.current || !words.current) return
      const natural = page.getViewport({ scale: 1 })
      setRatio(natural.height / natural.width)
      const scale = width / natural.width
      const viewport = page.getViewport({ scale })
      const density = Math.min(2, window.devicePixelRatio || 1)
      canvas.current.width = Math.floor(viewport.width * density)
      canvas.current.height = Math.floor(viewport.height * density)
      const task = page.render({
        canvas: canvas.current,
        viewport,
        transform: density === 1 ? undefined : [density, 0, 0, density, 0, 0],
      })
      stop = () => task.cancel()
      await task.promise.catch(() => {})
      if (gone || !words.current) return
      words.current.replaceChildren()
      words.current.style.setProperty('--total-scale-factor', String(scale))
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport })
      await layer.render().catch(() => {})
    })
    return () => {
      gone = true
      stop()
    }
  }, [near, document, number, width])

  return (
    <div
      ref={box}
      data-page={number}
      className="relative mx-auto mb-4 border border-line bg-[white] shadow-sm"
      style={{ width, height: width * ratio }}
    >
      {near && <canvas ref={canvas} className="absolute inset-0 size-full" />}
      {near && <div ref={words} className="pdf-words" />}
    </div>
  )
}
