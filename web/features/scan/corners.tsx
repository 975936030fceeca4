import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import type { Corners, PaperPoint } from './paper.ts'
import { scanWords } from './words.ts'

const STEP = 0.005
const KEYS: Record<string, PaperPoint> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const inside = (share: number) => Math.min(1, Math.max(0, share))

interface CornersProps {
  picture: ImageBitmap
  corners: Corners
  onChange: (next: Corners) => void
}

/** The photo, and on it the four corners of the page, to be dragged or moved by the arrow keys. */
export function CornerField({ picture, corners, onChange }: CornersProps) {
  const t = scanWords.use()
  const canvas = useRef<HTMLCanvasElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const keys = useId()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    context?.drawImage(picture, 0, 0)
  }, [picture])
  const put = (at: number, point: PaperPoint) =>
    onChange(corners.map((corner, each) => (each === at ? point : corner)) as Corners)
  const drag = (at: number) => (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = field.current!.getBoundingClientRect()
    put(at, { x: inside((event.clientX - box.x) / box.width), y: inside((event.clientY - box.y) / box.height) })
  }
  const nudge = (at: number) => (event: KeyboardEvent) => {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    const far = event.shiftKey ? 5 : 1
    put(at, { x: inside(corners[at]!.x + by.x * far), y: inside(corners[at]!.y + by.y * far) })
  }
  const ratio = picture.width / picture.height
  return (
    <div className="grid size-full place-items-center [container-type:size]">
      <div
        ref={field}
        className="relative"
        style={{ aspectRatio: ratio, width: `min(100cqw, calc(100cqh * ${ratio}))` }}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={t.photo}
          width={picture.width}
          height={picture.height}
          className="size-full rounded-sm"
        />
        <span id={keys} hidden>
          {t.keys}
        </span>
        <svg
          aria-hidden
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full"
        >
          <path
            d={`M0 0H1V1H0Z M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`}
            fillRule="evenodd"
            className="fill-black/45"
          />
          <path
            d={`M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`}
            fill="none"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        </svg>
        {corners.map(({ x, y }, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always four, each in its place
            key={at}
            type="button"
            aria-label={`${t.corners[at]}: ${Math.round(x * 100)} %, ${Math.round(y * 100)} %`}
            aria-describedby={keys}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(at)}
            onKeyDown={nudge(at)}
            className="absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            <span className="size-5 rounded-full border-2 border-white bg-accent shadow-float" />
          </button>
        ))}
      </div>
    </div>
  )
}
