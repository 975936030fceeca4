import { type RefObject, useLayoutEffect } from 'react'
import { store } from '../lib/store.ts'

/** The modal dialogs that are open, the last one on top: what lies outside of that one cannot be reached. */
export const modals = store<readonly HTMLDialogElement[]>([])

/** Opens it with the page; closed before it leaves, so that the focus goes back to where it was. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    modals.set(now => [...now, dialog])
    return () => {
      modals.set(now => now.filter(each => each !== dialog))
      dialog.close()
    }
  }, [ref])
}
