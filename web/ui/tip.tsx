import { cloneElement, type PointerEvent, type ReactElement, use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Floating } from './floating.ts'

interface Handlers {
  onPointerEnter?: (event: PointerEvent) => void
  onPointerLeave?: (event: PointerEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus?: (event: React.FocusEvent) => void
  onBlur?: (event: React.FocusEvent) => void
}

interface TipProps {
  text: string
  keys?: string
  children: ReactElement<Handlers>
}

/** A finger does not hover: there the button stands alone. */
const hovers = () => matchMedia('(hover: hover)').matches

const DELAY_MS = 500
/** So far from the edges its middle stays. */
const MARGIN = 72

export const Tip = (props: TipProps) => (hovers() ? <Hint {...props} /> : props.children)

/** What a picture means, in words, beside it. Whoever cannot see it has the same words as the button's name. */
function Hint({ text, keys, children }: TipProps) {
  const within = use(Floating)
  const [over, setOver] = useState<DOMRect>()
  const timer = useRef<number>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setOver(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!over) return
    const gone = () => setOver(undefined)
    for (const name of ['keydown', 'scroll']) window.addEventListener(name, gone, true)
    return () => {
      for (const name of ['keydown', 'scroll']) window.removeEventListener(name, gone, true)
    }
  }, [over])
  const own = children.props
  const button = cloneElement(children, {
    onPointerEnter: (event: PointerEvent) => {
      own.onPointerEnter?.(event)
      const target = event.currentTarget
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setOver(target.getBoundingClientRect()), DELAY_MS)
    },
    onPointerLeave: (event: PointerEvent) => {
      own.onPointerLeave?.(event)
      hide()
    },
    onPointerDown: (event: PointerEvent) => {
      own.onPointerDown?.(event)
      hide()
    },
    onFocus: (event: React.FocusEvent) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setOver(event.currentTarget.getBoundingClientRect())
    },
    onBlur: (event: React.FocusEvent) => {
      own.onBlur?.(event)
      hide()
    },
  } as Handlers)
  return (
    <>
      {button}
      {over && createPortal(<Words over={over} text={text} keys={keys} />, within ?? document.body)}
    </>
  )
}

function Words({ over, text, keys }: { over: DOMRect; text: string; keys?: string }) {
  const below = over.bottom + 44 < innerHeight
  const middle = Math.min(Math.max(over.left + over.width / 2, MARGIN), innerWidth - MARGIN)
  return (
    <span
      role="tooltip"
      style={{
        left: middle,
        top: below ? over.bottom + 6 : over.top - 6,
        transform: `translate(-50%, ${below ? '0' : '-100%'})`,
      }}
      className="pointer-events-none fixed z-50 flex w-max max-w-80 items-center gap-2 rounded-sm bg-ink px-2 py-1 text-xs text-ground shadow-float"
    >
      {text}
      {keys && <kbd className="font-sans opacity-70">{keys}</kbd>}
    </span>
  )
}
