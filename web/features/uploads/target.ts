import { knownFolder } from '../../files/tree.ts'
import { isUnlocked } from '../../files/zone.ts'
import { store } from '../../lib/store.ts'

/** The folder that is being looked at: what is dropped or chosen goes there. */
export const uploadTarget = store<string | undefined>(undefined)

/** Known only while the hidden zone is open; what is not known then is better taken for hidden. */
export const isHiddenFolder = (id?: string): boolean => id !== undefined && (knownFolder(id)?.is_hidden ?? isUnlocked())
