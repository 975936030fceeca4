import { knownFolder } from '../../files/tree.ts'
import { store } from '../../lib/store.ts'

/** The folder that is being looked at: what is dropped or chosen goes there. */
export const uploadTarget = store<string | undefined>(undefined)

/** Known only while the hidden zone is open. */
export const isHiddenFolder = (id?: string): boolean => knownFolder(id)?.is_hidden ?? false
