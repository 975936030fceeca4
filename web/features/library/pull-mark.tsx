import { RotateCw } from 'lucide-react'
import { cx } from '../../lib/class-names.ts'
import { touchWords } from './touch-words.ts'

/** Comes down with the finger and fills when letting go will refresh the list. */
export function PullMark({ pulled }: { pulled: number }) {
  const t = touchWords.use()
  if (pulled === 0) return null
  return (
    <div
      role="status"
      aria-label={t.refresh}
      className={cx(
        'pointer-events-none absolute top-2 left-1/2 z-20 grid size-9 -translate-x-1/2 place-items-center rounded-full border border-line shadow-float',
        pulled === 1 ? 'bg-accent text-on-accent' : 'bg-surface text-ink-soft',
      )}
    >
      <RotateCw aria-hidden className="size-4" style={{ transform: `rotate(${pulled * 270}deg)` }} />
    </div>
  )
}
