import { store } from '../../lib/store.ts'

/** Which of the five steps is shown; undefined when nobody is being shown around. */
export const tourStep = store<number | undefined>(undefined)

/** Somebody asked for it: then the focus goes there too. */
export const tourAsked = store(false)

export function startTour(): void {
  tourAsked.set(true)
  tourStep.set(0)
}
