import { useState } from 'react'
import { asking } from '../../files/dialog-state.ts'

export const close = () => asking.set(undefined)

/** One thing to do, which may be refused: the reason stands in the dialog and what was typed stays. */
export function useDoing() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      close()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return { busy, error, act }
}
