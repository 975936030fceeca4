import { useEffect, useState } from 'react'

const MOST = 100

/** A value that can be taken back step by step, by a button or Ctrl+Z. */
export function useHistory<T>(first: T | (() => T)) {
  const [now, setNow] = useState(first)
  const [before, setBefore] = useState<T[]>([])
  const set = (next: T) => {
    setBefore([...before.slice(-MOST + 1), now])
    setNow(next)
  }
  const undo = () => {
    const last = before.at(-1)
    if (last === undefined) return
    setBefore(before.slice(0, -1))
    setNow(last)
  }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const writing = (event.target as HTMLElement | null)?.closest('input, textarea, [contenteditable]')
      if (writing || event.shiftKey || !(event.ctrlKey || event.metaKey) || event.code !== 'KeyZ') return
      event.preventDefault()
      undo()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
  return { now, set, undo, canUndo: before.length > 0 }
}
