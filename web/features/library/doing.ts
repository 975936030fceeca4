import { asking } from '../../files/dialog-state.ts'
import { useDoing as useDoingIn } from '../../ui/doing.ts'

export const close = () => asking.set(undefined)

/** For the dialogs that any part of the page may ask for. */
export const useDoing = () => useDoingIn(close)
