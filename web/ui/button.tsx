import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../lib/class-names.ts'
import { Tip } from './tip.tsx'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover font-medium',
  plain: 'bg-surface border border-line text-ink hover:bg-sunken font-medium',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  wrong: 'bg-wrong text-on-accent hover:bg-wrong-hover font-medium',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  icon?: LucideIcon
  busy?: boolean
}

export function Button({ look = 'plain', icon: Icon, busy, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || disabled || undefined}
      disabled={disabled}
      onClick={busy ? event => event.preventDefault() : rest.onClick}
      className={cx(
        'touchable inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded px-3 text-sm whitespace-nowrap transition-colors duration-120',
        'disabled:opacity-50 aria-disabled:opacity-60',
        LOOKS[look],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  /** Its name, for those who cannot see the picture and for those who wonder. */
  label: string
  keys?: string
  pressed?: boolean
  small?: boolean
  /** Without a hint: it would take the Escape that is meant for the dialog. */
  plain?: boolean
}

export function IconButton({ icon: Icon, label, keys, pressed, small, plain, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'touchable inline-flex shrink-0 items-center justify-center rounded text-ink-soft transition-colors duration-120 hover:bg-hover hover:text-ink disabled:opacity-40 aria-pressed:bg-press aria-pressed:text-ink',
        small ? 'size-7' : 'size-8',
        className,
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
  return plain ? (
    button
  ) : (
    <Tip text={label} keys={keys}>
      {button}
    </Tip>
  )
}
