import { Delete, LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/call.ts'
import { unlock } from '../../files/zone.ts'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { hiddenWords } from './words.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'back'] as const
const KEY =
  'flex size-16 items-center justify-center rounded-full border border-line bg-surface text-xl font-medium hover:bg-hover active:bg-press'

/** By keys or by fingers; the digits are never shown. */
export function PinPad() {
  const t = hiddenWords.use()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const type = (digit: string) => {
    setError(undefined)
    setPin(now => (digit === 'back' ? now.slice(0, -1) : (now + digit).slice(0, 12)))
    field.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pin.length < 4 || busy) return
    setBusy(true)
    try {
      await unlock(pin)
    } catch (caught) {
      setError(caught as ApiError)
      setPin('')
      field.current?.focus()
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} className="m-auto flex w-64 flex-col items-center gap-5 py-8 text-center">
      <LockKeyhole aria-hidden className="size-8 text-ink-faint" strokeWidth={1.25} />
      <div>
        <h1 className="text-xl font-semibold">{t.title}</h1>
        <p className="mt-1 text-base text-ink-soft">{t.lockedText}</p>
      </div>
      <div className="relative flex h-11 w-full items-center justify-center rounded border border-line-strong bg-surface focus-within:border-accent focus-within:outline-2 focus-within:outline-accent-soft">
        <input
          ref={field}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t.pin}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'pin-error' : undefined}
          value={pin}
          onChange={event => {
            setError(undefined)
            setPin(event.target.value.replace(/\D/g, '').slice(0, 12))
          }}
          className="w-full bg-transparent text-center text-xl tracking-[0.4em] outline-none"
        />
      </div>
      {error && (
        <p id="pin-error" role="alert" className="text-sm text-wrong">
          {messageOf(error)}
        </p>
      )}
      <div className="grid grid-cols-3 gap-3">
        {DIGITS.map(digit =>
          digit === '' ? (
            <span key="gap" />
          ) : (
            <button
              key={digit}
              type="button"
              tabIndex={-1}
              aria-label={digit === 'back' ? t.back : digit}
              onClick={() => type(digit)}
              className={cx(KEY, digit === 'back' && 'border-transparent bg-transparent')}
            >
              {digit === 'back' ? <Delete aria-hidden className="size-5" /> : digit}
            </button>
          ),
        )}
      </div>
      <Button type="submit" look="primary" busy={busy} disabled={pin.length < 4} className="h-10 w-full">
        {t.unlock}
      </Button>
    </form>
  )
}
