import { cx } from '../lib/class-names.ts'
import type { Store } from '../lib/store.ts'
import { useStore } from '../lib/store.ts'

interface ResizerProps {
  width: Store<number>
  min: number
  max: number
  label: string
  /** On which side of the line the pane is. */
  pane: 'left' | 'right'
}

/** The line between two panes, by pointer or arrows. */
export function Resizer({ width, min, max, label, pane }: ResizerProps) {
  const now = useStore(width)
  const sign = pane === 'left' ? 1 : -1
  const set = (next: number) => width.set(Math.round(Math.min(max, Math.max(min, next))))
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={now}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={event => {
        if (event.key === 'ArrowLeft') set(now - 16 * sign)
        else if (event.key === 'ArrowRight') set(now + 16 * sign)
      }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={event => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(width.get() + event.movementX * sign)
      }}
      className={cx(
        'group relative z-10 hidden w-px shrink-0 cursor-col-resize touch-none bg-line md:block',
        'after:absolute after:inset-y-0 after:-left-1 after:w-2 hover:bg-accent focus-visible:bg-accent',
      )}
    />
  )
}
