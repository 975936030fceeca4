import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { modals } from '../../ui/modal.ts'

export type ViewerKey = KeyboardEvent | ReactKeyboardEvent

const TAKES_KEYS = 'input, textarea, select, [contenteditable], audio, video, [role=menu]'

/** Keys within the dialog, and those that are nobody's: what had the focus, such as a message, may have gone. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, act: (event: ViewerKey) => void) {
  const now = useRef(act)
  now.current = act
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target === document.body && modals.get().at(-1) === dialog.current) now.current(event)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [dialog])
  return (event: ReactKeyboardEvent) => {
    event.stopPropagation()
    if (!(event.target instanceof Element && event.target.closest(TAKES_KEYS))) act(event)
  }
}
