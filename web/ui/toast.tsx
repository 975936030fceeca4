import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { store, useStore } from '../lib/store.ts'
import { Button, IconButton } from './button.tsx'
import { modals } from './modal.ts'
import { Progress } from './states.tsx'
import { uiWords } from './words.ts'

interface Toast {
  id: number
  text: string
  /** What takes it back, or tries again. */
  action?: { text: string; run: () => void }
  wrong?: boolean
  /** Of what is still going on, from 0 to 1: it stays until it is dropped. */
  progress?: number
}

const toasts = store<Toast[]>([])
let last = 0

const drop = (id: number) => toasts.set(now => now.filter(each => each.id !== id))

/** A few at a time; what is still going on can always be stopped. */
const withNew = (now: Toast[], made: Toast): Toast[] => {
  const said = now.filter(each => each.progress === undefined).slice(-2)
  return [...now.filter(each => each.progress !== undefined || said.includes(each)), made]
}

/** Says what was done; with an action it stays long enough to be taken back. */
export function toast(text: string, options: Omit<Toast, 'id' | 'text'> = {}): void {
  toasts.set(now => withNew(now, { id: ++last, text, ...options }))
}

/** A message about running work, with its progress. */
export function lasting(text: string, action: Toast['action']): Lasting {
  const id = ++last
  toasts.set(now => withNew(now, { id, text, action, progress: 0 }))
  return {
    update: (said, progress) =>
      toasts.set(now => now.map(each => (each.id === id ? { ...each, text: said, progress } : each))),
    drop: () => drop(id),
  }
}

interface Lasting {
  update: (text: string, progress: number) => void
  drop: () => void
}

function Card({ toast: { id, text, action, wrong, progress } }: { toast: Toast }) {
  const t = uiWords.use()
  const stays = progress !== undefined
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => drop(id), action || wrong ? 10_000 : 4_000)
    return () => clearTimeout(timer)
  }, [id, action, wrong, stays])
  return (
    <li className="pointer-events-auto flex animate-rise items-center gap-2 rounded border border-line bg-surface py-1.5 pr-1.5 pl-3.5 shadow-float">
      <span className={wrong ? 'text-sm text-wrong' : 'text-sm'}>
        {text}
        {stays && <Progress value={progress} label={text} />}
      </span>
      {action && (
        <Button
          look="quiet"
          className="text-accent-ink!"
          onClick={() => {
            drop(id)
            action.run()
          }}
        >
          {action.text}
        </Button>
      )}
      {!stays && <IconButton icon={X} label={t.close} small onClick={() => drop(id)} />}
    </li>
  )
}

/** They lie in the dialog that is on top: under it they could be neither seen nor pressed. */
function useTopmost(): HTMLElement {
  const [host] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    const move = () => (modals.get().at(-1) ?? document.body).append(host)
    move()
    const leave = modals.subscribe(move)
    return () => {
      leave()
      host.remove()
    }
  }, [host])
  return host
}

export function Toasts() {
  const all = useStore(toasts)
  const t = uiWords.use()
  return createPortal(
    <section
      aria-label={t.messages}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 in-[:has([data-guide])]:bottom-32! md:bottom-6"
    >
      <ol className="mx-auto flex w-fit max-w-full flex-col items-center gap-2">
        {all.map(each => (
          <Card key={each.id} toast={each} />
        ))}
      </ol>
    </section>,
    useTopmost(),
  )
}
