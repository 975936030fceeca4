import { store } from '../lib/store.ts'

/** Whether the tree is drawn out, on a phone. */
export const drawerOpen = store(false)
