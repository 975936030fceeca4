import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { cx } from '../lib/class-names.ts'
import { uiWords } from './words.ts'

const BOX =
  'w-full rounded border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors duration-120 hover:border-ink-faint focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent-soft aria-invalid:border-wrong disabled:opacity-60'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string
}

function Around({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-xs text-wrong">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-faint">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

const described = (id: string, { hint, error }: FieldProps) => (error ? `${id}-error` : hint ? `${id}-hint` : undefined)

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { label, hint, error })}
        className={cx(BOX, 'touchable h-8', className)}
      />
    </Around>
  )
}

export function PasswordField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  const t = uiWords.use()
  const [shown, setShown] = useState(false)
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { label, hint, error })}
          className={cx(BOX, 'touchable h-8 pr-9')}
        />
        <button
          type="button"
          aria-label={shown ? t.hidePassword : t.showPassword}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-ink-faint hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </button>
      </div>
    </Around>
  )
}

export function SelectField({
  label,
  hint,
  error,
  children,
  className,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        aria-describedby={described(id, { label, hint, error })}
        className={cx(BOX, 'touchable h-8 pr-7', className)}
      >
        {children}
      </select>
    </Around>
  )
}

export function TextArea({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Around id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        id={id}
        aria-describedby={described(id, { label, hint, error })}
        className={cx(BOX, 'min-h-24 py-2', className)}
      />
    </Around>
  )
}

export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: FieldProps & { checked: boolean; onChange: (next: boolean) => void; disabled?: boolean }) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4 py-1">
      <div className="min-w-0">
        <label htmlFor={id} className="text-base font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={cx(
          'relative mt-0.5 h-5 w-9 shrink-0 rounded-full border transition-colors duration-150 disabled:opacity-50',
          checked ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span
          className={cx(
            'absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform duration-150',
            checked ? 'translate-x-4 bg-on-accent' : 'bg-ink-faint',
          )}
        />
      </button>
    </div>
  )
}

/** A box to tick, with its words beside it. */
export function Checkbox({ label, ...rest }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="touchable flex items-center gap-2 text-sm">
      <input {...rest} type="checkbox" className="size-4 accent-accent" />
      {label}
    </label>
  )
}
