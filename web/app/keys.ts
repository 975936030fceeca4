import { useEffect, useRef } from 'react'
import { ask } from '../files/dialog-state.ts'
import { startTypeAhead } from '../lib/type-ahead.ts'
import { isTyping } from '../lib/typing.ts'
import { paletteOpen } from './palette-state.ts'

/** Keys that work everywhere; those of a list are the list's. */
export function useGlobalKeys(openSearch: () => void): void {
  const search = useRef(openSearch)
  search.current = openSearch
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault()
        paletteOpen.set(true)
      } else if (event.key === '?' && !isTyping(event) && !document.querySelector('dialog[open]')) {
        event.preventDefault()
        ask({ kind: 'keys' })
      } else if (
        (event.key === '/' || event.code === 'Slash') &&
        event.key !== '?' &&
        !event.shiftKey &&
        !isTyping(event) &&
        !document.querySelector('dialog[open]')
      ) {
        event.preventDefault()
        const there = document.querySelector<HTMLInputElement>('[data-search]')
        if (there) there.select()
        else {
          startTypeAhead()
          search.current()
        }
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
