import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api/call.ts'
import { cx } from '../lib/class-names.ts'
import { Button } from './button.tsx'
import { uiWords } from './words.ts'

/** An empty place says what to do next, in one sentence with one action. */
export function Empty({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <div className="flex h-full min-h-64 flex-col items-center justify-center gap-2 p-8 text-center">
      <Icon aria-hidden className="mb-2 size-8 text-ink-faint" strokeWidth={1.25} />
      <h2 className="text-lg font-medium text-balance">{title}</h2>
      {text && <p className="max-w-sm text-base text-balance text-ink-soft">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An error stands where it happened, says what to do, and can be tried again. */
export function Failed({ error, onRetry, compact }: { error: unknown; onRetry?: () => void; compact?: boolean }) {
  const t = uiWords.use()
  const id = error instanceof ApiError ? error.requestId : ''
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col gap-1',
        compact
          ? 'items-start rounded bg-wrong-soft px-3 py-2'
          : 'h-full min-h-48 items-center justify-center p-8 text-center',
      )}
    >
      {!compact && <CircleAlert aria-hidden className="mb-1 size-7 text-wrong" strokeWidth={1.5} />}
      <p className={cx('max-w-md', compact ? 'text-sm text-wrong' : 'text-base')}>{messageOf(error)}</p>
      {id && !compact && <p className="text-xs text-ink-faint select-all">{t.requestId(id)}</p>}
      {onRetry && (
        <Button onClick={onRetry} className="mt-2">
          {t.retry}
        </Button>
      )}
    </div>
  )
}

/** Appears only when waiting is felt: under a tenth of a second nothing is shown. */
export function Later({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 120)
    return () => clearTimeout(timer)
  }, [])
  return due ? children : null
}

export const Bone = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse-soft rounded-sm bg-press', className)} />
)

export function Progress({ value, label, wrong }: { value: number; label: string; wrong?: boolean }) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className={cx(
        'block h-1 w-full appearance-none overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:transition-[inline-size]',
        wrong
          ? '[&::-webkit-progress-value]:bg-wrong [&::-moz-progress-bar]:bg-wrong'
          : '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent',
      )}
    />
  )
}

const BADGES = {
  plain: 'bg-hover text-ink-soft',
  good: 'bg-good-soft text-good',
  careful: 'bg-careful-soft text-careful',
  wrong: 'bg-wrong-soft text-wrong',
  accent: 'bg-accent-soft text-accent-ink',
}

export const Badge = ({ look = 'plain', children }: { look?: keyof typeof BADGES; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
      BADGES[look],
    )}
  >
    {children}
  </span>
)

export function Notice({ look = 'plain', children }: { look?: keyof typeof BADGES; children: ReactNode }) {
  return <div className={cx('rounded px-3 py-2 text-sm', BADGES[look])}>{children}</div>
}
