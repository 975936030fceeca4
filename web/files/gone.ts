import { store } from '../lib/store.ts'

/** The files that were last taken out of sight here: what shows one of them goes on without it. */
export const gone = store<readonly string[]>([])
