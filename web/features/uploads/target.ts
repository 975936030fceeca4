import { client } from '../../api/client.ts'
import type { Folder } from '../../api/shapes.ts'
import { store } from '../../lib/store.ts'

/** The folder that is being looked at: what is dropped or chosen goes there. */
export const uploadTarget = store<string | undefined>(undefined)

/** Known only while the hidden zone is open. */
export const isHiddenFolder = (id?: string): boolean =>
  client.getQueryData<Folder[]>(['folders'])?.find(folder => folder.id === id)?.is_hidden ?? false
