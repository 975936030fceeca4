import { useEffect, useRef } from 'react'
import { gone } from '../../files/gone.ts'

/** A file that was trashed or hidden, here or elsewhere, is not looked at any more. */
export function useGoneFile(id: string, isGone: boolean, leave: () => void): void {
  const now = useRef(leave)
  now.current = leave
  useEffect(() => gone.subscribe(() => gone.get().includes(id) && now.current()), [id])
  useEffect(() => {
    if (isGone) now.current()
  }, [isGone])
}
