import { type ReactNode, useState } from 'react'
import { Confirm } from './confirm.tsx'
import { uiWords } from './words.ts'

interface AskFirstProps {
  title: string
  text?: string
  /** What the button says that does it. */
  action: string
  run: () => Promise<unknown>
  /** What asks when it is pressed. */
  children: (ask: () => void) => ReactNode
}

/** Around a button whose work cannot be undone. */
export function AskFirst({ children, text, ...asked }: AskFirstProps) {
  const t = uiWords.use()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {children(() => setAsked(true))}
      {isAsked && <Confirm {...asked} text={text ?? t.noWayBack} onClose={() => setAsked(false)} />}
    </>
  )
}
