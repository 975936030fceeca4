import { Check } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { useDrawnPage } from './drawn-page.ts'
import { movedTo, type PageEdit } from './edits.ts'
import { documentWords } from './words.ts'

const WIDTH = 132

interface ThumbsProps {
  document: PDFDocumentProxy
  sheets: PageEdit[]
  chosen: Set<number>
  onChoose: (chosen: Set<number>) => void
  onChange: (sheets: PageEdit[]) => void
  onTurn: (by: 90 | -90) => void
  onRemove: () => void
}

/** The pages on a table: dragged into another order, chosen by click, or all of it by keyboard. */
export function Thumbs({ document, sheets, chosen, onChoose, onChange, onTurn, onRemove }: ThumbsProps) {
  const t = documentWords.use()
  const grid = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<number>()
  const last = useRef<number>(undefined)
  const toggle = (page: number, range: boolean) => {
    const next = new Set(chosen)
    const from = sheets.findIndex(sheet => sheet.page === last.current)
    const to = sheets.findIndex(sheet => sheet.page === page)
    if (range && from >= 0)
      for (const sheet of sheets.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(sheet.page)
    else if (!next.delete(page)) next.add(page)
    last.current = page
    onChoose(next)
  }
  const focus = (page: number | undefined) =>
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-sheet="${page}"]`)?.focus())
  const walk = (index: number, step: number, carry: boolean) => {
    const sheet = sheets[index]!
    const to = Math.min(sheets.length - 1, Math.max(0, index + step))
    if (carry) onChange(movedTo(sheets, new Set([sheet.page]), step > 0 ? to + 1 : to))
    focus(carry ? sheet.page : sheets[to]?.page)
  }
  const acts: Record<string, (page: number, shift: boolean) => void> = {
    KeyR: (_page, shift) => onTurn(shift ? -90 : 90),
    Delete: onRemove,
    Backspace: onRemove,
    KeyX: page => toggle(page, false),
  }
  const pressed = (index: number) => (event: KeyboardEvent) => {
    const columns = Math.max(1, Math.floor((grid.current?.clientWidth ?? WIDTH) / (WIDTH + 40)))
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
    const act = acts[event.code]
    if (step) walk(index, step, event.altKey)
    else if (act) act(sheets[index]!.page, event.shiftKey)
    else return
    event.preventDefault()
  }
  const drop = (index: number) => (event: DragEvent) => {
    event.preventDefault()
    setOver(undefined)
    const page = Number(event.dataTransfer.getData('text/x-page'))
    if (page) onChange(movedTo(sheets, chosen.has(page) ? chosen : new Set([page]), index))
  }
  return (
    <div ref={grid} role="listbox" aria-multiselectable aria-label={t.modes.pages} className="flex flex-wrap gap-4 p-4">
      {sheets.map((sheet, index) => (
        <div
          key={sheet.page}
          className="relative"
          onDragOver={event => {
            if (!event.dataTransfer.types.includes('text/x-page')) return
            event.preventDefault()
            setOver(index)
          }}
          onDragLeave={() => setOver(undefined)}
          onDrop={drop(index)}
        >
          {over === index && <span aria-hidden className="absolute inset-y-0 -left-2.5 w-1 rounded-full bg-accent" />}
          <button
            type="button"
            role="option"
            aria-selected={chosen.has(sheet.page)}
            aria-label={t.page(sheet.page)}
            data-sheet={sheet.page}
            draggable
            onDragStart={event => event.dataTransfer.setData('text/x-page', String(sheet.page))}
            onClick={event => toggle(sheet.page, event.shiftKey)}
            onKeyDown={pressed(index)}
            className={cx(
              'flex flex-col items-center gap-1 rounded p-1.5 hover:bg-hover',
              chosen.has(sheet.page) && 'bg-accent-soft outline-2 outline-accent',
            )}
          >
            <span className="flex size-36 items-center justify-center">
              <Small document={document} page={sheet.page} angle={sheet.angle} />
            </span>
            <span className="figures flex items-center gap-1 text-xs text-ink-soft">
              {chosen.has(sheet.page) && <Check aria-hidden className="size-3 text-accent-ink" />}
              {sheet.page}
            </span>
          </button>
        </div>
      ))}
    </div>
  )
}

/** Drawn when it comes into sight. */
function Small({ document, page, angle }: { document: PDFDocumentProxy; page: number; angle: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element || near) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '400px' })
    watch.observe(element)
    return () => watch.disconnect()
  }, [near])
  useDrawnPage(
    canvas,
    { document, page, wanted: near },
    ({ width, height }) => (WIDTH * width) / Math.max(width, height),
  )
  return (
    <canvas
      ref={canvas}
      width={94}
      height={WIDTH}
      style={{ transform: `rotate(${angle}deg)` }}
      className="border border-line bg-[white] shadow-sm transition-transform duration-150"
    />
  )
}
