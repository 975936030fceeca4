import { useState } from 'react'

/** Something a dialog does, which may be refused: then the dialog stays open, with the error and what was typed. */
export function useDoing(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return { busy, error, act }
}
