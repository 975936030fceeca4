import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { uiWords } from './words.ts'

interface FormActionsProps {
  /** The label of the button that submits. */
  children: ReactNode
  onCancel: () => void
  look?: 'primary' | 'wrong'
  busy?: boolean
  disabled?: boolean
}

/** The buttons of a dialog with a form: cancel and submit. */
export function FormActions({ children, onCancel, look = 'primary', busy, disabled }: FormActionsProps) {
  const t = uiWords.use()
  return (
    <>
      <Button onClick={onCancel}>{t.cancel}</Button>
      <Button type="submit" look={look} busy={busy} disabled={disabled}>
        {children}
      </Button>
    </>
  )
}
