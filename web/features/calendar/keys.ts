import { useEffect, useRef } from 'react'
import { isTyping } from '../../lib/typing.ts'

/** Letters by their place, so that they work in every layout; nothing while a dialog or a menu is open. */
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
      const key = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key
      const act = now.current[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
