import { store } from '../../lib/store.ts'

/** The folder that is being looked at: what is dropped or chosen goes there. */
export const uploadTarget = store<string | undefined>(undefined)
