import { type RefObject, useEffect, useRef } from 'react'
import { selection } from '../../files/selection.ts'
import type { LibraryEntry } from './entry.ts'

const ELSEWHERE = ['pointerdown', 'keydown', 'wheel', 'focusin'] as const

/** Who has jumped to a line by key stands on it when it has come, unless they have done something else meanwhile. */
export function useAwaited(scroller: RefObject<HTMLElement | null>, entries: (LibraryEntry | undefined)[]) {
  const awaited = useRef<number>(undefined)
  useEffect(() => {
    // Comes before the key that begins to wait.
    const forget = () => {
      awaited.current = undefined
    }
    for (const name of ELSEWHERE) document.addEventListener(name, forget, { capture: true, passive: true })
    return () => {
      for (const name of ELSEWHERE) document.removeEventListener(name, forget, { capture: true })
    }
  }, [])
  useEffect(() => {
    const { file } = (awaited.current !== undefined && entries[awaited.current]) || {}
    if (!file) return
    awaited.current = undefined
    if (!isFree(scroller.current)) return
    selection.only(file.id)
    requestAnimationFrame(() => {
      if (isFree(scroller.current))
        scroller.current?.querySelector<HTMLElement>(`[data-id="${file.id}"]`)?.focus({ preventScroll: true })
    })
  }, [entries, scroller])
  return awaited
}

/** The line that had the focus may have left the page, and the focus with it. */
function isFree(list: HTMLElement | null): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || Boolean(list?.contains(activeElement))
}
