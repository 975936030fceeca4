import { store } from '../../lib/store.ts'

/** Whether the hidden zone is open on this page, and until when. */
export const zone = store<{ unlocked: boolean; until?: number }>({ unlocked: false })

export const isUnlocked = (): boolean => zone.get().unlocked
