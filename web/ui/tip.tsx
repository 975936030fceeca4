import { Tooltip } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { Floating } from './floating.ts'

export const TipProvider = ({ children }: { children: ReactNode }) => (
  <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
    {children}
  </Tooltip.Provider>
)

interface TipProps {
  text: string
  keys?: string
  children: ReactNode
}

/** A finger does not hover: there the button stands alone. */
const hovers = matchMedia('(hover: hover)').matches

export const Tip = (props: TipProps) => (hovers ? <Hint {...props} /> : props.children)

function Hint({ text, keys, children }: TipProps) {
  const within = use(Floating)
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={within}>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex items-center gap-2 rounded-sm bg-ink px-2 py-1 text-xs text-ground shadow-float"
        >
          {text}
          {keys && <kbd className="font-sans opacity-70">{keys}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
