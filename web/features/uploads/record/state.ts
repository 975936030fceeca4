import { store } from '../../../lib/store.ts'

/** The one recording of this tab: being made, on its way, or found as another tab left it. */
export interface Recorded {
  state: 'recording' | 'paused' | 'saving' | 'found'
  /** How much of it is there. */
  seconds: number
}

export const recorded = store<Recorded | undefined>(undefined)
