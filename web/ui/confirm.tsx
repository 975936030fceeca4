import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './states.tsx'
import { uiWords } from './words.ts'

interface ConfirmProps {
  title: string
  text: string
  /** What the button says that does it. */
  action: string
  run: () => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Asked where there is no undo: the safe side is the default. */
export function Confirm({ title, text, action, run, onClose, children }: ConfirmProps) {
  const t = uiWords.use()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async () => {
    setBusy(true)
    setError(undefined)
    await run().then(onClose, setError)
    setBusy(false)
  }
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-first>
            {t.cancel}
          </Button>
          <Button look="wrong" busy={busy} onClick={() => void act()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error !== undefined && <Failed compact error={error} />}
    </Dialog>
  )
}
