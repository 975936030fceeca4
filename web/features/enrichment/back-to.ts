import { type RefObject, useEffect, useRef } from 'react'

/** For the button that begins to edit: when that is over, the focus, which has nowhere to be, is on it again. */
export function useBackTo(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(isEditing)
  useEffect(() => {
    if (was.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    was.current = isEditing
  }, [isEditing])
  return button
}
