import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { PAGE_LOOK } from '../../files/page-look.ts'
import { type FindMatch, markWords } from './find.ts'

interface PageProps {
  document: PDFDocumentProxy
  number: number
  zoom: number
  /** Height to width, as long as the page itself has not been seen. */
  ratio: number
  /** How wide a page may be. */
  room: number
  matches: FindMatch[]
  current: FindMatch | undefined
  /** What is seen of it until it is drawn. */
  picture?: string
  onSeen: (number: number) => void
}

export function PdfPage(props: PageProps) {
  const { document, number, zoom, ratio: assumed, room, matches, current, picture, onSeen } = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [ratio, setRatio] = useState(assumed)
  const [layer, setLayer] = useState<TextLayer>()
  const width = Math.min(880, room) * zoom

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
      const made = new TextLayer({ textContentSource: page.streamTextContent(), container: words.current, viewport })
      await made.render().catch(() => {})
      if (!gone) setLayer(made)
    })
    return () => {
      gone = true
      setLayer(undefined)
      stop()
    }
  }, [near, document, number, width])

  useEffect(() => {
    if (!layer) return
    const here = matches.filter(match => match.page === number && match.to > match.from)
    markWords(
      layer.textDivs as HTMLElement[],
      here.map(match => ({ ...match, current: match === current })),
    )
    words.current?.querySelector('mark[data-current]')?.scrollIntoView({ block: 'center' })
  }, [layer, matches, current, number])

  return (
    <div ref={box} data-page={number} className={PAGE_LOOK} style={{ width, height: width * ratio }}>
      {picture && <img src={picture} alt="" className="absolute top-0 w-full" />}
      {near && <canvas ref={canvas} className="absolute inset-0 size-full" />}
      {near && <div ref={words} className="pdf-words" />}
    </div>
  )
}
