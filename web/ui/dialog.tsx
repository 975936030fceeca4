import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../lib/class-names.ts'
import { IconButton } from './button.tsx'
import { Floating } from './floating.ts'
import { useModal } from './modal.ts'
import { uiWords } from './words.ts'

interface DialogProps {
  title: string
  /** Under the title, in one sentence. */
  text?: ReactNode
  children?: ReactNode
  /** The buttons. */
  actions?: ReactNode
  onClose: () => void
  onSubmit?: () => void
  wide?: boolean
  /** From the edge, over the whole height: a drawer on the left, a sheet from below. */
  side?: 'left' | 'bottom'
  bare?: boolean
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape and makes the rest of the page inert. */
export function Dialog({ title, text, children, actions, onClose, onSubmit, wide, side, bare }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const t = uiWords.use()
  const [within, setWithin] = useState<HTMLElement | null>(null)
  useModal(ref)
  useLayoutEffect(() => {
    const dialog = ref.current
    setWithin(dialog)
    // The browser would take the first thing that can be focused: the button that closes.
    dialog?.querySelector<HTMLElement>('[data-first], input, textarea, select')?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      // A browser that wants the way out to be open closes it without asking.
      onClose={onClose}
      onMouseDown={event => event.target === ref.current && onClose()}
      onKeyDown={event => event.stopPropagation()}
      className={cx(
        'overflow-hidden border border-line bg-surface p-0 shadow-float',
        side === 'left' && 'm-0 h-dvh max-h-none w-72 max-w-[85vw] animate-fade border-y-0 border-l-0',
        side === 'bottom' &&
          'mt-auto mr-0 mb-0 ml-0 max-h-[85dvh] w-full max-w-none animate-rise rounded-t-lg border-x-0 border-b-0',
        !side && 'm-auto max-h-[90dvh] max-w-[calc(100vw-2rem)] animate-rise rounded-lg',
        !side && (wide ? 'w-2xl' : 'w-md'),
      )}
    >
      <Floating value={within}>
        <form onSubmit={submit} className="flex max-h-[inherit] flex-col h-full">
          {bare ? (
            <h2 id={id} className="sr-only">
              {title}
            </h2>
          ) : (
            <header className="flex items-start gap-2 px-5 pt-4 pb-2">
              <div className="min-w-0 flex-1">
                <h2 id={id} className="text-lg font-semibold break-words">
                  {title}
                </h2>
                {text && <p className="mt-1 text-base text-ink-soft">{text}</p>}
              </div>
              <IconButton icon={X} label={t.close} plain onClick={onClose} className="-mr-2" />
            </header>
          )}
          <div className={cx('min-h-0 flex-1 overflow-auto', !bare && 'px-5 py-2')}>{children}</div>
          {actions && <footer className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-4">{actions}</footer>}
        </form>
      </Floating>
    </dialog>
  )
}
