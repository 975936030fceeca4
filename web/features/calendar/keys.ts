import { useEffect, useRef } from 'react'
import { isTyping, keyOf } from '../../lib/typing.ts'

/** Nothing while a dialog or a menu is open. */
export function useCalendarKeys(actions: Record<string, () => void>): void {
  const now = useRef(actions)
  now.current = actions
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      if (
        document.querySelector('dialog[open], [role=menu]') ||
        (event.target as Element).closest?.('[role=radiogroup]')
      )
        return
      const act = now.current[keyOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
