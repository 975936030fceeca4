import { ChevronLeft, ChevronRight, Plus, Trash2, Undo2 } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDrawnPage } from './drawn-page.ts'
import { documentWords } from './words.ts'

/** An area of a page, in parts of its width and height from its top left corner. */
export interface DrawnBox {
  id: number
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
  type: 'redact' | 'highlight' | 'rect' | 'text' | 'picture'
  color: string
  text: string
}

type Look = Pick<DrawnBox, 'type' | 'color' | 'text'>

interface DrawProps {
  document: PDFDocumentProxy
  boxes: DrawnBox[]
  look: Look
  /** What boxes of the type `picture` show. */
  picture?: HTMLCanvasElement
  /** How large a box is that is put down by a key. */
  size?: [width: number, height: number]
  onChange: (boxes: DrawnBox[]) => void
  /** Absent while there is nothing to take back. */
  onUndo?: () => void
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))
let last = 0

/** Boxes to be blacked out where something was found, beside those that are there. */
export function withPlaces(
  boxes: DrawnBox[],
  places: Pick<DrawnBox, 'page' | 'x0' | 'y0' | 'x1' | 'y1'>[],
): DrawnBox[] {
  const has = (one: (typeof places)[number]) =>
    boxes.some(box => box.page === one.page && box.x0 === one.x0 && box.y0 === one.y0 && box.x1 === one.x1)
  const fresh = places.filter(place => !has(place))
  return [
    ...boxes,
    ...fresh.map(
      ({ page, x0, y0, x1, y1 }): DrawnBox => ({
        id: ++last,
        page,
        x0,
        y0,
        x1,
        y1,
        type: 'redact',
        color: '',
        text: '',
      }),
    ),
  ]
}

/** A page on which areas are drawn: by pointer, or added and moved by keyboard. */
export function Draw({ document, boxes, look, picture, size = [0.4, 0.06], onChange, onUndo }: DrawProps) {
  const t = documentWords.use()
  const [page, setPage] = useState(1)
  const [drawing, setDrawing] = useState<DrawnBox>()
  const surface = useRef<HTMLDivElement>(null)
  const known = useRef(boxes.length)
  // What was found elsewhere is shown where it stands first.
  useEffect(() => {
    const added = boxes[known.current]
    known.current = boxes.length
    if (added) setPage(added.page)
  }, [boxes])
  const place = (event: PointerEvent) => {
    const { left, top, width, height } = surface.current!.getBoundingClientRect()
    return { x: clamp((event.clientX - left) / width), y: clamp((event.clientY - top) / height) }
  }
  const begin = (event: PointerEvent) => {
    if (event.target !== event.currentTarget || event.button !== 0) return
    const { x, y } = place(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawing({ ...look, id: ++last, page, x0: x, y0: y, x1: x, y1: y })
  }
  const pull = (event: PointerEvent) => {
    if (!drawing) return
    const { x, y } = place(event)
    setDrawing({ ...drawing, x1: x, y1: y })
  }
  const end = () => {
    if (!drawing) return
    setDrawing(undefined)
    const box = upright(drawing)
    if (box.x1 - box.x0 > 0.004 && box.y1 - box.y0 > 0.004) onChange([...boxes, box])
  }
  const add = () => {
    const box = { ...look, id: ++last, page, x0: 0.3, y0: 0.3, x1: 0.3 + size[0], y1: 0.3 + size[1] }
    onChange([...boxes, box])
    requestAnimationFrame(() => surface.current?.querySelector<HTMLElement>(`[data-box="${box.id}"]`)?.focus())
  }
  const here = boxes.filter(box => box.page === page)
  return (
    <div className="flex size-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
        <IconButton icon={ChevronLeft} label={t.previous} disabled={page <= 1} onClick={() => setPage(page - 1)} />
        <span className="figures">{t.page(page)}</span>
        <IconButton
          icon={ChevronRight}
          label={t.next}
          disabled={page >= document.numPages}
          onClick={() => setPage(page + 1)}
        />
        <Button icon={Plus} onClick={add}>
          {t.addBox}
        </Button>
        <IconButton icon={Undo2} label={t.undo} keys="Ctrl Z" disabled={!onUndo} onClick={() => onUndo?.()} />
        <span className="figures text-ink-soft">{t.boxes(boxes.length)}</span>
        {boxes.length > 0 && <IconButton icon={Trash2} label={t.clear} onClick={() => onChange([])} />}
        <span className="text-ink-faint max-md:hidden">{t.draw}</span>
      </div>
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto bg-sunken p-4 focus-visible:-outline-offset-2">
        <div className="relative mx-auto w-fit border border-line bg-[white] shadow-sm">
          <Sheet document={document} page={page} />
          <div
            ref={surface}
            data-surface
            onPointerDown={begin}
            onPointerMove={pull}
            onPointerUp={end}
            className="absolute inset-0 cursor-crosshair touch-none"
          >
            {here.map(box => (
              <Area
                key={box.id}
                box={box}
                picture={picture}
                number={boxes.indexOf(box) + 1}
                onChange={next => onChange(boxes.flatMap(each => (each.id === box.id ? (next ? [next] : []) : [each])))}
              />
            ))}
            {drawing && drawing.page === page && <Area box={upright(drawing)} picture={picture} number={0} />}
          </div>
        </div>
      </div>
    </div>
  )
}

const upright = (box: DrawnBox): DrawnBox => ({
  ...box,
  x0: Math.min(box.x0, box.x1),
  x1: Math.max(box.x0, box.x1),
  y0: Math.min(box.y0, box.y1),
  y1: Math.max(box.y0, box.y1),
})

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEP = 0.01

interface AreaProps {
  box: DrawnBox
  picture?: HTMLCanvasElement
  number: number
  onChange?: (next: DrawnBox | undefined) => void
}

function Area({ box, picture, number, onChange }: AreaProps) {
  const t = documentWords.use()
  const pressed = (event: KeyboardEvent) => {
    const [dx, dy] = MOVES[event.key] ?? [0, 0]
    if (event.key === 'Delete' || event.key === 'Backspace') onChange?.(undefined)
    else if (dx === 0 && dy === 0) return
    else if (event.shiftKey)
      onChange?.({
        ...box,
        x1: Math.max(box.x0 + STEP, clamp(box.x1 + dx * STEP)),
        y1: Math.max(box.y0 + STEP, clamp(box.y1 + dy * STEP)),
      })
    else {
      const moveX = Math.min(1 - box.x1, Math.max(-box.x0, dx * STEP))
      const moveY = Math.min(1 - box.y1, Math.max(-box.y0, dy * STEP))
      onChange?.({ ...box, x0: box.x0 + moveX, x1: box.x1 + moveX, y0: box.y0 + moveY, y1: box.y1 + moveY })
    }
    event.preventDefault()
    event.stopPropagation()
    const area = event.currentTarget
    requestAnimationFrame(() => area.scrollIntoView({ block: 'nearest' }))
  }
  const percent = (part: number) => `${part * 100}%`
  return (
    <button
      type="button"
      data-box={box.id}
      aria-label={t.box(number)}
      onKeyDown={pressed}
      onDoubleClick={() => onChange?.(undefined)}
      style={{
        left: percent(box.x0),
        top: percent(box.y0),
        width: percent(box.x1 - box.x0),
        height: percent(box.y1 - box.y0),
        ...(box.type === 'highlight' ? { background: box.color, opacity: 0.45 } : {}),
        ...(box.type === 'rect' || box.type === 'text' ? { borderColor: box.color } : {}),
      }}
      className={cx(
        'absolute overflow-hidden text-left text-xs',
        box.type === 'redact' && 'bg-[black]/85',
        (box.type === 'rect' || box.type === 'text') && 'border-2',
        box.type === 'text' && 'bg-[white]/85 p-0.5 text-[black]',
        box.type === 'picture' && 'border border-dashed border-accent',
      )}
    >
      {box.type === 'text' && box.text}
      {box.type === 'picture' && picture && <Ink picture={picture} />}
    </button>
  )
}

/** The policy of the page shows no picture that is only an address with bytes. */
function Ink({ picture }: { picture: HTMLCanvasElement }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const shown = canvas.current!
    shown.width = picture.width
    shown.height = picture.height
    shown.getContext('2d')!.drawImage(picture, 0, 0)
  }, [picture])
  return <canvas ref={canvas} className="pointer-events-none size-full object-contain" />
}

function Sheet({ document, page }: { document: PDFDocumentProxy; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useDrawnPage(canvas, { document, page }, () => Math.min(820, window.innerWidth - 48))
  return <canvas ref={canvas} className="block h-auto max-w-full" />
}
